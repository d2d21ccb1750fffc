import Foundation
import HTTP
import OpenSSL

/// The web clients' files, read once and served from memory; an answer never waits for a disk.
struct StaticFiles: Sendable {
    /// Bytes of all files together.
    static let maxBytes = 32 << 20

    private struct File: Sendable {
        var bytes: [UInt8]
        var type: String
        var tag: EntityTag
    }

    enum Problem: Error, CustomStringConvertible {
        case unreadable(String)
        case tooMuch(String)

        var description: String {
            switch self {
            case .unreadable(let path): "\(path) can't be read"
            case .tooMuch(let path): "more than \(StaticFiles.maxBytes) bytes below \(path)"
            }
        }
    }

    private let files: [String: File]

    /// - Parameter directory: nil: there are none.
    init(directory: String?) throws(Problem) {
        guard let directory else {
            files = [:]
            return
        }
        let root = URL(filePath: directory, directoryHint: .isDirectory)
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path) else {
            throw .unreadable(directory)
        }
        var files: [String: File] = [:]
        var byteCount = 0
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let url = root.appending(path: path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            guard let data = try? Data(contentsOf: url) else { throw .unreadable(url.path) }
            byteCount += data.count
            guard byteCount <= Self.maxBytes else { throw .tooMuch(directory) }
            let bytes = [UInt8](data)
            let digest = Base64URL.encode(Array(Digest.sha256(bytes).prefix(12)))
            files[path] = File(
                bytes: bytes,
                type: MediaType.of(path),
                tag: EntityTag(digest)
            )
        }
        self.files = files
    }

    /// Whoever runs script or styles in our pages wrote them into our files.
    private static let policy =
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    func answer(_ path: String, to request: Request) -> Response {
        guard let file = files[path] else {
            return Response(.notFound, type: MediaType.text, body: "There is no such page.\n")
        }
        var headers: Headers = [
            "Content-Type": file.type,
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        ]
        if file.type == MediaType.html { headers.set("Content-Security-Policy", Self.policy) }
        return .content(file.bytes, tag: file.tag, headers: headers, for: request)
    }
}
