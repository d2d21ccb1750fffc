/// Content types by the name of a file.
public enum MediaType {
    public static let html = "text/html; charset=utf-8"
    public static let text = "text/plain; charset=utf-8"
    public static let json = "application/json"
    public static let script = "text/javascript; charset=utf-8"
    public static let style = "text/css; charset=utf-8"
    /// Type that nobody should guess at.
    public static let bytes = "application/octet-stream"

    /// - Parameter path: a name with or without folders; its extension counts, in any case.
    public static func of(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return bytes }
        return switch name[name.index(after: dot)...].lowercased() {
        case "html": html
        case "js", "mjs": script
        case "css": style
        case "json": json
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "mp3": "audio/mpeg"
        case "flac": "audio/flac"
        case "ogg": "audio/ogg"
        case "wav": "audio/wav"
        case "woff2": "font/woff2"
        case "txt": text
        case "md": "text/markdown; charset=utf-8"
        default: bytes
        }
    }

    /// True for a type of text, which compression makes much smaller.
    public static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type == json || type.hasSuffix("+json") || type.hasSuffix("+xml")
    }
}
