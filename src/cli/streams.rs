//! Standard streams that were closed when the program started: their use is an error.
//!
//! Before `main`, the standard library opens `/dev/null` in place of a closed stream, so a job whose
//! output is closed would lose it in silence. A function that runs even earlier records which
//! streams are closed, and `main` replaces these by files that cannot be read or written.

/// Makes the use of closed streams an error.
pub(super) fn refuse_closed() {
    #[cfg(target_os = "linux")]
    linux::refuse_closed();
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "code that runs before main must be named to the linker")]
mod linux {
    use std::{
        fs::File,
        sync::atomic::{AtomicBool, Ordering::Relaxed},
    };

    use rustix::{io::fcntl_getfd, stdio};

    static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
    static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

    // SAFETY: the section holds addresses of functions that the loader calls before `main`. This function makes two
    // system calls and sets two atomics, so it needs nothing of the standard library that is not there yet.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static AT_START: extern "C" fn() = notice_closed;

    extern "C" fn notice_closed() {
        STDIN_IS_CLOSED.store(fcntl_getfd(stdio::stdin()).is_err(), Relaxed);
        STDOUT_IS_CLOSED.store(fcntl_getfd(stdio::stdout()).is_err(), Relaxed);
    }

    pub(super) fn refuse_closed() {
        const NULL: &str = "/dev/null";
        // If there is no such file, the stream stays as it is.
        if STDIN_IS_CLOSED.load(Relaxed)
            && let Ok(file) = File::options().write(true).open(NULL)
        {
            let _ = stdio::dup2_stdin(file);
        }
        if STDOUT_IS_CLOSED.load(Relaxed)
            && let Ok(file) = File::open(NULL)
        {
            let _ = stdio::dup2_stdout(file);
        }
    }
}
