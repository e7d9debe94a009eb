// Runs a program and makes some of its system calls fail, as a broken disk or a signal would.
//
//   inject FAULT K REPORT PROGRAM ARGUMENT...
//
// FAULT is the name of an error (EIO, ENOSPC, EISDIR, EINTR, EMFILE, EAGAIN) that the K-th call from the start of `main` returns
// without being made, counted among those that may return that error; `+ENOSPC` makes all from the K-th on fail.
// `short` makes every read and write do less than it is asked for, and `interrupts` makes every second call return
// EINTR first. REPORT gets the name of the call that failed and its first argument, or stays empty if there were fewer
// than K. Exits as the program does, or with 128 and the number of the signal that ended it.
//
// KILL and INT send that signal to the program at the K-th call that synchronises a file, and make each call that reads
// or writes a place take 30 ms, as a slow disk would: what a job does from time to time, a small one then does too. REPORT
// gets the number of calls that synchronise.
//
// It traces the program with ptrace, so it sees calls that bypass the C library too. A seccomp filter stops the program
// at the calls that may fail only, once each.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// Which errors a call may return.
enum { DISK = 1, SPACE = 2, SIGNAL = 4, FILES = 8, THREADS = 16, SHORT = 32, NAME = 64, ENDS = 128 };

static const struct call {
  long number;
  const char *name;
  int may;
} calls[] = {
    {SYS_read, "read", DISK | SIGNAL | SHORT},
    {SYS_pread64, "pread64", DISK | SIGNAL | SHORT | ENDS},
    {SYS_readv, "readv", DISK | SIGNAL},
    {SYS_write, "write", DISK | SPACE | SIGNAL | SHORT | ENDS},
    {SYS_pwrite64, "pwrite64", DISK | SPACE | SIGNAL | SHORT | ENDS},
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
    {SYS_madvise, "madvise", DISK | ENDS},
    {SYS_fsync, "fsync", DISK | SPACE | SIGNAL | ENDS},
    {SYS_fdatasync, "fdatasync", DISK | SPACE | SIGNAL | ENDS},
    {SYS_sync_file_range, "sync_file_range", DISK | SPACE | SIGNAL},
    {SYS_rename, "rename", DISK | SPACE | NAME},
    {SYS_renameat, "renameat", DISK | SPACE | NAME | ENDS},
    {SYS_renameat2, "renameat2", DISK | SPACE | NAME},
    {SYS_link, "link", DISK | SPACE | NAME},
    {SYS_linkat, "linkat", DISK | SPACE | NAME},
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
    {"EISDIR", EISDIR, NAME},
    {"short", 0, SHORT},         {"KILL", SIGKILL, ENDS},    {"INT", SIGINT, ENDS},
};

enum { CALLS = sizeof calls / sizeof *calls };

// Which of the calls a thread was told EINTR for last: every second one of `interrupts` succeeds.
static struct thread {
  pid_t id;
  char was_interrupted[CALLS];
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

// Makes the calls that may fail so stop this process and its threads, and the one that says that `main` is near.
static void filter(int may) {
  struct sock_filter filter[2 * CALLS + 4];
  unsigned length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (unsigned i = 0; i <= CALLS; i++) {
    if (i < CALLS && !(calls[i].may & may)) continue;
    const long number = i < CALLS ? calls[i].number : SYS_sigaltstack;
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {length, filter};
  check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl");
  check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), "seccomp");
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
    filter(fault->may);
    signal(SIGINT, SIG_DFL);
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
               PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL),
        "ptrace");
  check(ptrace(PTRACE_CONT, child, 0, 0), "ptrace");
  long seen = 0;
  for (pid_t id; (id = waitpid(-1, &status, __WALL)) > 0;) {
    struct thread *thread = thread_of(id);
    if (!WIFSTOPPED(status)) {
      if (id == child) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      thread->id = -1;
      continue;
    }
    const int event = status >> 16;
    // A new thread stops as it starts, and at events no signal is on its way.
    const int signal = event || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
    struct user_regs_struct registers;
    if (event == PTRACE_EVENT_SECCOMP && ptrace(PTRACE_GETREGS, id, 0, &registers) == 0) {
      const long number = registers.orig_rax;
      // Before that, the loader and the runtime start the program.
      if (number == SYS_sigaltstack) has_started = 1;
      for (unsigned i = 0; has_started && i < CALLS; i++) {
        const struct call *call = &calls[i];
        if (call->number != number || !(call->may & fault->may)) continue;
        // Memory, not a file.
        if (number == SYS_mmap && (int)registers.r8 == -1) continue;
        // Flags, not a new file.
        if (number == SYS_fcntl && registers.rsi != F_DUPFD_CLOEXEC) continue;
        // Messages, which would be lost.
        if (number == SYS_write && registers.rdi == 2) continue;
        seen++;
        int fails = 0;
        if (fault->may == SHORT) {
          const int is_six = number == SYS_copy_file_range || number == SYS_splice;
          unsigned long long *length = is_six ? &registers.r8 : &registers.rdx;
          if (number == SYS_sendfile) length = &registers.r10;
          const unsigned long long part = *length > 1500 ? 1000 + (unsigned)seen % 500 : *length / 2;
          if (*length > 1) *length = part;
        } else if (fault->may == ENDS) {
          const int is_sync = number == SYS_fsync || number == SYS_fdatasync;
          if (!is_sync) {
            seen--;
            usleep(30 * 1000);
          } else if (seen == wanted) {
            kill(child, fault->code);
          }
        } else if (is_interrupts ? !thread->was_interrupted[i] : is_lasting ? seen >= wanted : seen == wanted) {
          if (!is_interrupts) {
            fprintf(report, "%s %lld\n", call->name, (long long)(int)registers.rdi);
            fflush(report);
          }
          fails = 1;
          // No call has this number, so that none is made.
          registers.orig_rax = -1;
          registers.rax = -fault->code;
        }
        thread->was_interrupted[i] = fails;
        check(ptrace(PTRACE_SETREGS, id, 0, &registers), "ptrace");
      }
    }
    check(ptrace(PTRACE_CONT, id, 0, signal), "ptrace");
  }
  if (fault->may == ENDS) fprintf(report, "%ld\n", seen);
  return result;
}
