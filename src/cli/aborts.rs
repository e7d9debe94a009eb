//! A process that aborts: because there is no memory left, for example, after the standard library has
//! said so. It ends as at any other error, without temporary files and with its exit code.

/// Makes an abort an error.
pub(super) fn clean_up() {
    #[cfg(unix)]
    unix::clean_up();
}

#[cfg(unix)]
#[allow(unsafe_code, reason = "a signal may interrupt anything")]
mod unix {
    use signal_hook::{
        consts::SIGABRT,
        low_level::{exit, register},
    };

    use super::super::exit::FAILED;
    use batchdoku::pipeline::Output;

    pub(super) fn clean_up() {
        // SAFETY: the action may run at any instant of any thread, so it must not wait for a lock that
        // this thread has, nor allocate. It tries a lock, removes files by system calls with paths on
        // the stack, and ends the process without any clean-up of the libraries.
        let registered = unsafe { register(SIGABRT, aborted) };
        // Otherwise an abort ends the process as it does anywhere.
        drop(registered);
    }

    fn aborted() {
        Output::remove_temporary_files();
        exit(FAILED.into());
    }
}
