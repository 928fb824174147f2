//! What a record is known by on every computer.

use uuid::Uuid;

/// An identity that no other record has, on this computer or any other: a random UUID, "67e55044-10b1-426f-9247-bb680e5fe0c8".
pub(super) fn uid() -> String {
    Uuid::new_v4().to_string()
}
