// Runs a program and makes some of its system calls fail, as a broken disk or a signal would.
//
//   inject FAULT K REPORT PROGRAM ARGUMENT...
//
// FAULT is the name of an error (EIO, ENOSPC, EINTR, EMFILE, EAGAIN) that the K-th call from the start of `main` returns
// without being made, counted among those that may return that error; `+ENOSPC` makes all from the K-th on fail.
// `short` makes every read and write do less than it is asked for, and `interrupts` makes every second call return
// EINTR first. REPORT gets the name of the call that failed and its first argument, or stays empty if there were fewer
// than K. Exits as the program does, or with 128 and the number of the signal that ended it.
//
// It traces the program with ptrace, so it sees calls that bypass the C library too.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// Which errors a call may return.
enum { DISK = 1, SPACE = 2, SIGNAL = 4, FILES = 8, THREADS = 16, SHORT = 32 };

static const struct call {
  long number;
  const char *name;
  int may;
} calls[] = {
    {SYS_read, "read", DISK | SIGNAL | SHORT},
    {SYS_pread64, "pread64", DISK | SIGNAL | SHORT},
    {SYS_readv, "readv", DISK | SIGNAL},
    {SYS_write, "write", DISK | SPACE | SIGNAL | SHORT},
    {SYS_pwrite64, "pwrite64", DISK | SPACE | SIGNAL | SHORT},
    {SYS_writev, "writev", DISK | SPACE | SIGNAL},
    {SYS_open, "open", DISK | SPACE | SIGNAL | FILES},
    {SYS_openat, "openat", DISK | SPACE | SIGNAL | FILES},
    {SYS_stat, "stat", DISK},
    {SYS_fstat, "fstat", DISK},
    {SYS_lstat, "lstat", DISK},
    {SYS_newfstatat, "newfstatat", DISK},
    {SYS_statx, "statx", DISK},
    {SYS_lseek, "lseek", DISK},
    {SYS_readlink, "readlink", DISK},
    {SYS_readlinkat, "readlinkat", DISK},
    {SYS_getdents64, "getdents64", DISK},
    {SYS_mmap, "mmap", DISK | FILES},
    {SYS_madvise, "madvise", DISK},
    {SYS_fsync, "fsync", DISK | SPACE | SIGNAL},
    {SYS_fdatasync, "fdatasync", DISK | SPACE | SIGNAL},
    {SYS_sync_file_range, "sync_file_range", DISK | SPACE | SIGNAL},
    {SYS_rename, "rename", DISK | SPACE},
    {SYS_renameat, "renameat", DISK | SPACE},
    {SYS_renameat2, "renameat2", DISK | SPACE},
    {SYS_link, "link", DISK | SPACE},
    {SYS_linkat, "linkat", DISK | SPACE},
    {SYS_mkdir, "mkdir", DISK | SPACE},
    {SYS_ftruncate, "ftruncate", DISK | SPACE | SIGNAL},
    {SYS_fallocate, "fallocate", DISK | SPACE | SIGNAL},
    {SYS_copy_file_range, "copy_file_range", DISK | SPACE | SHORT},
    {SYS_sendfile, "sendfile", DISK | SPACE | SHORT},
    {SYS_splice, "splice", DISK | SPACE | SIGNAL | SHORT},
    {SYS_flock, "flock", DISK},
    {SYS_chmod, "chmod", DISK},
    {SYS_fchmod, "fchmod", DISK},
    {SYS_fchown, "fchown", DISK},
    {SYS_fcntl, "fcntl", FILES},
    {SYS_dup, "dup", FILES},
    {SYS_pipe2, "pipe2", FILES},
    {SYS_socketpair, "socketpair", FILES},
    {SYS_poll, "poll", SIGNAL},
    {SYS_ppoll, "ppoll", SIGNAL},
    {SYS_clone, "clone", THREADS},
    {SYS_clone3, "clone3", THREADS},
};

static const struct fault {
  const char *name;
  int code, may;
} faults[] = {
    {"EIO", EIO, DISK},          {"ENOSPC", ENOSPC, SPACE},  {"EINTR", EINTR, SIGNAL},
    {"EMFILE", EMFILE, FILES},   {"EAGAIN", EAGAIN, THREADS}, {"interrupts", EINTR, SIGNAL},
    {"short", 0, SHORT},
};

// What a thread is about to be told, and which of the calls it was told EINTR for last: every second one of
// `interrupts` succeeds.
static struct thread {
  pid_t id;
  int error;
  char was_interrupted[sizeof calls / sizeof *calls];
} threads[512];

static struct thread *thread_of(pid_t id) {
  for (int i = 0; i < 512; i++) {
    if (threads[i].id == id) return &threads[i];
    if (threads[i].id == 0) {
      threads[i].id = id;
      return &threads[i];
    }
  }
  fprintf(stderr, "inject: too many threads\n");
  exit(125);
}

static void check(long result, const char *what) {
  // A thread may have been ended by the others meanwhile.
  if (result == -1 && errno != ESRCH) {
    perror(what);
    exit(125);
  }
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: inject FAULT K REPORT PROGRAM ARGUMENT...\n");
    return 125;
  }
  const int is_lasting = words[1][0] == '+';
  const struct fault *fault = NULL;
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    if (strcmp(faults[i].name, words[1] + is_lasting) == 0) fault = &faults[i];
  if (!fault) {
    fprintf(stderr, "inject: unknown fault %s\n", words[1]);
    return 125;
  }
  const int is_interrupts = strcmp(fault->name, "interrupts") == 0;
  const long wanted = atol(words[2]);
  FILE *report = fopen(words[3], "we");
  if (!report) {
    perror(words[3]);
    return 125;
  }
  const pid_t child = fork();
  check(child, "fork");
  if (child == 0) {
    check(ptrace(PTRACE_TRACEME, 0, 0, 0), "ptrace");
    raise(SIGSTOP);
    execv(words[4], words + 4);
    perror(words[4]);
    _exit(125);
  }
  int status, result = 125, has_started = 0;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) {
    fprintf(stderr, "inject: ptrace is not permitted\n");
    return 125;
  }
  check(ptrace(PTRACE_SETOPTIONS, child, 0,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL),
        "ptrace");
  check(ptrace(PTRACE_SYSCALL, child, 0, 0), "ptrace");
  long seen = 0;
  // A single error that has been returned was the last thing to do: the program runs on without stops.
  int is_done = 0;
  for (pid_t id; (id = waitpid(-1, &status, __WALL)) > 0;) {
    struct thread *thread = thread_of(id);
    if (!WIFSTOPPED(status)) {
      if (id == child) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      thread->id = -1;
      continue;
    }
    int signal = WSTOPSIG(status);
    if (signal == SIGSTOP || status >> 16) {
      signal = 0; // a new thread, or an event
    } else if (signal == (SIGTRAP | 0x80)) {
      signal = 0;
      struct __ptrace_syscall_info info;
      const long size = ptrace(PTRACE_GET_SYSCALL_INFO, id, sizeof info, &info);
      check(size, "ptrace");
      struct user_regs_struct registers;
      if (size > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        // Before that, the loader and the runtime start the program.
        if (info.entry.nr == SYS_sigaltstack) has_started = 1;
        for (unsigned i = 0; has_started && i < sizeof calls / sizeof *calls; i++) {
          const struct call *call = &calls[i];
          if (call->number != (long)info.entry.nr || !(call->may & fault->may)) continue;
          // Memory, not a file.
          if (call->number == SYS_mmap && (int)info.entry.args[4] == -1) continue;
          // Messages, which would be lost.
          if (call->number == SYS_write && info.entry.args[0] == 2) continue;
          seen++;
          if (fault->may == SHORT) {
            check(ptrace(PTRACE_GETREGS, id, 0, &registers), "ptrace");
            const int is_six = call->number == SYS_copy_file_range || call->number == SYS_splice;
            unsigned long long *length = is_six ? &registers.r8 : &registers.rdx;
            if (call->number == SYS_sendfile) length = &registers.r10;
            const unsigned long long part = *length > 1500 ? 1000 + (unsigned)seen % 500 : *length / 2;
            if (*length > 1) *length = part;
            check(ptrace(PTRACE_SETREGS, id, 0, &registers), "ptrace");
          } else if (is_interrupts ? !thread->was_interrupted[i] : is_lasting ? seen >= wanted : seen == wanted) {
            thread->error = fault->code;
            if (!is_interrupts) {
              fprintf(report, "%s %lld\n", call->name, (long long)(int)info.entry.args[0]);
              fflush(report);
            }
            check(ptrace(PTRACE_GETREGS, id, 0, &registers), "ptrace");
            registers.orig_rax = -1;
            check(ptrace(PTRACE_SETREGS, id, 0, &registers), "ptrace");
          }
          thread->was_interrupted[i] = thread->error != 0;
        }
      } else if (size > 0 && info.op == PTRACE_SYSCALL_INFO_EXIT && thread->error) {
        check(ptrace(PTRACE_GETREGS, id, 0, &registers), "ptrace");
        registers.rax = -thread->error;
        thread->error = 0;
        is_done = !is_lasting && !is_interrupts;
        check(ptrace(PTRACE_SETREGS, id, 0, &registers), "ptrace");
      }
    }
    check(ptrace(is_done ? PTRACE_CONT : PTRACE_SYSCALL, id, 0, signal), "ptrace");
  }
  return result;
}
