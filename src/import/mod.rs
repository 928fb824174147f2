//! Reads strangers' files into one plan, and changes nothing by itself.
