/* The peer uWebSockets: /echo sends back what comes, /room sends it to everyone there.
 *
 * The library is the one that the Python package socketify carries, called from C by its C interface:
 * through Python the callbacks, not uWebSockets, would be measured. It has no header of its own there;
 * the declarations are those that socketify gives cffi.
 *
 * usage: uwebsockets PORT [CERT KEY]
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct uws_app_s uws_app_t;
typedef struct uws_websocket_s uws_websocket_t;
typedef enum { DISABLED = 0 } uws_compress_options_t;
typedef enum { TEXT = 1, BINARY = 2 } uws_opcode_t;
typedef enum { BACKPRESSURE, SUCCESS, DROPPED } uws_sendstatus_t;

struct us_listen_socket_t;
struct us_socket_context_options_t {
    const char *key_file_name, *cert_file_name, *passphrase, *dh_params_file_name, *ca_file_name, *ssl_ciphers;
    int ssl_prefer_low_memory_usage;
};

typedef struct {
    int port;
    const char *host;
    int options;
} uws_app_listen_config_t;

typedef void (*handler)(uws_websocket_t *, void *);
typedef void (*message_handler)(uws_websocket_t *, const char *, size_t, uws_opcode_t, void *);

typedef struct {
    uws_compress_options_t compression;
    unsigned int maxPayloadLength;
    unsigned short idleTimeout;
    unsigned int maxBackpressure;
    bool closeOnBackpressureLimit, resetIdleTimeoutOnSend, sendPingsAutomatically;
    unsigned short maxLifetime;
    void (*upgrade)(void);
    handler open;
    message_handler message;
    handler drain;
    void (*ping)(void), (*pong)(void), (*close)(void), (*subscription)(void);
} uws_socket_behavior_t;

uws_app_t *uws_create_app(int ssl, struct us_socket_context_options_t);
bool uws_constructor_failed(int ssl, uws_app_t *);
void uws_app_listen_with_config(int ssl, uws_app_t *, uws_app_listen_config_t,
                                void (*)(struct us_listen_socket_t *, uws_app_listen_config_t, void *), void *);
void uws_app_run(int ssl, uws_app_t *);
void uws_ws(int ssl, uws_app_t *, const char *pattern, uws_socket_behavior_t, void *);
uws_sendstatus_t uws_ws_send(int ssl, uws_websocket_t *, const char *, size_t, uws_opcode_t);
bool uws_ws_subscribe(int ssl, uws_websocket_t *, const char *topic, size_t);
bool uws_publish(int ssl, uws_app_t *, const char *topic, size_t, const char *, size_t, uws_opcode_t, bool compress);

static int tls;
static uws_app_t *app;

static void echo(uws_websocket_t *socket, const char *message, size_t count, uws_opcode_t opcode, void *unused) {
    (void)unused;
    uws_ws_send(tls, socket, message, count, opcode);
}

static void join(uws_websocket_t *socket, void *unused) {
    (void)unused;
    uws_ws_subscribe(tls, socket, "room", 4);
}

static void tell(uws_websocket_t *socket, const char *message, size_t count, uws_opcode_t opcode, void *unused) {
    (void)socket, (void)unused;
    uws_publish(tls, app, "room", 4, message, count, opcode, false);
}

static void listening(struct us_listen_socket_t *socket, uws_app_listen_config_t config, void *unused) {
    (void)config, (void)unused;
    if (socket) return;
    fprintf(stderr, "uwebsockets: the port can't be listened on\n");
    exit(69);
}

int main(int count, char **arguments) {
    if (count != 2 && count != 4) {
        fprintf(stderr, "usage: uwebsockets PORT [CERT KEY]\n");
        return 64;
    }
    struct us_socket_context_options_t options = {.ssl_prefer_low_memory_usage = 1};
    tls = count == 4;
    if (tls) {
        options.cert_file_name = arguments[2];
        options.key_file_name = arguments[3];
    }
    app = uws_create_app(tls, options);
    if (!app || uws_constructor_failed(tls, app)) {
        fprintf(stderr, "uwebsockets: no app of this certificate\n");
        return 78;
    }
    uws_socket_behavior_t behavior = {.maxPayloadLength = 16 << 20, .maxBackpressure = 64 << 20, .message = echo};
    uws_ws(tls, app, "/echo", behavior, NULL);
    behavior.open = join;
    behavior.message = tell;
    uws_ws(tls, app, "/room", behavior, NULL);
    uws_app_listen_config_t place = {.port = atoi(arguments[1]), .host = "127.0.0.1"};
    uws_app_listen_with_config(tls, app, place, listening, NULL);
    uws_app_run(tls, app);
}
