//! Makes inputs out of other inputs.

/// Random numbers, the same ones for the same seed (`SplitMix64`).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound, which is at least 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    pub(crate) fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A piece of so many bytes, mostly a short one.
    fn piece(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let longest = 1 << self.below(11);
        let end = (start + 1 + self.below(longest)).min(length);
        start..end
    }
}

/// How much longer an input may be than the longest seed, in bytes.
const LONGER: usize = 1 << 16;

/// What files of all kinds have, and what they had better not have.
const WORDS: [&[u8]; 56] = [
    b"\0",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"\"",
    b"\"\"",
    b"'",
    b",",
    b";",
    b"|",
    b"=",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"<",
    b"&",
    b"#",
    b"$",
    b"\\",
    b"/",
    b".",
    b"-",
    b"+",
    b"%",
    b"0",
    b"-0",
    b"-1",
    b"1e308",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"255",
    b"256",
    b"32768",
    b"65536",
    b"2147483648",
    b"4294967296",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"99999999999999999999999",
    b"0000-00-00",
    b"9999-12-31",
    b"-9999-01-01",
    b"2024-02-30",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    "\u{202E}".as_bytes(),
    "e\u{301}\u{301}\u{301}".as_bytes(),
    "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}".as_bytes(),
    "\u{130}\u{DF}\u{FB03}".as_bytes(),
];

const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    u64::MAX,
];

/// The sizes of pages of databases.
const PAGES: [usize; 3] = [512, 2048, 4096];

/// A changed seed.
pub(crate) fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.one_of(seeds).clone();
    let longest = seeds.iter().map(Vec::len).max().unwrap_or(0) + LONGER;
    for _ in 0..1 << random.below(6) {
        change(random, &mut bytes, seeds);
        bytes.truncate(longest);
    }
    bytes
}

fn change(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    if bytes.is_empty() {
        bytes.extend(random.one_of(&WORDS).iter());
        return;
    }
    let piece = random.piece(bytes.len());
    let start = piece.start;
    match random.below(14) {
        0 => bytes[start] ^= 1 << random.below(8),
        1 => bytes[start] = random.byte(),
        2 => {
            let number = *random.one_of(&NUMBERS);
            let width = *random.one_of(&[1, 2, 4, 8]);
            let ordered = if random.below(2) == 0 {
                number.to_le_bytes()
            } else {
                // The low bytes at the end, as they are of a shorter number.
                (number << (64 - 8 * width)).to_be_bytes()
            };
            for (byte, new) in bytes[start..].iter_mut().zip(&ordered[..width]) {
                *byte = *new;
            }
        }
        3 => drop(bytes.drain(piece)),
        4 => {
            let copy = bytes[piece].to_vec();
            let place = random.below(bytes.len());
            bytes.splice(place..place, copy);
        }
        5 => {
            let other = random.one_of(seeds);
            if !other.is_empty() {
                let taken = random.piece(other.len());
                bytes.splice(piece, other[taken].iter().copied());
            }
        }
        6 => {
            let word = *random.one_of(&WORDS);
            bytes.splice(start..start, word.iter().copied());
        }
        7 => {
            let word = *random.one_of(&WORDS);
            bytes.splice(piece, word.iter().copied());
        }
        8 => {
            let any = random.byte();
            let fill = *random.one_of(&[0, 0xFF, b' ', b'0', b'9', any]);
            bytes[piece].fill(fill);
        }
        9 => {
            // Now and then only: a file that ends early has little to say.
            if random.below(8) == 0 {
                bytes.truncate(start);
            }
        }
        10 => {
            let copy = bytes[piece].repeat(1 + random.below(64));
            bytes.splice(start..start, copy.into_iter().take(LONGER));
        }
        11 => replace_number(random, bytes, start),
        12 => lines(random, bytes, start),
        _ => page(random, bytes),
    }
}

/// Puts another number in the place of the first one, in digits, from here on.
fn replace_number(random: &mut Random, bytes: &mut Vec<u8>, start: usize) {
    let Some(found) = bytes[start..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let first = start + found;
    let length = bytes[first..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let number = match random.below(3) {
        0 => random.below(40).to_string(),
        1 => random.below(100_000_000).to_string(),
        _ => random.one_of(&NUMBERS).to_string(),
    };
    bytes.splice(first..first + length, number.into_bytes());
}

/// Takes the line from here away, or has it twice.
fn lines(random: &mut Random, bytes: &mut Vec<u8>, start: usize) {
    let is_end = |byte: &u8| *byte == b'\n';
    let first = bytes[..start]
        .iter()
        .rposition(is_end)
        .map_or(0, |at| at + 1);
    let Some(length) = bytes[first..].iter().position(is_end) else {
        return;
    };
    let line = first..=first + length;
    if random.below(2) == 0 {
        bytes.drain(line);
    } else {
        let copy = bytes[line].to_vec();
        bytes.splice(first..first, copy);
    }
}

/// Wipes a page, or puts another one in its place.
fn page(random: &mut Random, bytes: &mut [u8]) {
    let size = *random.one_of(&PAGES);
    let pages = bytes.len() / size;
    if pages == 0 {
        return;
    }
    let to = random.below(pages) * size;
    if random.below(2) == 0 {
        bytes[to..to + size].fill(0);
    } else {
        let from = random.below(pages) * size;
        bytes.copy_within(from..from + size, to);
    }
}
