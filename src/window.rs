//! Opening the window: which graphics, and what to say when there are none.

use std::{
    cell::OnceCell,
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
    time::Instant,
};

use crate::{
    app::{self, App, Command, OneWindow, settings::Settings},
    cli::{self, Failure},
    pages,
    ui::{self, Window},
};

/// What the window opens with.
#[derive(Clone, Debug)]
enum Start {
    Nothing,
    Camp(PathBuf),
    Sample,
}

/// Opens the window, with a camp if one is given, and returns when it is closed. Where another window has this camp open, that one comes to
/// the front instead.
///
/// # Errors
/// There is no display, or no graphics that work.
pub fn open(camp: Option<PathBuf>) -> Result<(), Failure> {
    if let Some(path) = &camp
        && path.extension().is_none()
        && !path.exists()
    {
        return Err(Failure::Refused(format!(
            "There is no command and no camp file “{}”. The commands: camp-ladder --help",
            path.display()
        )));
    }
    if camp.as_deref().is_some_and(OneWindow::call) {
        return Ok(());
    }
    run(&camp.map_or(Start::Nothing, Start::Camp))
}

/// Opens the window with the sample camp; where there is none, prints the standings of the sample camp.
///
/// # Errors
/// Neither can be done.
pub fn open_or_print_sample() -> Result<(), Failure> {
    match run(&Start::Sample) {
        Ok(()) => Ok(()),
        Err(failure) => {
            cli::say(&failure.to_string());
            cli::run(cli::Order::Demo)
        }
    }
}

fn run(start: &Start) -> Result<(), Failure> {
    if !has_display() {
        return Err(Failure::Refused(
            "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)"
                .to_owned(),
        ));
    }
    let started = Instant::now();
    let settings = Settings::of_user();
    let mut reasons = Vec::new();
    for backends in backends() {
        let options = native_options(&settings, backends);
        let start = start.clone();
        let settings = settings.clone();
        let endings = OnceCell::new();
        let kept = &endings;
        let window = || {
            eframe::run_native(
                "Camp Ladder",
                options,
                Box::new(move |context| {
                    let ctx = context.egui_ctx.clone();
                    let mut app = App::new(
                        settings,
                        Arc::new(move || ctx.request_repaint()),
                        app::real_clock,
                        pages::ALL,
                    )?;
                    let _ = kept.set(app.endings());
                    app.bell = app::bell::ring;
                    app.openers = app::Openers::real();
                    app.keep_awake = app::awake::by_the_system();
                    let ctx = context.egui_ctx.clone();
                    app.one_window = Some(OneWindow::new(Arc::new(move || ctx.request_repaint())));
                    match start {
                        Start::Nothing => {}
                        Start::Camp(path) => app.send(app::Action::Open(path)),
                        Start::Sample => app.send(Command::OPEN_SAMPLE),
                    }
                    let window = Window::new(&context.egui_ctx, app).started_at(started);
                    Ok(Box::new(window))
                }),
            )
        };
        // A mistake in the program must not look like a window that vanishes. The file is closed in good order on the way.
        let closed = catch_unwind(AssertUnwindSafe(window));
        let Ok(closed) = closed else {
            // What ends is waited for after that, so that nobody wonders meanwhile where the window is.
            return Err(tell(stopped()));
        };
        // There is no window any more that would stand there and not respond: the last backup of a large camp takes seconds.
        drop(endings);
        match closed {
            Ok(()) => return Ok(()),
            Err(error) => {
                tracing::warn!("no window with {backends:?}: {error}");
                reasons.push(error.to_string());
            }
        }
    }
    Err(tell(no_graphics(&reasons)))
}

/// Shows a sentence to whoever double-clicked the program and has no console to read it in.
fn tell(sentence: String) -> Failure {
    if cfg!(windows) {
        rfd::MessageDialog::new()
            .set_level(rfd::MessageLevel::Error)
            .set_title("Camp Ladder")
            .set_description(&sentence)
            .show();
    }
    Failure::Refused(sentence)
}

fn stopped() -> String {
    format!(
        "Camp Ladder has stopped because of a mistake in the program. Everything that was saved is in the camp file: start it again, and go on.{}",
        where_the_log_is()
    )
}

fn where_the_log_is() -> String {
    crate::log::folder().map_or_else(String::new, |folder| {
        format!(" The log in “{}” says more.", folder.display())
    })
}

fn no_graphics(reasons: &[String]) -> String {
    let log = where_the_log_is();
    format!(
        "Camp Ladder can’t open its window, because no graphics of this computer work ({}). Install the newest driver of the graphics card, or all updates of Windows, and start it again. Everything but the window works without graphics: camp-ladder --help.{log}",
        reasons.join("; ")
    )
}

/// On other systems than Linux there is always one, or the window says so itself.
fn has_display() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .into_iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// The ways to draw, in the order in which they are tried. On Windows, `DirectX` first, which is always there (in
/// software if need be); OpenGL is missing on Remote Desktop and bare drivers, and some Vulkan drivers hang.
fn backends() -> Vec<wgpu::Backends> {
    if let Some(chosen) = wgpu::Backends::from_env() {
        return vec![chosen];
    }
    if cfg!(windows) {
        vec![
            wgpu::Backends::DX12,
            wgpu::Backends::GL,
            wgpu::Backends::VULKAN,
        ]
    } else {
        vec![wgpu::Backends::VULKAN, wgpu::Backends::GL]
    }
}

fn native_options(settings: &Settings, backends: wgpu::Backends) -> eframe::NativeOptions {
    // At first it has room on a laptop of 1366 × 768 pixels, beside its task bar and under its title.
    let [width, height] = settings.window.unwrap_or([1180.0, 660.0]);
    let mut setup = eframe::egui_wgpu::WgpuSetupCreateNew::without_display_handle();
    setup.instance_descriptor.backends = backends;
    // A program of forms needs no second graphics card, and a laptop's battery lasts longer without it.
    setup.power_preference = wgpu::PowerPreference::LowPower;
    eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Camp Ladder")
            .with_app_id("camp-ladder")
            .with_inner_size([width, height])
            .with_maximized(settings.maximized)
            .with_min_inner_size([480.0, 320.0])
            .with_clamp_size_to_monitor_size(true)
            .with_icon(ui::icon()),
        wgpu_options: eframe::egui_wgpu::WgpuConfiguration {
            wgpu_setup: setup.into(),
            ..eframe::egui_wgpu::WgpuConfiguration::default()
        },
        ..eframe::NativeOptions::default()
    }
}
