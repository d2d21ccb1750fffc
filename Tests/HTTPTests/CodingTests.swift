import HTTP
import Testing

/// RFC 9110 §12.5.3.
struct CodingTests {
    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("GZIP", true), ("deflate , gzip;q=1.0", true),
        ("gzip;q=0.001", true), ("gzip ; q=0.5", true), ("*", true), ("br, *;q=0.1", true),
        ("gzip, identity;q=0.5", true), ("identity, gzip", true),
        ("", false), ("br", false), ("identity", false), ("gzip;q=0", false),
        ("gzip;q=0.000", false), ("*;q=0", false), ("gzip;q=0, *", false),
        ("identity, gzip;q=0.5", false), ("xgzip", false), ("gzip;q=", false), ("gzip;q=x", false),
        ("gzip;q=1.0000", false), ("gzip;q=2", false), ("gzip;q=-1", false), ("gzip;p=1", false),
    ])
    func `gzip is sent to whoever wants it`(field: String, isWanted: Bool) {
        let headers: Headers = ["Accept-Encoding": field]
        #expect(headers.accepts(coding: "gzip") == isWanted)
    }

    @Test func `nobody gets gzip unasked, and a field in two lines is one`() {
        #expect(!([:] as Headers).accepts(coding: "gzip"))
        let headers: Headers = ["Accept-Encoding": "br", "accept-encoding": "gzip"]
        #expect(headers.accepts(coding: "gzip"))
    }

    @Test(arguments: [
        ("sv", "sv"), ("sv-SE,sv;q=0.9,en;q=0.8", "sv"), ("de, en;q=0.5, sv;q=0.4", "en"),
        ("EN-gb", "en"), ("en;q=0.5, sv;q=0.5", "en"), ("sv;q=0, en;q=0.1", "en"),
        ("", nil), ("de", nil), ("*", nil), ("sv;q=0", nil), ("sve", nil), ("sv;q=x", nil),
    ])
    func `a page is in the language that is wanted most`(field: String, language: String?) {
        let headers: Headers = ["Accept-Language": field]
        #expect(headers.preferredLanguage(of: ["sv", "en"]) == language)
    }
}
