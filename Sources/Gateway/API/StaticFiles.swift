import Deflate
import Foundation
import HTTP
import OpenSSL

/// The web clients' files, read once and served from memory; an answer never waits for a disk.
struct StaticFiles: Sendable {
    /// Bytes of all files together.
    static let maxBytes = 32 << 20

    /// The page's own service worker, which is told what it belongs to.
    static let worker = "player/worker.js"

    /// The page of a player, which is told what the games have for one: fetched while a name is typed.
    static let playerPage = "player/index.html"
    /// Languages of the page for somebody in a browser where nothing is, the usual one first.
    private static let missingLanguages = ["en", "sv"]
    private static let gamesMark = "<!-- games -->"
    /// A place in pages where they are told that there are accounts; without them nothing is there.
    private static let accountsMark = "<!-- accounts -->"
    private static let accountsAreOn = #"<meta name="accounts">"#
    /// A place in pages where they are told that nobody has configured an address for links: then their own is as good.
    private static let addressMark = "<!-- address -->"
    private static let addressIsOpen = #"<meta name="address">"#
    /// Of a game's folder what another role's page alone asks for.
    private static let otherRoles = ["host", "tv", "operator"]

    /// A file in one coding.
    private struct Form: Sendable {
        var bytes: [UInt8]
        var tag: EntityTag
    }

    private struct File: Sendable {
        var type: String
        /// Of a page: what it may load and do.
        var policy: Policy?
        var plain: Form
        /// Nil where it would save nothing.
        var gzip: Form?

        init(_ path: String, _ bytes: [UInt8]) {
            type = MediaType.of(path)
            if type == MediaType.html {
                let page = String(decoding: bytes, as: UTF8.self)
                policy = Policy(of: page)
            }
            let digest = StaticFiles.digest(bytes)
            plain = Form(bytes: bytes, tag: EntityTag(digest))
            guard MediaType.isText(type) else { return }
            let small = Gzip.compressed(bytes)
            // Another coding is another representation with a tag of its own (RFC 9110 §8.8.3.3).
            if small.count < bytes.count {
                gzip = Form(bytes: small, tag: EntityTag(digest + "-gz"))
            }
        }
    }

    /// Scripts and styles of our pages come from our files, and talk to us alone. What stands in a page itself is
    /// named by its digest: a file of its own would cost each first visit a request.
    private struct Policy {
        private let scripts: String

        init(of page: String) {
            scripts = page.matches(of: /<script>(.*?)<\/script>/.dotMatchesNewlines()).map {
                let digest = Digest.sha256(Array($0.output.1.utf8))
                return " 'sha256-\(Data(digest).base64EncodedString())'"
            }.joined()
        }

        /// - Parameter sources: of the WebSocket; `'self'` does not name it for every browser.
        func text(_ sources: [String]) -> String {
            "default-src 'self'; script-src 'self'\(scripts); "
                + "connect-src \((["'self'"] + sources).joined(separator: " ")); img-src 'self' data:; "
                + "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        }
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
    /// Names all files together in their present state: pages with the same release fit each other.
    private let release: String

    /// - Parameters:
    ///   - directory: nil: there are none.
    ///   - games: whose pages are served below `games/`: a folder each, in there unless it has a place of its
    ///     own.
    ///   - hasAccounts: told to the pages that ask.
    ///   - hasPublicURL: as well: whether links have one address for all.
    init(
        directory: String?,
        games: [(name: String, folder: String?)] = [],
        hasAccounts: Bool = false,
        hasPublicURL: Bool = true
    ) throws(Problem) {
        guard let directory else {
            files = [:]
            release = ""
            return
        }
        var contents = try Self.contents(of: directory)
        for game in games {
            guard let folder = game.folder else { continue }
            for (path, bytes) in try Self.contents(of: folder) {
                contents["games/\(game.name)/\(path)"] = bytes
            }
        }
        let hosted = games.map { "games/\($0.name)/" }
        contents = contents.filter { path, _ in
            !path.hasPrefix("games/") || hosted.contains(where: path.hasPrefix)
        }
        guard contents.values.reduce(0, { $0 + $1.count }) <= Self.maxBytes else {
            throw .tooMuch(directory)
        }
        if let page = contents[Self.playerPage] {
            let links = Self.links(to: contents.keys.sorted(), of: hosted)
            let text = String(decoding: page, as: UTF8.self)
            contents[Self.playerPage] = Array(
                text.replacing(Self.gamesMark, with: links).utf8
            )
        }
        for (path, page) in contents where MediaType.of(path) == MediaType.html {
            let told = String(decoding: page, as: UTF8.self)
                .replacing(Self.accountsMark, with: hasAccounts ? Self.accountsAreOn : "")
                .replacing(Self.addressMark, with: hasPublicURL ? "" : Self.addressIsOpen)
            contents[path] = Array(told.utf8)
        }
        let state = contents.sorted { $0.key < $1.key }
            .map { "\($0.key) \(Self.digest($0.value))\n" }
        release = Self.digest(Array(state.joined().utf8))
        // A browser looks for a new worker by comparing its bytes: any changed file makes them differ.
        if let worker = contents[Self.worker] {
            contents[Self.worker] = Array("const RELEASE = \"\(release)\";\n".utf8) + worker
        }
        files = Dictionary(
            uniqueKeysWithValues: contents.map {
                ($0, File($0, $1))
            }
        )
    }

    /// All files in a folder but hidden ones, by their paths in there.
    private static func contents(of folder: String) throws(Problem) -> [String: [UInt8]] {
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path) else {
            throw .unreadable(folder)
        }
        var contents: [String: [UInt8]] = [:]
        var byteCount = 0
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let url = root.appending(path: path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            guard let data = try? Data(contentsOf: url) else { throw .unreadable(url.path) }
            byteCount += data.count
            guard byteCount <= Self.maxBytes else { throw .tooMuch(folder) }
            contents[path] = [UInt8](data)
        }
        return contents
    }

    /// Links to what a player's page may begin to fetch before it knows its game: that of the first one alone,
    /// or a first visit would pay for all.
    private static func links(to paths: [String], of games: [String]) -> String {
        games.prefix(1).flatMap { game in
            paths.compactMap { path -> String? in
                guard path.hasPrefix(game) else { return nil }
                let own = path.dropFirst(game.count)
                let role = own.prefix { $0 != "/" && $0 != "." }
                guard !otherRoles.contains(String(role)) else { return nil }
                let kind =
                    switch MediaType.of(path) {
                    case MediaType.script: #"rel="modulepreload""#
                    case MediaType.style: #"rel="preload" as="style""#
                    case _: nil as String?
                    }
                return kind.map { #"<link \#($0) href="/\#(path)" fetchpriority="low">"# }
            }
        }.joined(separator: "\n  ")
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        Base64URL.encode(Array(Digest.sha256(bytes).prefix(12)))
    }

    func contains(_ path: String) -> Bool { files[path] != nil }

    /// Nil where there is none.
    func text(_ path: String) -> String? {
        files[path].map { String(decoding: $0.plain.bytes, as: UTF8.self) }
    }

    /// - Parameter sources: where pages open their WebSocket, such as `wss://play.example`; each as a policy
    ///   may name it.
    func answer(_ path: String, to request: Request, _ sources: [String]) -> Response {
        guard let file = files[path] else { return missing(request, sources) }
        // A range counts bytes of the file as it is.
        let isSmall = request.headers.accepts(coding: "gzip") && !request.headers.contains("Range")
        let gzip = isSmall ? file.gzip : nil
        let form = gzip ?? file.plain
        var headers: Headers = [
            "Content-Type": file.type,
            "Cache-Control": "no-cache",
            "Web-Release": release,
        ]
        if file.gzip != nil { headers.set("Vary", "Accept-Encoding") }
        if let policy = file.policy {
            headers.set("Content-Security-Policy", policy.text(sources))
            // A page's address may have a token in it; a script's has none.
            headers.set("Referrer-Policy", "no-referrer")
        }
        if gzip != nil { headers.set("Content-Encoding", "gzip") }
        return .content(form.bytes, tag: form.tag, headers: headers, for: request)
    }

    /// A page for people, a line for programs.
    private func missing(_ request: Request, _ sources: [String]) -> Response {
        let wanted = request.headers.items("Accept").map { $0.prefix { $0 != ";" } }
        let language =
            request.headers.preferredLanguage(of: Self.missingLanguages) ?? Self.missingLanguages[0]
        guard wanted.contains("text/html"), let page = files["shared/missing.\(language).html"],
            let policy = page.policy
        else {
            return Response(.notFound, type: MediaType.text, body: "There is no such page.\n")
        }
        return Response(
            .notFound,
            headers: [
                "Content-Type": page.type, "Content-Language": language,
                "Content-Security-Policy": policy.text(sources), "Vary": "Accept, Accept-Language",
                "Referrer-Policy": "no-referrer",
            ],
            body: page.plain.bytes
        )
    }
}
