//! Memory and files that the system frees when the process ends. For gigabytes that takes it some
//! tenths of a second, and whoever waits for an interrupted process would wait for that, too. So a
//! child process holds them a little longer: it has the same memory and those files that have no name
//! any more, and it ends once this process has ended.

/// Keeps the large files of this process open, so that to close one frees nothing.
pub(super) fn keep_files() {
    #[cfg(target_os = "linux")]
    linux::keep_files();
}

/// Leaves to a child what is freed when this process ends. It must end next.
pub(super) fn leave_to_child() {
    #[cfg(target_os = "linux")]
    linux::leave_to_child();
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "a process that shares its memory is made by the system's `clone`")]
mod linux {
    use std::{
        ffi::{c_int, c_void},
        fs::{self, File, Metadata},
        mem,
        os::{fd::RawFd, unix::fs::MetadataExt},
        path::PathBuf,
    };

    use rustix::{
        process::{Pid, getpid, getppid},
        thread::{Timespec, nanosleep},
    };

    /// A file that takes the system a millisecond to free, in bytes.
    const LARGE: u64 = 4 << 20;
    /// The stack of the child, in words of 16 bytes.
    const STACK: usize = 4096;
    /// How often the child looks whether this process has ended.
    const INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };

    /// What the child needs to know.
    struct ChildTask {
        parent: Pid,
        /// The files that it closes at once.
        to_close: Vec<RawFd>,
    }

    pub(super) fn keep_files() {
        for (_, path, about) in open_files() {
            if about.is_file() && about.len() >= LARGE {
                // Opened anew, it does not have the lock. If that is not possible, closing it may take long.
                let _ = File::open(path).map(mem::forget);
            }
        }
    }

    pub(super) fn leave_to_child() {
        let is_freed_at_the_end = |about: &Metadata| about.is_file() && about.nlink() == 0;
        let to_close = open_files().filter(|(_, _, about)| !is_freed_at_the_end(about));
        let to_close = to_close.map(|(fd, ..)| fd).collect();
        let task = ChildTask { parent: getpid(), to_close };
        // Neither is ever freed: the child uses both to its end.
        let task: &'static ChildTask = Box::leak(Box::new(task));
        let stack = Box::leak(vec![0_u128; STACK].into_boxed_slice()).as_mut_ptr_range().end;
        // SAFETY: the stack is aligned to 16 bytes and used by nobody else. The child has the memory of
        // this process, but runs `run_child` only, which calls the system, reads its argument and uses
        // nothing that another thread may write. Its table of files is its own. Without a child,
        // which is the only way to fail, this process frees everything itself.
        let _ = unsafe {
            libc::clone(
                run_child,
                stack.cast(),
                libc::CLONE_VM,
                (&raw const *task).cast_mut().cast(),
            )
        };
    }

    /// What the child does.
    extern "C" fn run_child(task: *mut c_void) -> c_int {
        // SAFETY: `leave_to_child` passes a pointer to a `ChildTask` that lives for ever and is not written.
        let task = unsafe { &*task.cast::<ChildTask>() };
        for &fd in &task.to_close {
            // SAFETY: the table of files is the child's own, and nobody else uses it.
            unsafe { rustix::io::close(fd) };
        }
        while getppid() == Some(task.parent) {
            let _ = nanosleep(&INTERVAL);
        }
        0
    }

    /// All open files: their descriptors, names by which they can be opened anew, and what they are.
    fn open_files() -> impl Iterator<Item = (RawFd, PathBuf, Metadata)> {
        let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let fd = entry.file_name().to_str()?.parse().ok()?;
            let about = fs::metadata(entry.path()).ok()?;
            Some((fd, entry.path(), about))
        })
    }
}
