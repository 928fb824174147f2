/* Stands between a program and the disk, and lets one call of many go wrong: the FAULT_AT-th that writes to a camp file, its journal, or
   a camp that is being made. FAULT is "kill" (the program ends there), "stop" (it waits there until it is told to go on), "sync" (writing
   through to the disk fails), "full" (nothing more can be written), "write" (the disk doesn't take it, as a stick that was pulled out) or
   "read" (it gives nothing, of calls that read), from then on or, with FAULT_ONCE, only there. Counted calls are told in the file FAULT_LOG. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls = 0;

static int is_camp(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    return strstr(name, ".ladder") != NULL || strncmp(name, ".camp-ladder-", 13) == 0;
}

enum kind { WRITES, SYNCS, READS };

/* Whether this call goes wrong. */
static int counted(int fd, enum kind kind) {
    const char *fault = getenv("FAULT"), *at = getenv("FAULT_AT"), *log = getenv("FAULT_LOG");
    if (!fault || !at || !is_camp(fd)) return 0;
    int kills = strcmp(fault, "kill") == 0 || strcmp(fault, "stop") == 0;
    int fills = strcmp(fault, "full") == 0;
    int writes = fills || strcmp(fault, "write") == 0;
    enum kind asked = writes ? WRITES : strcmp(fault, "read") == 0 ? READS : SYNCS;
    if (kills ? kind == READS : kind != asked) return 0;
    calls++;
    if (log) {
        FILE *file = fopen(log, "w");
        if (file) { fprintf(file, "%ld", calls); fclose(file); }
    }
    if (calls < atol(at) || (calls > atol(at) && (kills || getenv("FAULT_ONCE")))) return 0;
    if (kills) {
        kill(getpid(), strcmp(fault, "stop") == 0 ? SIGSTOP : SIGKILL);
        return 0;
    }
    errno = fills ? ENOSPC : EIO;
    return 1;
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
    counted(fd, WRITES);
    return real(fd, length);
}
int ftruncate64(int fd, off64_t length) {
    REAL("ftruncate64", int (*)(int, off64_t));
    counted(fd, WRITES);
    return real(fd, length);
}
int fsync(int fd) {
    REAL("fsync", int (*)(int));
    return counted(fd, SYNCS) ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL("fdatasync", int (*)(int));
    return counted(fd, SYNCS) ? -1 : real(fd);
}
