//! What keeps a camp file from doing harm, and from coming to harm.

pub(super) mod check;
pub(super) mod connection;
pub(super) mod copy;
pub(super) mod digest;
pub(super) mod from_outside;
pub(super) mod image;
pub(super) mod journal;
pub(super) mod layout;
pub(super) mod new_file;
pub(super) mod outside;
pub(super) mod rebuild;
pub(super) mod room;
