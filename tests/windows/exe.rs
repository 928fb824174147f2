//! Reads a Windows program file: its subsystem, its resources, and the libraries that it asks Windows for.
//!
//! Source: Microsoft, "PE Format", the optional header (PE32+), "The .rsrc Section" and "The .idata Section".

use std::{fs, path::Path};

/// Kinds of resources, as Windows numbers them.
pub(crate) const GROUP_ICON: u32 = 14;
pub(crate) const VERSION: u32 = 16;
pub(crate) const MANIFEST: u32 = 24;

/// The subsystem of a program with windows. 3 would be one that opens a console.
pub(crate) const GUI: u16 = 2;

/// A 64-bit Windows program, as it lies on the disk.
#[derive(Debug)]
pub(crate) struct Exe {
    bytes: Vec<u8>,
    /// Where the optional header begins.
    header: usize,
    sections: Vec<Section>,
}

/// A part of the file, and where Windows puts it in memory.
#[derive(Debug)]
struct Section {
    address: usize,
    size: usize,
    offset: usize,
}

impl Exe {
    /// Reads the file.
    ///
    /// # Panics
    /// When it isn't there or isn't a 64-bit Windows program.
    pub(crate) fn read(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let signature = u32_at(&bytes, 0x3c);
        assert_eq!(
            &bytes[signature..signature + 4],
            b"PE\0\0",
            "a Windows program"
        );
        let number_of_sections = u16_at(&bytes, signature + 6);
        let header = signature + 24;
        assert_eq!(u16_at(&bytes, header), 0x20b, "a 64-bit program");
        let table = header + usize::from(u16_at(&bytes, signature + 20));
        let sections = (0..usize::from(number_of_sections))
            .map(|number| table + number * 40)
            .map(|entry| Section {
                address: u32_at(&bytes, entry + 12),
                size: u32_at(&bytes, entry + 16),
                offset: u32_at(&bytes, entry + 20),
            })
            .collect();
        Self {
            bytes,
            header,
            sections,
        }
    }

    /// Whether the program opens a console ([`GUI`] or 3).
    pub(crate) fn subsystem(&self) -> u16 {
        u16_at(&self.bytes, self.header + 68)
    }

    /// The first resource of a kind.
    pub(crate) fn resource(&self, kind: u32) -> Option<&[u8]> {
        let root = self.directory(2);
        if root == 0 {
            return None;
        }
        let root = self.offset(root);
        // Three levels: kind, name, language.
        let names = self.resource_entry(root, root, Some(kind))?;
        let languages = self.resource_entry(root, names, None)?;
        let data = self.resource_entry(root, languages, None)?;
        let start = self.offset(u32_at(&self.bytes, data));
        let length = u32_at(&self.bytes, data + 4);
        Some(&self.bytes[start..start + length])
    }

    /// What the entry for `kind`, or else the first one, of the level at `level` points to.
    fn resource_entry(&self, root: usize, level: usize, kind: Option<u32>) -> Option<usize> {
        let named = usize::from(u16_at(&self.bytes, level + 12));
        let numbered = usize::from(u16_at(&self.bytes, level + 14));
        let entry = (0..named + numbered)
            .map(|number| level + 16 + number * 8)
            .find(|&entry| kind.is_none_or(|kind| u32_at(&self.bytes, entry) == kind as usize))?;
        // The highest bit tells a further level from data.
        Some(root + (u32_at(&self.bytes, entry + 4) & 0x7fff_ffff))
    }

    /// Names of the libraries that Windows loads before the program starts, in small letters.
    pub(crate) fn libraries(&self) -> Vec<String> {
        let table = self.offset(self.directory(1));
        // Entries of 20 bytes, up to one that is all zeros.
        self.bytes[table..]
            .chunks_exact(20)
            .map(|entry| u32_at(entry, 12))
            .take_while(|&name| name != 0)
            .map(|name| {
                let name = self.bytes[self.offset(name)..]
                    .split(|&byte| byte == 0)
                    .next();
                String::from_utf8_lossy(name.unwrap_or_default()).to_ascii_lowercase()
            })
            .collect()
    }

    /// Address of one of the tables that the optional header lists.
    fn directory(&self, number: usize) -> usize {
        u32_at(&self.bytes, self.header + 112 + number * 8)
    }

    /// Where in the file lies what is at `address` in memory.
    fn offset(&self, address: usize) -> usize {
        self.sections
            .iter()
            .find(|section| (section.address..section.address + section.size).contains(&address))
            .map(|section| section.offset + (address - section.address))
            .expect("an address within the program")
    }
}

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([bytes[offset], bytes[offset + 1]])
}

fn u32_at(bytes: &[u8], offset: usize) -> usize {
    let mut value = [0; 4];
    value.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(value) as usize
}
