#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* These are macros in OpenSSL's headers, which Swift cannot import. */
static inline long copenssl_SSL_CTX_set_mode(SSL_CTX *c, long m) { return SSL_CTX_set_mode(c, m); }
static inline int copenssl_SSL_CTX_set_min_proto_version(SSL_CTX *c, int v) {
    return (int)SSL_CTX_set_min_proto_version(c, v);
}
static inline long copenssl_SSL_CTX_set_session_cache_mode(SSL_CTX *c, long m) {
    return SSL_CTX_set_session_cache_mode(c, m);
}
static inline void copenssl_SSL_CTX_set_read_ahead(SSL_CTX *c, int y) { SSL_CTX_set_read_ahead(c, y); }
static inline int copenssl_SSL_CTX_set1_groups_list(SSL_CTX *c, const char *list) {
    return (int)SSL_CTX_set1_groups_list(c, list);
}
static inline int copenssl_SSL_set_tlsext_host_name(SSL *s, const char *name) {
    return (int)SSL_set_tlsext_host_name(s, name);
}
static inline int copenssl_SSL_CTX_set_app_data(SSL_CTX *c, void *p) { return SSL_CTX_set_app_data(c, p); }
static inline void *copenssl_SSL_CTX_get_app_data(const SSL_CTX *c) { return SSL_CTX_get_app_data(c); }
static inline long copenssl_SSL_CTX_get0_chain_certs(const SSL_CTX *c, STACK_OF(X509) **chain) {
    return SSL_CTX_get0_chain_certs(c, chain);
}
static inline int copenssl_sk_X509_num(const STACK_OF(X509) *chain) { return sk_X509_num(chain); }
static inline X509 *copenssl_sk_X509_value(const STACK_OF(X509) *chain, int index) {
    return sk_X509_value(chain, index);
}
static inline EVP_PKEY *copenssl_EVP_EC_gen(const char *curve) { return EVP_EC_gen(curve); }
static inline int copenssl_ERR_system_code(unsigned long e) { return ERR_SYSTEM_ERROR(e) ? ERR_GET_REASON(e) : 0; }

/* Their types are int in one release and uint64_t in the next. */
static const uint64_t copenssl_options = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION
    | SSL_OP_IGNORE_UNEXPECTED_EOF;
static const long copenssl_modes = SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
    | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER;
static const int copenssl_BIO_TYPE_SOURCE_SINK = BIO_TYPE_SOURCE_SINK;
#endif
