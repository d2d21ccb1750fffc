#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>

/* These are macros in OpenSSL's headers, which Swift cannot import. */
static inline long copenssl_SSL_CTX_set_mode(SSL_CTX *c, long m) { return SSL_CTX_set_mode(c, m); }
static inline int copenssl_SSL_CTX_set_min_proto_version(SSL_CTX *c, int v) {
    return (int)SSL_CTX_set_min_proto_version(c, v);
}
static inline long copenssl_SSL_CTX_set_session_cache_mode(SSL_CTX *c, long m) {
    return SSL_CTX_set_session_cache_mode(c, m);
}
static inline void copenssl_SSL_CTX_set_read_ahead(SSL_CTX *c, int y) { SSL_CTX_set_read_ahead(c, y); }
#endif
