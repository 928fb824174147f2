//! The pictures that the guide names. build.rs lists them, so that no other list has to be kept true.

/// A picture in the program.
#[derive(Debug)]
pub(super) struct Embedded {
    /// What the files are called, without theme and ending.
    name: &'static str,
    light: &'static [u8],
    dark: &'static [u8],
}

static PICTURES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/guide_pictures.rs"));

/// The PNG of a picture that the guide names, as it looks in the theme; nothing if there is none.
pub(super) fn png(file: &str, is_dark: bool) -> Option<&'static [u8]> {
    let name = file.strip_prefix("pictures/")?.strip_suffix("-light.png")?;
    let picture = PICTURES.iter().find(|picture| picture.name == name)?;
    Some(if is_dark { picture.dark } else { picture.light })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_small_enough_to_carry_along() {
        let sizes = PICTURES
            .iter()
            .map(|picture| picture.light.len() + picture.dark.len());
        let size = sizes.sum::<usize>();
        assert!((500_000..2_000_000).contains(&size), "{size} bytes");
    }
}
