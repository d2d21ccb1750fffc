#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

/* Glibc's module has neither epoll nor the functions that _GNU_SOURCE unlocks. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern void *memmem(const void *, size_t, const void *, size_t);

static const int clinux_SOCK_NONBLOCK = SOCK_NONBLOCK;
static const int clinux_SOCK_CLOEXEC = SOCK_CLOEXEC;
static const int clinux_MSG_NOSIGNAL = MSG_NOSIGNAL;
#endif
