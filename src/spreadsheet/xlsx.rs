//! Excel's own format.

use jiff::civil::{Date, DateTime};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, XlsxError,
};

use unicode_width::UnicodeWidthStr as _;

use super::{Cell, Sheet, csv::harmless};

/// How wide a column may become, in digits of the sheet's font. A longer name is cut on the screen, not in the cell.
const WIDEST: usize = 50;

/// How wide a day is in any country's writing, and a day with a time.
const DAY: usize = 10;
const TIME: usize = 16;

/// A gain, a loss with a real minus sign, and neither.
const CHANGE: &str = "+0;\u{2212}0;0";

/// The room of the button that a title has for sorting and filtering, in digits.
const BUTTON: usize = 2;

/// # Errors
/// A table that Excel doesn't allow: more than 1,048,576 rows, say.
pub(super) fn write(sheet: &Sheet, published: Date) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    workbook.set_properties(&properties(sheet, published)?);
    let heading = Format::new()
        .set_bold()
        .set_border_bottom(FormatBorder::Thin);
    let number_heading = heading.clone().set_align(FormatAlign::Right);
    // What a spreadsheet would take for a formula when somebody edits the cell stays a text then too.
    let quoted = Format::new().set_quote_prefix();
    let long_number = Format::new().set_align(FormatAlign::Right);
    // Built-in formats, which each country's Excel shows in its own way.
    let date = Format::new().set_num_format_index(14);
    let date_time = Format::new().set_num_format_index(22);
    let change = Format::new().set_num_format(CHANGE);

    let page = workbook.add_worksheet();
    page.set_name(&sheet.tab)?;
    for (at, column) in (0_u16..).zip(&sheet.columns) {
        let format = if column.is_text {
            &heading
        } else {
            &number_heading
        };
        page.write_string_with_format(0, at, &column.title, format)?;
        page.set_column_width(at, width(sheet, usize::from(at)))?;
    }
    for (at, row) in (1_u32..).zip(&sheet.rows) {
        for (column, cell) in (0_u16..).zip(row) {
            match cell {
                Cell::Empty => (),
                Cell::Number(number) => {
                    page.write_number(at, column, *number)?;
                }
                Cell::Change(number) => {
                    page.write_number_with_format(at, column, *number, &change)?;
                }
                Cell::Date(day) => {
                    page.write_datetime_with_format(at, column, excel_day(*day)?, &date)?;
                }
                Cell::Time(time) => {
                    page.write_datetime_with_format(at, column, excel_time(*time)?, &date_time)?;
                }
                Cell::Exact(digits) => match held(digits) {
                    Some(number) => {
                        page.write_number(at, column, number)?;
                    }
                    None => {
                        page.write_string_with_format(at, column, digits, &long_number)?;
                    }
                },
                Cell::Text(text) if *text == harmless(text) => {
                    page.write_string(at, column, text)?;
                }
                Cell::Text(text) => {
                    page.write_string_with_format(at, column, text, &quoted)?;
                }
            }
        }
    }
    let last_row = u32::try_from(sheet.rows.len());
    let last_column = u16::try_from(sheet.columns.len().saturating_sub(1));
    if let (Ok(last_row @ 1..), Ok(last_column)) = (last_row, last_column) {
        page.autofilter(0, 0, last_row, last_column)?;
    }
    page.set_freeze_panes(1, 0)?;
    page.set_repeat_rows(0, 0)?;
    page.set_print_fit_to_pages(1, 0);
    workbook.save_to_buffer()
}

/// The number that a spreadsheet's cell can hold without losing a digit of it.
fn held(digits: &str) -> Option<f64> {
    let number = digits.parse::<f64>().ok()?;
    (number.to_string() == digits).then_some(number)
}

/// Neither a user nor a computer is named, and the day is that of the pages: the same list is the same file.
fn properties(sheet: &Sheet, published: Date) -> Result<DocProperties, XlsxError> {
    Ok(DocProperties::new()
        .set_title(&sheet.title)
        .set_creation_datetime(&excel_day(published)?))
}

/// # Errors
/// A day before 1900, which no camp has.
fn excel_day(day: Date) -> Result<ExcelDateTime, XlsxError> {
    let year = u16::try_from(day.year()).unwrap_or_default();
    let month = day.month().unsigned_abs();
    ExcelDateTime::from_ymd(year, month, day.day().unsigned_abs())
}

/// # Errors
/// As [`excel_day`].
fn excel_time(time: DateTime) -> Result<ExcelDateTime, XlsxError> {
    let part = |part: i8| u16::from(part.unsigned_abs());
    let seconds = f64::from(time.second());
    excel_day(time.date())?.and_hms(part(time.hour()), time.minute().unsigned_abs(), seconds)
}

/// Enough for the title and every cell, with the air that Excel itself leaves.
fn width(sheet: &Sheet, column: usize) -> u32 {
    let title = sheet.columns.get(column);
    let title = title.map(|column| column.title.width() + BUTTON);
    let cells = sheet.rows.iter().filter_map(|row| row.get(column));
    let widths = cells.map(|cell| match cell {
        Cell::Empty => 0,
        Cell::Number(number) => number.to_string().len(),
        Cell::Change(number) => number.to_string().len() + 1,
        Cell::Exact(digits) => digits.len(),
        Cell::Date(_) => DAY,
        Cell::Time(_) => TIME,
        Cell::Text(text) => text.width(),
    });
    let widest = widths.chain(title).max().unwrap_or_default();
    u32::try_from(widest.min(WIDEST) + 2).unwrap_or_default()
}
