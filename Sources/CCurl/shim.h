#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>

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
static inline long ccurl_response_code(CURL *c) {
    long code = 0;
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &code);
    return code;
}
/* A macro with arguments, which Swift does not see. */
static inline CURLcode ccurl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
#endif
