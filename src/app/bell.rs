//! The sound with which the system draws attention.
//!
//! Windows plays what the director has chosen for a warning, an X server (and the desktops that speak for one, as most
//! Wayland desktops do) its bell. A sound that can't be made is no error: whatever rings is marked on the screen as well.

/// Rings, and doesn't wait for the sound.
#[cfg(windows)]
pub fn ring() {
    if let Err(error) = winsafe::MessageBeep(winsafe::co::MBP::WARNING) {
        tracing::debug!("no bell: {error}");
    }
}

/// Rings, and doesn't wait for the sound.
#[cfg(not(windows))]
pub fn ring() {
    // Reaching the X server can take its time, above all over a network.
    let rung = std::thread::Builder::new()
        .name("bell".to_owned())
        .spawn(|| {
            if let Err(error) = ring_x() {
                tracing::debug!("no bell: {error}");
            }
        });
    if let Err(error) = rung {
        tracing::debug!("no bell: {error}");
    }
}

#[cfg(not(windows))]
fn ring_x() -> Result<(), Box<dyn std::error::Error>> {
    use x11rb::{connection::Connection as _, protocol::xproto::ConnectionExt as _};

    /// As loud as the desktop is set to.
    const USUAL: i8 = 0;
    let (connection, _) = x11rb::connect(None)?;
    connection.bell(USUAL)?.check()?;
    connection.flush()?;
    Ok(())
}
