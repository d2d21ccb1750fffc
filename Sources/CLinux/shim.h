#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Glibc's module has neither epoll nor mallopt nor the functions that _GNU_SOURCE unlocks. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int prlimit(pid_t, int, const struct rlimit *, struct rlimit *);
extern long syscall(long, ...);
extern void *memmem(const void *, size_t, const void *, size_t);

/* send(2), recv(2) and epoll_wait(2) past glibc, where they are points of cancellation (pthreads(7)):
   in a process of several threads each costs two atomic exchanges on top, and no thread here is ever
   cancelled. Sanitizers watch glibc's. */
#ifdef CLINUX_WATCHED
static inline ssize_t clinux_send(int fd, const void *bytes, size_t count, int flags) {
    return send(fd, bytes, count, flags);
}
static inline ssize_t clinux_recv(int fd, void *bytes, size_t count, int flags) {
    return recv(fd, bytes, count, flags);
}
static inline int clinux_epoll_wait(int fd, struct epoll_event *events, int count, int timeout_ms) {
    return epoll_wait(fd, events, count, timeout_ms);
}
#else
static inline ssize_t clinux_send(int fd, const void *bytes, size_t count, int flags) {
    return syscall(SYS_sendto, fd, bytes, count, flags, NULL, 0);
}
static inline ssize_t clinux_recv(int fd, void *bytes, size_t count, int flags) {
    return syscall(SYS_recvfrom, fd, bytes, count, flags, NULL, NULL);
}
static inline int clinux_epoll_wait(int fd, struct epoll_event *events, int count, int timeout_ms) {
    return (int)syscall(SYS_epoll_pwait, fd, events, count, timeout_ms, NULL, (size_t)8);
}
#endif

/* Sets for how long the calling thread may hold its core before others that are ready get it, in ns; 0: as long as
   the kernel thinks right. From Linux 6.12 on a thread that wakes takes the core from one with a longer slice at
   once (sched_setattr(2), sched_runtime); earlier kernels look past it. Threads that this one makes have the
   kernel's slice, and no nice value below 0 (SCHED_FLAG_RESET_ON_FORK). Where the kernel says no, all is as before.
   glibc 2.36 has no name for any of this. */
static inline void clinux_set_slice(unsigned long long ns) {
    enum { reset_on_fork = 1 };
    struct {
        unsigned size, policy;
        unsigned long long flags;
        int nice;
        unsigned priority;
        unsigned long long runtime, deadline, period;
    } attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) < 0) return;
    attributes.flags = reset_on_fork;
    attributes.runtime = ns;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/* Has the two lines of the cache that begin here fetched from memory, while something else is done. */
static inline void clinux_prefetch(const void *start) {
    __builtin_prefetch(start);
    __builtin_prefetch((const char *)start + 64);
}

/* Of struct tcp_info, tcpi_min_rtt: the least round trip that the kernel has measured of late, in microseconds.
   linux/tcp.h, which names it, can't stand beside Glibc's netinet/tcp.h; the layout is the kernel's for good. */
static const int clinux_TCP_INFO = 11;
static const size_t clinux_min_rtt_offset = 148;

static const int clinux_SOCK_NONBLOCK = SOCK_NONBLOCK;
static const int clinux_SOCK_CLOEXEC = SOCK_CLOEXEC;
static const int clinux_MSG_NOSIGNAL = MSG_NOSIGNAL;
#endif
