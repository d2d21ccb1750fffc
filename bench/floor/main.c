/* The floor: what a WebSocket echo and broadcast costs on bare epoll, in C, with nothing else.
 *
 * Benchmarks divide the gateway's figures by this one's, measured in the same run. It trusts its
 * clients: no limits, no fragments, no close handshake.
 *
 * usage: floor PORT [CERT KEY]     paths: /conformance/echo, /conformance/broadcast
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 256 * 1024, EVENTS = 512, BATCH = 1024 * 1024 };

struct connection {
    int fd;
    int is_open, broadcasts, place;
    SSL *ssl;
    unsigned char *rest; /* an incomplete frame */
    size_t rest_count;
    unsigned char *unsent;
    size_t unsent_count;
};

static int epoll_fd, listener;
static SSL_CTX *context;
static unsigned char input[BUFFER], batch[BATCH];
static size_t batch_count;
static struct connection **members;
static size_t member_count, member_room;

static long raw_write(struct connection *c, const void *bytes, size_t count) {
    if (c->ssl) {
        int n = SSL_write(c->ssl, bytes, (int)count);
        if (n > 0) return n;
        int error = SSL_get_error(c->ssl, n);
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }
    long n = send(c->fd, bytes, count, MSG_NOSIGNAL);
    return n >= 0 ? n : errno == EAGAIN ? 0 : -1;
}

static long raw_read(struct connection *c, void *bytes, size_t count) {
    if (c->ssl) {
        int n = SSL_read(c->ssl, bytes, (int)count);
        if (n > 0) return n;
        int error = SSL_get_error(c->ssl, n);
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }
    long n = recv(c->fd, bytes, count, 0);
    return n > 0 ? n : n < 0 && errno == EAGAIN ? 0 : -1;
}

static void watch(struct connection *c, uint32_t events, int operation) {
    struct epoll_event event = {.events = events, .data.ptr = c};
    epoll_ctl(epoll_fd, operation, c->fd, &event);
}

static void put(struct connection *c, const void *bytes, size_t count) {
    long done = c->unsent_count ? 0 : raw_write(c, bytes, count);
    if (done < 0 || (size_t)done == count) return;
    c->unsent = realloc(c->unsent, c->unsent_count + count - (size_t)done);
    memcpy(c->unsent + c->unsent_count, (const char *)bytes + done, count - (size_t)done);
    if (!c->unsent_count) watch(c, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    c->unsent_count += count - (size_t)done;
}

static void put_rest(struct connection *c) {
    long done = raw_write(c, c->unsent, c->unsent_count);
    if (done <= 0) return;
    c->unsent_count -= (size_t)done;
    memmove(c->unsent, c->unsent + done, c->unsent_count);
    if (c->unsent_count) return;
    free(c->unsent);
    c->unsent = NULL;
    watch(c, EPOLLIN, EPOLL_CTL_MOD);
}

static void drop(struct connection *c) {
    if (c->broadcasts) {
        members[c->place] = members[--member_count];
        members[c->place]->place = c->place;
    }
    if (c->ssl) SSL_free(c->ssl);
    close(c->fd);
    free(c->rest);
    free(c->unsent);
    free(c);
}

static size_t write_header(unsigned char *at, int opcode, size_t count) {
    at[0] = (unsigned char)(0x80 | opcode);
    if (count < 126) {
        at[1] = (unsigned char)count;
        return 2;
    }
    if (count < 65536) {
        at[1] = 126;
        at[2] = (unsigned char)(count >> 8);
        at[3] = (unsigned char)count;
        return 4;
    }
    at[1] = 127;
    for (int i = 0; i < 8; i++) at[2 + i] = (unsigned char)(count >> (56 - 8 * i));
    return 10;
}

static void publish(const unsigned char *frame, size_t count) {
    if (batch_count + count > BATCH) return;
    memcpy(batch + batch_count, frame, count);
    batch_count += count;
}

/* Answers every whole frame in place: the client's header is longer than ours by its mask. */
static size_t take_frames(struct connection *c, unsigned char *bytes, size_t count, int *dead) {
    size_t at = 0;
    while (count - at >= 2) {
        unsigned char *frame = bytes + at;
        size_t header = 2, length = frame[1] & 0x7F;
        if (length == 126) {
            if (count - at < 4) break;
            header = 4;
            length = (size_t)frame[2] << 8 | frame[3];
        } else if (length == 127) {
            if (count - at < 10) break;
            header = 10;
            length = 0;
            for (int i = 0; i < 8; i++) length = length << 8 | frame[2 + i];
        }
        if (count - at < header + 4 + length) break;
        uint32_t mask;
        memcpy(&mask, frame + header, 4);
        unsigned char *payload = frame + header + 4;
        uint64_t wide = (uint64_t)mask << 32 | mask, word;
        size_t i = 0;
        for (; i + 8 <= length; i += 8) {
            memcpy(&word, payload + i, 8);
            word ^= wide;
            memcpy(payload + i, &word, 8);
        }
        for (; i < length; i++) payload[i] ^= (unsigned char)(mask >> 8 * (i & 3));
        at += header + 4 + length;
        int opcode = frame[0] & 0x0F;
        if (opcode == 8) {
            *dead = 1;
            return at;
        }
        if (opcode == 10) continue;
        unsigned char *answer = payload - (length < 126 ? 2 : length < 65536 ? 4 : 10);
        size_t total = write_header(answer, opcode == 9 ? 10 : opcode, length) + length;
        if (c->broadcasts) publish(answer, total);
        else put(c, answer, total);
    }
    return at;
}

static size_t upgrade(struct connection *c, unsigned char *bytes, size_t count, int *dead) {
    char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (!end) return 0;
    *end = 0;
    char *key = strcasestr((char *)bytes, "sec-websocket-key: ");
    if (!key) {
        *dead = 1;
        return count;
    }
    char joined[60];
    memcpy(joined, key + 19, 24);
    memcpy(joined + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    unsigned char digest[20], accept[32];
    SHA1((unsigned char *)joined, 60, digest);
    EVP_EncodeBlock(accept, digest, 20);
    char answer[256];
    int length = snprintf(answer, sizeof answer,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\n\r\n", accept);
    c->is_open = 1;
    if (memmem(bytes, 64 < count ? 64 : count, "/conformance/broadcast", 22)) {
        if (member_count == member_room) {
            member_room = member_room ? member_room * 2 : 1024;
            members = realloc(members, member_room * sizeof *members);
        }
        c->broadcasts = 1;
        c->place = (int)member_count;
        members[member_count++] = c;
    }
    put(c, answer, (size_t)length);
    return (size_t)(end + 4 - (char *)bytes);
}

static void read_on(struct connection *c) {
    int dead = 0;
    do {
        size_t have = c->rest_count;
        if (have) memcpy(input, c->rest, have);
        long n = raw_read(c, input + have, BUFFER - have);
        if (n == 0) return;
        if (n < 0) {
            drop(c);
            return;
        }
        size_t count = have + (size_t)n, at = 0;
        if (!c->is_open) at = upgrade(c, input, count, &dead);
        if (c->is_open && !dead) at += take_frames(c, input + at, count - at, &dead);
        if (dead) {
            drop(c);
            return;
        }
        c->rest_count = count - at;
        if (c->rest_count) {
            c->rest = realloc(c->rest, c->rest_count);
            memcpy(c->rest, input + at, c->rest_count);
        }
        if (!c->ssl) return;
    } while (SSL_has_pending(c->ssl));
}

static void accept_all(void) {
    for (int i = 0; i < 64; i++) {
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), one = 1;
        if (fd < 0) return;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct connection *c = calloc(1, sizeof *c);
        c->fd = fd;
        if (context) {
            c->ssl = SSL_new(context);
            SSL_set_fd(c->ssl, fd);
            SSL_set_accept_state(c->ssl);
        }
        watch(c, EPOLLIN, EPOLL_CTL_ADD);
    }
}

int main(int count, char **arguments) {
    if (count != 2 && count != 4) {
        fprintf(stderr, "usage: floor PORT [CERT KEY]\n");
        return 64;
    }
    signal(SIGPIPE, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (count == 4) {
        context = SSL_CTX_new(TLS_server_method());
        if (SSL_CTX_use_certificate_chain_file(context, arguments[2]) != 1 ||
            SSL_CTX_use_PrivateKey_file(context, arguments[3], SSL_FILETYPE_PEM) != 1) return 78;
        SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                      SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
        SSL_CTX_set_read_ahead(context, 1);
        SSL_CTX_set_num_tickets(context, 1);
        SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
        SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    }
    int one = 1;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) {
        perror("floor");
        return 69;
    }
    epoll_fd = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[EVENTS];
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int n = epoll_wait(epoll_fd, events, EVENTS, -1);
        for (int i = 0; i < n; i++) {
            struct connection *c = events[i].data.ptr;
            if (!c) {
                accept_all();
                continue;
            }
            if (events[i].events & EPOLLOUT) put_rest(c);
            if (events[i].events & ~(uint32_t)EPOLLOUT) read_on(c);
        }
        if (batch_count) {
            for (size_t i = 0; i < member_count; i++) put(members[i], batch, batch_count);
            batch_count = 0;
        }
    }
}
