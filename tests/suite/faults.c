/* Stands between a program and the disk, and lets one call of many go wrong: the FAULT_AT-th that writes to a camp file, its journal, or
   a camp that is being made. FAULT is "kill" (the program ends there), "stop" (it waits there until it is told to go on), "sync" (writing
   through to the disk fails), "full" (nothing more can be written), "write" (the disk doesn't take it, as a stick that was pulled out),
   "read" (it gives nothing, of calls that read) or "name" (no file gets or loses a name, of calls that rename, link and delete), from then
   on or, with FAULT_ONCE, only there; or "cut" (the program ends at such a call, which is never made). Counted calls are told in the file FAULT_LOG. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

static long calls = 0;

static int is_name_of_camp(const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    return strstr(name, ".ladder") != NULL || strncmp(name, ".camp-ladder-", 13) == 0;
}

static int is_camp(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_name_of_camp(path);
}

enum kind { WRITES, SYNCS, READS, NAMES };

static int is_fault(const char *name) {
    const char *fault = getenv("FAULT");
    return fault && strcmp(fault, name) == 0;
}

/* Whether this call of a camp goes wrong. */
static int goes_wrong(enum kind kind) {
    const char *at = getenv("FAULT_AT"), *log = getenv("FAULT_LOG");
    int kills = is_fault("kill") || is_fault("stop"), cuts = is_fault("cut");
    int fills = is_fault("full");
    enum kind asked = fills || is_fault("write") ? WRITES : is_fault("read") ? READS : cuts || is_fault("name") ? NAMES : SYNCS;
    if (!at || (kills ? kind != WRITES && kind != SYNCS : kind != asked)) return 0;
    calls++;
    if (log) {
        FILE *file = fopen(log, "w");
        if (file) { fprintf(file, "%ld", calls); fclose(file); }
    }
    if (calls < atol(at) || (calls > atol(at) && (kills || getenv("FAULT_ONCE")))) return 0;
    if (kills || cuts) {
        kill(getpid(), is_fault("stop") ? SIGSTOP : SIGKILL);
        return 0;
    }
    errno = fills ? ENOSPC : EIO;
    return 1;
}

static int counted(int fd, enum kind kind) {
    return getenv("FAULT") && is_camp(fd) && goes_wrong(kind);
}

#define REAL(name, type) static __typeof__(type) real; if (!real) real = (__typeof__(type))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL("write", ssize_t (*)(int, const void *, size_t));
    return counted(fd, WRITES) ? -1 : real(fd, bytes, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    REAL("pwrite", ssize_t (*)(int, const void *, size_t, off_t));
    return counted(fd, WRITES) ? -1 : real(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    REAL("pwrite64", ssize_t (*)(int, const void *, size_t, off64_t));
    return counted(fd, WRITES) ? -1 : real(fd, bytes, count, at);
}
ssize_t read(int fd, void *bytes, size_t count) {
    REAL("read", ssize_t (*)(int, void *, size_t));
    return counted(fd, READS) ? -1 : real(fd, bytes, count);
}
ssize_t pread(int fd, void *bytes, size_t count, off_t at) {
    REAL("pread", ssize_t (*)(int, void *, size_t, off_t));
    return counted(fd, READS) ? -1 : real(fd, bytes, count, at);
}
ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
    REAL("pread64", ssize_t (*)(int, void *, size_t, off64_t));
    return counted(fd, READS) ? -1 : real(fd, bytes, count, at);
}
int ftruncate(int fd, off_t length) {
    REAL("ftruncate", int (*)(int, off_t));
    return counted(fd, WRITES) ? -1 : real(fd, length);
}
int ftruncate64(int fd, off64_t length) {
    REAL("ftruncate64", int (*)(int, off64_t));
    return counted(fd, WRITES) ? -1 : real(fd, length);
}
int fsync(int fd) {
    REAL("fsync", int (*)(int));
    return counted(fd, SYNCS) ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL("fdatasync", int (*)(int));
    return counted(fd, SYNCS) ? -1 : real(fd);
}

/* Not all that gives and takes names goes through the C library: the kernel is asked to hand these calls over. */
#ifdef __x86_64__
/* A sixth argument, which none of them has, of those that are let through. */
#define LET_THROUGH 0x4c414444

static void on_call(int signal, siginfo_t *about, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    long call = about->si_syscall, a = registers[REG_RDI], b = registers[REG_RSI], c = registers[REG_RDX];
    long d = registers[REG_R10], e = registers[REG_R8];
    int before = errno, is_camp = 0;
    switch (call) {
    case SYS_rename:
    case SYS_link: is_camp = is_name_of_camp((char *)a) || is_name_of_camp((char *)b); break;
    case SYS_unlink: is_camp = is_name_of_camp((char *)a); break;
    case SYS_unlinkat: is_camp = is_name_of_camp((char *)b); break;
    default: is_camp = is_name_of_camp((char *)b) || is_name_of_camp((char *)d);
    }
    (void)signal;
    long done = is_camp && goes_wrong(NAMES) ? -1 : syscall(call, a, b, c, d, e, LET_THROUGH);
    registers[REG_RAX] = done < 0 ? -errno : done;
    errno = before;
}

__attribute__((constructor)) static void hand_names_over(void) {
    if (!is_fault("name") && !is_fault("cut")) return;
    static const unsigned watched[] = {SYS_rename, SYS_renameat, SYS_renameat2, SYS_link, SYS_linkat, SYS_unlink, SYS_unlinkat};
    enum { COUNT = sizeof watched / sizeof *watched };
    struct sock_filter filter[COUNT + 5];
    int at = 0;
    filter[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < COUNT; i++)
        filter[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, watched[i], COUNT - i, 0);
    filter[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5]));
    filter[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LET_THROUGH, 0, 1);
    filter[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {.len = at, .filter = filter};
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("faults.c");
        abort();
    }
}
#endif
