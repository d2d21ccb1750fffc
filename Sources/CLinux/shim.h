#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Glibc's module has neither epoll nor mallopt nor the functions that _GNU_SOURCE unlocks. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
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
extern long syscall(long, ...);
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
