#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>
#include <sys/socket.h>

/* curl_easy_setopt and curl_easy_getinfo take any type, which Swift cannot call. */
static inline CURLcode ccurl_set_text(CURL *c, CURLoption option, const char *value) {
    return curl_easy_setopt(c, option, value);
}
static inline CURLcode ccurl_set_number(CURL *c, CURLoption option, long value) {
    return curl_easy_setopt(c, option, value);
}
static inline CURLcode ccurl_set_list(CURL *c, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(c, option, value);
}
static inline CURLcode ccurl_set_reader(CURL *c, curl_read_callback reader, void *context) {
    CURLcode code = curl_easy_setopt(c, CURLOPT_READFUNCTION, reader);
    return code != CURLE_OK ? code : curl_easy_setopt(c, CURLOPT_READDATA, context);
}
static inline CURLcode ccurl_set_writer(CURL *c, curl_write_callback writer) {
    return curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, writer);
}
static inline CURLcode ccurl_set_listener(CURL *c, curl_debug_callback listener, void *context) {
    CURLcode code = curl_easy_setopt(c, CURLOPT_DEBUGFUNCTION, listener);
    if (code == CURLE_OK) code = curl_easy_setopt(c, CURLOPT_DEBUGDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(c, CURLOPT_VERBOSE, 1L);
}
static inline CURLcode ccurl_set_watcher(CURL *c, curl_xferinfo_callback watcher, void *context) {
    CURLcode code = curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, watcher);
    if (code == CURLE_OK) code = curl_easy_setopt(c, CURLOPT_XFERINFODATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
}
/* Nothing more is heard from the server: the farewell of curl_easy_cleanup is said, and no answer waited for. */
static inline void ccurl_stop_listening(CURL *c) {
    curl_socket_t connection = CURL_SOCKET_BAD;
    if (curl_easy_getinfo(c, CURLINFO_ACTIVESOCKET, &connection) == CURLE_OK && connection != CURL_SOCKET_BAD)
        shutdown(connection, SHUT_RD);
}
static inline long ccurl_response_code(CURL *c) {
    long code = 0;
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &code);
    return code;
}
/* A macro with arguments, which Swift does not see. */
static inline CURLcode ccurl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
#endif
