//! What can be printed: data, template, pages.
