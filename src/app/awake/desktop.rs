//! Keeping the screen on where a desktop decides about it, and not one system for all.
//!
//! Most desktops listen to `org.freedesktop.ScreenSaver`; where nobody does, the portal passes the wish on in the desktop's own
//! way. An X server turns the screen off by itself as well, and under a bare window manager nobody else does.
//!
//! `keepawake`, which does it on Windows, asks the screen saver alone here, without a limit of time, and panics where that has gone when the screen is let go.
//!
//! Sources: the idle inhibition service of freedesktop.org, `org.freedesktop.portal.Inhibit`, the MIT-SCREEN-SAVER extension.

use std::{collections::HashMap, env, time::Duration};

use x11rb::{protocol::screensaver::ConnectionExt as _, rust_connection::RustConnection};
use zbus::{
    blocking::{Connection, connection::Builder},
    zvariant::{OwnedObjectPath, Value},
};

use super::Held;

const SCREEN_SAVER: &str = "org.freedesktop.ScreenSaver";
const SCREEN_SAVER_PLACE: &str = "/org/freedesktop/ScreenSaver";
const PORTAL: &str = "org.freedesktop.portal.Desktop";
const PORTAL_PLACE: &str = "/org/freedesktop/portal/desktop";

/// The flag of the portal for "the session doesn't go idle".
const IDLE: u32 = 8;

/// A desktop that hasn't answered by then won't.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks everybody who could turn the screen off.
pub(super) fn keep_awake(program: &str, reason: &str) -> Result<Held, String> {
    let desktop = session().and_then(|connection| Inhibited::ask(connection, program, reason));
    // Under Wayland there may be an X server for old programs, which has no say.
    let is_wayland = env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty());
    let server = if is_wayland {
        Err("the screen is not one of an X server".into())
    } else {
        suspend_x()
    };
    match (desktop, server) {
        (Err(desktop), Err(server)) => Err(format!("{desktop}; {server}")),
        (desktop, server) => {
            for error in [desktop.as_ref().err().map(ToString::to_string)]
                .into_iter()
                .chain([server.as_ref().err().map(ToString::to_string)])
                .flatten()
            {
                tracing::debug!("not everybody keeps the screen awake: {error}");
            }
            Ok(Box::new((desktop.ok(), server.ok())))
        }
    }
}

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn session() -> Answer<Connection> {
    Ok(Builder::session()?.method_timeout(PATIENCE).build()?)
}

/// A desktop that has agreed to keep the screen on.
#[derive(Debug)]
struct Inhibited {
    connection: Connection,
    by: By,
}

/// Who has agreed, and what that one calls the agreement.
#[derive(Debug)]
enum By {
    ScreenSaver(u32),
    Portal(OwnedObjectPath),
}

impl Inhibited {
    fn ask(connection: Connection, program: &str, reason: &str) -> Answer<Self> {
        let by = match ask_screen_saver(&connection, program, reason) {
            Ok(cookie) => By::ScreenSaver(cookie),
            Err(error) => {
                tracing::debug!("no screen saver to be inhibited: {error}");
                By::Portal(ask_portal(&connection, reason)?)
            }
        };
        Ok(Self { connection, by })
    }
}

impl Drop for Inhibited {
    fn drop(&mut self) {
        let over = match &self.by {
            By::ScreenSaver(cookie) => self.connection.call_method(
                Some(SCREEN_SAVER),
                SCREEN_SAVER_PLACE,
                Some(SCREEN_SAVER),
                "UnInhibit",
                cookie,
            ),
            By::Portal(request) => self.connection.call_method(
                Some(PORTAL),
                request,
                Some("org.freedesktop.portal.Request"),
                "Close",
                &(),
            ),
        };
        // The desktop forgets the agreement anyway, together with the connection.
        if let Err(error) = over {
            tracing::debug!("the screen saver is let go without a word: {error}");
        }
    }
}

fn ask_screen_saver(connection: &Connection, program: &str, reason: &str) -> zbus::Result<u32> {
    let answer = connection.call_method(
        Some(SCREEN_SAVER),
        SCREEN_SAVER_PLACE,
        Some(SCREEN_SAVER),
        "Inhibit",
        &(program, reason),
    )?;
    answer.body().deserialize()
}

fn ask_portal(connection: &Connection, reason: &str) -> zbus::Result<OwnedObjectPath> {
    let options = HashMap::from([("reason", Value::from(reason))]);
    let no_window = "";
    let answer = connection.call_method(
        Some(PORTAL),
        PORTAL_PLACE,
        Some("org.freedesktop.portal.Inhibit"),
        "Inhibit",
        &(no_window, IDLE, options),
    )?;
    answer.body().deserialize()
}

/// Suspends the X server's own clock, for as long as the connection lasts.
fn suspend_x() -> Answer<RustConnection> {
    let (connection, _) = x11rb::connect(None)?;
    // Since version 1.1.
    connection.screensaver_query_version(1, 1)?.reply()?;
    connection.screensaver_suspend(1)?.check()?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::net::UnixStream,
        sync::{Arc, Mutex},
        thread,
    };

    use zbus::{Guid, fdo};

    use super::*;

    /// What a desktop was asked for, in order.
    type Asked = Arc<Mutex<Vec<String>>>;

    fn note(asked: &Asked, what: String) {
        asked.lock().expect("nobody panics").push(what);
    }

    struct ScreenSaver(Asked);

    #[zbus::interface(name = "org.freedesktop.ScreenSaver")]
    impl ScreenSaver {
        fn inhibit(&self, program: &str, reason: &str) -> u32 {
            note(&self.0, format!("{program}: {reason}"));
            17
        }

        fn un_inhibit(&self, cookie: u32) {
            note(&self.0, format!("let go {cookie}"));
        }
    }

    struct Portal(Asked);

    #[zbus::interface(name = "org.freedesktop.portal.Inhibit")]
    impl Portal {
        #[expect(clippy::needless_pass_by_value, reason = "zbus hands it over")]
        fn inhibit(
            &self,
            window: &str,
            flags: u32,
            options: HashMap<String, Value<'_>>,
        ) -> fdo::Result<OwnedObjectPath> {
            let reason = options.get("reason").map(ToString::to_string);
            note(
                &self.0,
                format!("window {window:?}, {flags}, {}", reason.unwrap_or_default()),
            );
            OwnedObjectPath::try_from("/request/1")
                .map_err(|error| fdo::Error::Failed(error.to_string()))
        }
    }

    struct Request(Asked);

    #[zbus::interface(name = "org.freedesktop.portal.Request")]
    impl Request {
        fn close(&self) {
            note(&self.0, "closed".to_owned());
        }
    }

    /// A program's connection to a desktop that offers what `offer` puts on it.
    fn connect(
        offer: impl FnOnce(Builder<'static>) -> zbus::Result<Builder<'static>> + Send + 'static,
    ) -> (Connection, Connection) {
        let (ours, theirs) = UnixStream::pair().expect("two ends");
        // Each end waits for the other.
        let desktop = thread::spawn(move || {
            let builder = Builder::async_io_unix_stream(theirs)
                .server(Guid::generate())?
                .p2p();
            offer(builder)?.build()
        });
        let program = Builder::async_io_unix_stream(ours)
            .p2p()
            .build()
            .expect("a line");
        let desktop = desktop.join().expect("no panic").expect("a desktop");
        (program, desktop)
    }

    #[test]
    fn a_screen_saver_is_inhibited_and_let_go() {
        let asked = Asked::default();
        let saver = ScreenSaver(Arc::clone(&asked));
        let (program, _desktop) =
            connect(move |builder| builder.serve_at(SCREEN_SAVER_PLACE, saver));
        let held = Inhibited::ask(program, "Camp", "on the wall").expect("an agreement");
        assert_eq!(*asked.lock().expect("no panic"), ["Camp: on the wall"]);
        drop(held);
        assert_eq!(
            *asked.lock().expect("no panic"),
            ["Camp: on the wall", "let go 17"]
        );
    }

    #[test]
    fn without_a_screen_saver_the_portal_is_asked() {
        let asked = Asked::default();
        let portal = Portal(Arc::clone(&asked));
        let request = Request(Arc::clone(&asked));
        let (program, _desktop) = connect(move |builder| {
            builder
                .serve_at(PORTAL_PLACE, portal)?
                .serve_at("/request/1", request)
        });
        let held = Inhibited::ask(program, "Camp", "on the wall").expect("an agreement");
        drop(held);
        assert_eq!(
            *asked.lock().expect("no panic"),
            ["window \"\", 8, \"on the wall\"", "closed"]
        );
    }

    #[test]
    fn a_desktop_that_offers_neither_is_no_agreement() {
        let request = Request(Asked::default());
        let (program, _desktop) = connect(move |builder| builder.serve_at("/request/1", request));
        assert!(Inhibited::ask(program, "Camp", "on the wall").is_err());
    }
}
