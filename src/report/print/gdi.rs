//! The calls to Windows that printing takes, as safe types: the only file of the program that may be `unsafe`.
//!
//! What can be computed without Windows is in `sheet.rs`, `settings.rs` and `job.rs`.
//! Source: Microsoft, "Windows GDI" and "Print Spooler API".

use std::{
    ffi::c_void,
    io,
    ptr::{self, null, null_mut},
};

use windows_sys::Win32::{
    Graphics::{
        Gdi::{
            BI_RGB, BITMAPINFO, BITMAPINFOHEADER, BITSPIXEL, COLORONCOLOR, CreateDCW, DEVMODEW,
            DIB_RGB_COLORS, DM_IN_BUFFER, DM_OUT_BUFFER, DeleteDC, GetDeviceCaps, HALFTONE, HDC,
            HORZRES, LOGPIXELSX, LOGPIXELSY, PHYSICALHEIGHT, PHYSICALOFFSETX, PHYSICALOFFSETY,
            PHYSICALWIDTH, RGBQUAD, ResetDCW, SRCCOPY, SetBrushOrgEx, SetStretchBltMode,
            StretchDIBits, VERTRES,
        },
        Printing::{
            ClosePrinter, DocumentPropertiesW, EnumPrintersW, GetDefaultPrinterW, GetPrinterW,
            OpenPrinterW, PRINTER_ENUM_CONNECTIONS, PRINTER_ENUM_LOCAL, PRINTER_HANDLE,
            PRINTER_INFO_4W, PRINTER_INFO_5W,
        },
    },
    Storage::Xps::{
        AbortDoc, DC_COLLATE, DC_COPIES, DOCINFOW, DeviceCapabilitiesW, EndDoc, EndPage, StartDocW,
        StartPage,
    },
};

use super::{
    job::Failure,
    settings::Settings,
    sheet::{Area, Sheet, Tile},
};

/// A picture's head and its colours as Windows reads them: [`BITMAPINFO`] with room for all greys.
#[repr(C)]
struct Head {
    header: BITMAPINFOHEADER,
    greys: [RGBQUAD; 256],
}

/// The names of the printers of this computer, those of others that it is connected with among them.
pub(super) fn printer_names() -> Result<Vec<String>, Failure> {
    let flags = PRINTER_ENUM_LOCAL | PRINTER_ENUM_CONNECTIONS;
    let mut count = 0;
    let buffer = filled("EnumPrinters", |buffer, size, needed| {
        // SAFETY: `buffer` has room for `size` bytes, and the others point to numbers of ours.
        unsafe { EnumPrintersW(flags, null(), 4, buffer, size, needed, &raw mut count) }
    })?;
    let first = buffer.as_ptr().cast::<PRINTER_INFO_4W>();
    let printers = (0..count as usize).map(|at| {
        // SAFETY: Windows has filled the buffer, which is aligned to 8 bytes, with `count` of these, and the texts that
        // they point to lie in it.
        unsafe { text((*first.add(at)).pPrinterName) }
    });
    Ok(printers.collect())
}

/// The name of the printer that is used unless one says otherwise.
pub(super) fn default_printer() -> Option<String> {
    let mut length = 0;
    // SAFETY: asks how long the name is, and writes nothing else.
    unsafe { GetDefaultPrinterW(null_mut(), &raw mut length) };
    let mut name = vec![0_u16; length as usize];
    // SAFETY: `name` has room for `length` letters.
    let is_there = unsafe { GetDefaultPrinterW(name.as_mut_ptr(), &raw mut length) } != 0;
    is_there.then(|| until_zero(&name))
}

/// A printer that is open.
pub(super) struct Printer {
    handle: PRINTER_HANDLE,
    /// Both end with a zero.
    name: Vec<u16>,
    port: Vec<u16>,
}

impl Printer {
    pub(super) fn open(name: &str) -> Result<Self, Failure> {
        let name = wide(name);
        let mut handle = PRINTER_HANDLE::default();
        // SAFETY: `name` ends with a zero.
        if unsafe { OpenPrinterW(name.as_ptr(), &raw mut handle, null()) } == 0 {
            return Err(last("OpenPrinter"));
        }
        let mut printer = Self {
            handle,
            name,
            port: vec![0],
        };
        // Most drivers don't ask for the port, so one that isn't told is no reason to stop.
        if let Ok(port) = printer.port() {
            printer.port = port;
        }
        Ok(printer)
    }

    fn port(&self) -> Result<Vec<u16>, Failure> {
        let buffer = filled("GetPrinter", |buffer, size, needed| {
            // SAFETY: the printer is open, and `buffer` has room for `size` bytes.
            unsafe { GetPrinterW(self.handle, 5, buffer, size, needed) }
        })?;
        // SAFETY: Windows has filled the buffer, which is aligned to 8 bytes, with one of these, and the texts that it
        // points to lie in it.
        let port = unsafe { text((*buffer.as_ptr().cast::<PRINTER_INFO_5W>()).pPortName) };
        Ok(wide(&port))
    }

    /// The printer's own settings, as the person at this computer has set them.
    pub(super) fn own_settings(&self) -> Result<DevMode, Failure> {
        self.settings(null())
    }

    /// What the driver makes of these settings.
    pub(super) fn granted(&self, asked: &DevMode) -> Result<DevMode, Failure> {
        self.settings(asked.pointer())
    }

    fn settings(&self, asked: *const DEVMODEW) -> Result<DevMode, Failure> {
        let mode = |granted, mode| {
            // SAFETY: the printer is open, its name ends with a zero, `asked` is null or of this driver, and `granted` is
            // null or as long as the driver said.
            unsafe {
                DocumentPropertiesW(
                    null_mut(),
                    self.handle,
                    self.name.as_ptr(),
                    granted,
                    asked,
                    mode,
                )
            }
        };
        let size = mode(null_mut(), 0);
        let size = usize::try_from(size).map_err(|_| last("DocumentProperties"))?;
        // A driver that writes more than it says, or less than Windows' own part, is not to be trusted with less.
        let words = size.max(size_of::<DEVMODEW>()).div_ceil(8) + 128;
        let mut granted = DevMode(vec![0; words]);
        let way = if asked.is_null() {
            DM_OUT_BUFFER
        } else {
            DM_IN_BUFFER | DM_OUT_BUFFER
        };
        // 1 is `IDOK`.
        if mode(granted.0.as_mut_ptr().cast(), way) == 1 {
            Ok(granted)
        } else {
            Err(last("DocumentProperties"))
        }
    }

    /// How many copies it can make with these settings.
    pub(super) fn most_copies(&self, settings: &DevMode) -> i32 {
        self.capability(DC_COPIES, settings)
    }

    /// Whether it can lay one set of copies after the other.
    pub(super) fn collates(&self, settings: &DevMode) -> bool {
        self.capability(DC_COLLATE, settings) == 1
    }

    fn capability(&self, which: u16, settings: &DevMode) -> i32 {
        let (name, port) = (self.name.as_ptr(), self.port.as_ptr());
        // SAFETY: both texts end with a zero, the settings are of this driver, and these capabilities write nothing.
        unsafe { DeviceCapabilitiesW(name, port, which, null_mut(), settings.pointer()) }
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        // SAFETY: it is open, and nobody has the handle any more.
        unsafe { ClosePrinter(self.handle) };
    }
}

/// All settings of a printer: a [`DEVMODEW`] and what its driver has behind that.
#[derive(Clone)]
pub(super) struct DevMode(Vec<u64>);

impl DevMode {
    fn pointer(&self) -> *const DEVMODEW {
        self.0.as_ptr().cast()
    }

    pub(super) fn get(&self) -> Settings {
        // SAFETY: it is as long as a `DEVMODEW` and aligned to 8 bytes, and any numbers are one. That of a printer has
        // paper in its union, and not a screen.
        let (mode, of_paper) = unsafe {
            let mode = *self.pointer();
            (mode, mode.Anonymous1.Anonymous1)
        };
        Settings {
            fields: mode.dmFields,
            orientation: of_paper.dmOrientation,
            paper: of_paper.dmPaperSize,
            copies: of_paper.dmCopies,
            collate: mode.dmCollate,
            duplex: mode.dmDuplex,
        }
    }

    pub(super) fn set(&mut self, settings: Settings) {
        // SAFETY: as in `get`, and nobody else has it.
        let mode = unsafe { &mut *self.0.as_mut_ptr().cast::<DEVMODEW>() };
        mode.dmFields = settings.fields;
        mode.dmCollate = settings.collate;
        mode.dmDuplex = settings.duplex;
        // SAFETY: as in `get`.
        let of_paper = unsafe { &mut mode.Anonymous1.Anonymous1 };
        of_paper.dmOrientation = settings.orientation;
        of_paper.dmPaperSize = settings.paper;
        of_paper.dmCopies = settings.copies;
    }
}

/// What is drawn on for a printer.
pub(super) struct Dc(HDC);

impl Dc {
    pub(super) fn new(printer: &Printer, settings: &DevMode) -> Result<Self, Failure> {
        let driver = wide("WINSPOOL");
        // SAFETY: both texts end with a zero, and the settings are of this printer's driver.
        let dc = unsafe {
            CreateDCW(
                driver.as_ptr(),
                printer.name.as_ptr(),
                null(),
                settings.pointer(),
            )
        };
        if dc.is_null() {
            Err(last("CreateDC"))
        } else {
            Ok(Self(dc))
        }
    }

    /// Other settings from the next page on; not while a page is drawn.
    pub(super) fn reset(&mut self, settings: &DevMode) -> Result<(), Failure> {
        // SAFETY: the settings are of the driver that this was made with.
        let dc = unsafe { ResetDCW(self.0, settings.pointer()) };
        worked("ResetDC", i32::from(!dc.is_null()))
    }

    pub(super) fn sheet(&self) -> Sheet {
        Sheet {
            dpi: [self.cap(LOGPIXELSX), self.cap(LOGPIXELSY)],
            paper: [self.cap(PHYSICALWIDTH), self.cap(PHYSICALHEIGHT)],
            margin: [self.cap(PHYSICALOFFSETX), self.cap(PHYSICALOFFSETY)],
            reach: [self.cap(HORZRES), self.cap(VERTRES)],
        }
    }

    fn cap(&self, which: u32) -> i32 {
        // SAFETY: it is a device context.
        unsafe { GetDeviceCaps(self.0, which.cast_signed()) }
    }

    pub(super) fn start_doc(&mut self, title: &str) -> Result<(), Failure> {
        let title = wide(title);
        let info = DOCINFOW {
            cbSize: size::<DOCINFOW>().cast_signed(),
            lpszDocName: title.as_ptr(),
            ..DOCINFOW::default()
        };
        // SAFETY: it is a printer's device context, and the title ends with a zero.
        worked("StartDoc", unsafe { StartDocW(self.0, &raw const info) })
    }

    pub(super) fn start_page(&mut self) -> Result<(), Failure> {
        // SAFETY: it is a printer's device context.
        worked("StartPage", unsafe { StartPage(self.0) })?;
        // A printer that has only ink and no ink mixes greys of dots, which it must be told.
        let mode = if self.cap(BITSPIXEL) == 1 {
            HALFTONE
        } else {
            COLORONCOLOR
        };
        // SAFETY: it is a device context; nothing is read or written.
        unsafe {
            SetStretchBltMode(self.0, mode);
            SetBrushOrgEx(self.0, 0, 0, null_mut());
        }
        Ok(())
    }

    pub(super) fn end_page(&mut self) -> Result<(), Failure> {
        // SAFETY: it is a printer's device context.
        worked("EndPage", unsafe { EndPage(self.0) })
    }

    pub(super) fn end_doc(&mut self) -> Result<(), Failure> {
        // SAFETY: it is a printer's device context.
        worked("EndDoc", unsafe { EndDoc(self.0) })
    }

    pub(super) fn abort_doc(&mut self) {
        // SAFETY: it is a printer's device context.
        unsafe { AbortDoc(self.0) };
    }

    pub(super) fn draw(&mut self, tile: &Tile, area: Area) -> Result<(), Failure> {
        let call = "StretchDIBits";
        let bytes = if tile.is_grey { 1 } else { 3 };
        let line = (tile.width as usize * bytes).next_multiple_of(4);
        let (Ok(width), Ok(height)) = (i32::try_from(tile.width), i32::try_from(tile.height))
        else {
            return Err(Failure { call, code: 0 });
        };
        if tile.bits.len() != line * tile.height as usize {
            return Err(Failure { call, code: 0 });
        }
        let head = Head {
            header: BITMAPINFOHEADER {
                biSize: size::<BITMAPINFOHEADER>(),
                biWidth: width,
                // From the lowest row up, as every driver takes it.
                biHeight: height,
                biPlanes: 1,
                biBitCount: if tile.is_grey { 8 } else { 24 },
                biCompression: BI_RGB,
                biClrUsed: if tile.is_grey { 256 } else { 0 },
                ..BITMAPINFOHEADER::default()
            },
            greys: GREYS,
        };
        // SAFETY: the head begins as a `BITMAPINFO` does and has all the colours that it tells of, and there are as many
        // bytes as its width, height and depth take.
        let rows = unsafe {
            StretchDIBits(
                self.0,
                area.left,
                area.top,
                area.width,
                area.height,
                0,
                0,
                width,
                height,
                tile.bits.as_ptr().cast::<c_void>(),
                (&raw const head).cast::<BITMAPINFO>(),
                DIB_RGB_COLORS,
                SRCCOPY,
            )
        };
        worked(call, rows)
    }
}

impl Drop for Dc {
    fn drop(&mut self) {
        // SAFETY: it is a device context, and nobody has the handle any more.
        unsafe { DeleteDC(self.0) };
    }
}

/// From black to white.
const GREYS: [RGBQUAD; 256] = {
    let mut greys = [RGBQUAD {
        rgbBlue: 0,
        rgbGreen: 0,
        rgbRed: 0,
        rgbReserved: 0,
    }; 256];
    let mut level = 0_u8;
    loop {
        greys[level as usize] = RGBQUAD {
            rgbBlue: level,
            rgbGreen: level,
            rgbRed: level,
            rgbReserved: 0,
        };
        if level == u8::MAX {
            break greys;
        }
        level += 1;
    }
};

/// What a function writes that says how many bytes it needs, aligned to 8 bytes.
fn filled(
    call: &'static str,
    mut fill: impl FnMut(*mut u8, u32, *mut u32) -> i32,
) -> Result<Vec<u64>, Failure> {
    /// `ERROR_INSUFFICIENT_BUFFER`
    const TOO_SMALL: i32 = 122;
    let mut buffer = Vec::<u64>::new();
    // A printer may be added between two calls.
    for _ in 0..8 {
        let size = u32::try_from(size_of_val(buffer.as_slice())).unwrap_or_default();
        let mut needed = 0;
        if fill(buffer.as_mut_ptr().cast(), size, &raw mut needed) != 0 {
            return Ok(buffer);
        }
        let failure = last(call);
        if failure.code != TOO_SMALL {
            return Err(failure);
        }
        buffer.resize((needed as usize).div_ceil(8), 0);
    }
    Err(last(call))
}

/// The bytes of a structure, as Windows counts them.
fn size<T>() -> u32 {
    u32::try_from(size_of::<T>()).expect("a structure of Windows has some hundred bytes")
}

/// Windows' text of a Rust one.
fn wide(text: &str) -> Vec<u16> {
    let letters = text.encode_utf16().filter(|letter| *letter != 0);
    letters.chain([0]).collect()
}

/// A text of Windows', which ends with a zero; empty where there is none.
///
/// # Safety
/// The text is there, up to its zero.
unsafe fn text(letters: *const u16) -> String {
    if letters.is_null() {
        return String::new();
    }
    let mut length = 0;
    // SAFETY: the text goes on up to its zero, as promised.
    let letters = unsafe {
        while *letters.add(length) != 0 {
            length += 1;
        }
        &*ptr::slice_from_raw_parts(letters, length)
    };
    String::from_utf16_lossy(letters)
}

fn until_zero(letters: &[u16]) -> String {
    let text = letters.split(|letter| *letter == 0).next();
    String::from_utf16_lossy(text.unwrap_or_default())
}

/// Nothing, where a call's answer is more than 0.
fn worked(call: &'static str, answer: i32) -> Result<(), Failure> {
    if answer > 0 { Ok(()) } else { Err(last(call)) }
}

/// Why the last call failed.
fn last(call: &'static str) -> Failure {
    Failure {
        call,
        code: io::Error::last_os_error().raw_os_error().unwrap_or(0),
    }
}
