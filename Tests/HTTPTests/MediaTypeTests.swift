import HTTP
import Testing

struct MediaTypeTests {
    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"),
        ("/player/app.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"), ("a.CSS", "text/css; charset=utf-8"),
        ("a.json", "application/json"), ("a.svg", "image/svg+xml"), ("a.png", "image/png"),
        ("a.webp", "image/webp"), ("a.ico", "image/x-icon"),
        ("a.webmanifest", "application/manifest+json"), ("a.mp3", "audio/mpeg"),
        ("a.ogg", "audio/ogg"), ("a.wav", "audio/wav"), ("a.flac", "audio/flac"),
        ("a.woff2", "font/woff2"),
        ("a.txt", "text/plain; charset=utf-8"), ("a.md", "text/markdown; charset=utf-8"),
        ("a.min.js", "text/javascript; charset=utf-8"), ("a", "application/octet-stream"),
        ("a.exe", "application/octet-stream"), (".html", "application/octet-stream"),
        ("a.html/b", "application/octet-stream"), ("", "application/octet-stream"),
    ])
    func `a name tells the type`(path: String, type: String) {
        #expect(MediaType.of(path) == type)
    }

    @Test(arguments: [
        ("a.html", true), ("a.js", true), ("a.css", true), ("a.json", true), ("a.svg", true),
        ("a.webmanifest", true), ("a.png", false), ("a.mp3", false), ("a.wav", false),
        ("a.flac", false), ("a", false),
    ])
    func `letters are known from other bytes`(path: String, isText: Bool) {
        #expect(MediaType.isText(MediaType.of(path)) == isText)
    }
}
