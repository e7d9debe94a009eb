//! Maps files into memory, and handles files that are truncated meanwhile.
//!
//! Reading a mapped page that the file no longer has raises SIGBUS, which would end the process. A
//! signal handler replaces the missing pages by zeros and sets a flag. The reader continues with
//! zeros, and its caller checks the flag before using the result (see [`Mapping::was_truncated`]),
//! so that nothing computed from the zeros is kept. This covers every access, wherever it happens.
#![allow(unsafe_code, reason = "mapping a file is unsafe, and so is handling a signal")]

use std::{fs::File, ops::Range};

use memmap2::Mmap;

use crate::io::{platform, read::input::MapContract};

#[derive(Debug)]
pub(crate) struct Mapping {
    map: Mmap,
    #[cfg(unix)]
    guard: &'static guard::GuardedRange,
}

impl Mapping {
    /// Maps a file that is not empty; `None` if the system cannot, or if too many files are mapped.
    pub(crate) fn new(file: &File, _: MapContract) -> Option<Self> {
        // SAFETY: a `MapContract` is made by `Input::mapped` alone, whose caller promises that the
        // file does not change.
        let map = unsafe { Mmap::map(file) }.ok()?;
        #[cfg(unix)]
        return Some(Self { guard: guard::GuardedRange::claim(&map)?, map });
        #[cfg(not(unix))]
        Some(Self { map })
    }

    /// Returns the whole file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Loads a range into memory at once.
    pub(crate) fn populate(&self, range: Range<usize>) {
        platform::populate(&self.map, range);
    }

    /// Returns whether bytes that the file no longer has have been read as zeros.
    pub(crate) fn was_truncated(&self) -> bool {
        #[cfg(unix)]
        return self.guard.was_truncated();
        // Other systems refuse to truncate a mapped file.
        #[cfg(not(unix))]
        false
    }
}

#[cfg(unix)]
impl Drop for Mapping {
    fn drop(&mut self) {
        self.guard.release();
    }
}

/// The handler of SIGBUS.
#[cfg(unix)]
mod guard {
    use std::{
        ffi::{c_int, c_void},
        mem, ptr,
        sync::{
            OnceLock,
            atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
        },
    };

    /// The maximum number of files mapped at a time.
    const MAX_MAPPINGS: usize = 64;

    /// The addresses of a mapping. A signal handler reads all fields, so they are atomic.
    #[derive(Debug)]
    pub(crate) struct GuardedRange {
        is_used: AtomicBool,
        start: AtomicUsize,
        end: AtomicUsize,
        was_truncated: AtomicBool,
    }

    static RANGES: [GuardedRange; MAX_MAPPINGS] = [const {
        GuardedRange {
            is_used: AtomicBool::new(false),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            was_truncated: AtomicBool::new(false),
        }
    }; MAX_MAPPINGS];

    impl GuardedRange {
        /// Registers a mapping; `None` if no entry is free, or no handler can be installed.
        pub(crate) fn claim(bytes: &[u8]) -> Option<&'static Self> {
            install()?;
            let range = RANGES.iter().find(|range| !range.is_used.swap(true, SeqCst))?;
            let start = bytes.as_ptr() as usize;
            range.was_truncated.store(false, SeqCst);
            range.end.store(start + bytes.len(), SeqCst);
            range.start.store(start, SeqCst);
            Some(range)
        }

        pub(crate) fn release(&self) {
            self.start.store(0, SeqCst);
            self.end.store(0, SeqCst);
            self.is_used.store(false, SeqCst);
        }

        pub(crate) fn was_truncated(&self) -> bool {
            self.was_truncated.load(SeqCst)
        }

        /// Replaces the pages from that of `address` to the end of the mapping by zeros, if
        /// `address` is in it.
        fn fill(&self, address: usize) -> bool {
            let start = self.start.load(SeqCst);
            let end = self.end.load(SeqCst);
            if start == 0 || !(start..end).contains(&address) {
                return false;
            }
            self.was_truncated.store(true, SeqCst);
            let page = address & !(PAGE.get().copied().unwrap_or(4096) - 1);
            // SAFETY: the pages lie in a mapping that lives, since its bytes are being read, and
            // that is only ever read. Zeros replace bytes that no longer exist, so no reader loses
            // any. `mmap` is a plain system call, which a signal handler may make.
            let filled = unsafe {
                libc::mmap(
                    page as *mut c_void,
                    end - page,
                    libc::PROT_READ,
                    libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED,
                    -1,
                    0,
                )
            };
            filled != libc::MAP_FAILED
        }
    }

    /// The size of a page, in bytes.
    static PAGE: OnceLock<usize> = OnceLock::new();
    /// The previous handler of the signal.
    static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

    fn install() -> Option<()> {
        static INSTALLED: OnceLock<bool> = OnceLock::new();
        let installed = INSTALLED.get_or_init(|| {
            // SAFETY: `sysconf` only returns a number.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            let Ok(page) = usize::try_from(page) else { return false };
            PAGE.get_or_init(|| page);
            // SAFETY: a `sigaction` of zeros is valid; the first call fills it in, and the second
            // installs a handler of the type that SA_SIGINFO asks for. The handler touches nothing
            // but atomics, set cells and system calls. SA_ONSTACK makes it run on the stack that
            // the standard library gives each thread for signals.
            unsafe {
                let mut before: libc::sigaction = mem::zeroed();
                let known = libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut before) == 0;
                BEFORE.get_or_init(|| known.then_some(before));
                let mut action: libc::sigaction = mem::zeroed();
                action.sa_sigaction = on_sigbus as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut()) == 0
            }
        });
        installed.then_some(())
    }

    extern "C" fn on_sigbus(_: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
        // SAFETY: the system passes a valid `siginfo_t`, and SIGBUS sets its address.
        let address = unsafe { (*info).si_addr() } as usize;
        if RANGES.iter().any(|range| range.fill(address)) {
            return;
        }
        // The address is not in a mapped input: restore the previous handler. The access is
        // repeated on return, and raises the signal for that handler.
        if let Some(Some(before)) = BEFORE.get() {
            // SAFETY: `before` is what `sigaction` returned.
            unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
        }
    }
}
