import HTTP

/// The first byte chooses the limits, all others are a parser's input.
enum Requests {
    private static let small = RequestLimits(
        maxLineBytes: 48,
        maxHeaderBytes: 192,
        maxBodyBytes: 64,
        maxHeaders: 4
    )

    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        let limits = way & 1 == 0 ? RequestLimits() : small
        let fresh = RequestParser(limits: limits)

        var whole = fresh
        let events = try whole.read(bytes)
        let asked = events.filter { $0 != .continueExpected }
        for pieces in Cuts(bytes).ways {
            var parser = fresh
            var read: [Asked] = []
            for piece in pieces where !read.isRefused { read += try parser.read(Array(piece)) }
            // Only a client whose body has not come yet waits for a word.
            try same(read.filter { $0 != .continueExpected }, asked, "\(pieces.count) reads")
            try hold(parser.isIdle == whole.isIdle, "idle or not, in \(pieces.count) reads")
        }
        try checkCopy(of: fresh, bytes, asked)
        for event in asked {
            guard case .request(let request) = event else { continue }
            try keep(request, within: limits)
            try RequestFields.check(request)
        }
        guard asked.isRefused else { return }
        let more = try whole.read(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        try same(more, Array(asked.suffix(1)), "after a refusal")
    }

    /// A parser is a value: reading with one copy does not affect the other.
    private static func checkCopy(
        of fresh: RequestParser,
        _ bytes: [UInt8],
        _ asked: [Asked]
    ) throws(Broken) {
        let half = bytes.count / 2
        var parser = fresh
        let first = try parser.read(Array(bytes[..<half]))
        guard !first.isRefused else { return }
        var copy = parser
        let rest = try parser.read(Array(bytes[half...]))
        try same((first + rest).filter { $0 != .continueExpected }, asked, "cut in the middle")
        try same(try copy.read(Array(bytes[half...])), rest, "a copy")
    }

    private static func keep(_ request: Request, within limits: RequestLimits) throws(Broken) {
        try hold(request.body.count <= limits.maxBodyBytes, "a body beyond its limit")
        try hold(request.headers.count <= limits.maxHeaders, "fields beyond their limit")
        let path = request.target.path
        try hold(path.utf8.first == UInt8(ascii: "/"), "a path without its slash")
        try hold(!path.contains("\\") && !path.utf8.contains { $0 < 0x20 }, "a path with \(path)")
        let segments = path.utf8.split(separator: UInt8(ascii: "/"))
        try hold(!segments.contains { $0.elementsEqual("..".utf8) }, "a way up in \(path)")
        for (name, value) in request.headers {
            try hold(Headers.isName(name) && Headers.isValue(value), "a field \(name): \(value)")
        }
        // Both ends of a hop must see the same: written plainly it is read as the same again. A
        // host in the target needs no field; written without it, a request needs one.
        let isNamed = request.headers.first("Host").map { !$0.isEmpty && $0.first != ":" } ?? true
        let target = (isNamed ? "" : "http://a") + request.target.rawPath
        var plain = Array(
            "\(request.method.name) \(target) HTTP/1.\(request.minorVersion)\r\n".utf8
        )
        for (name, value) in request.headers
        where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
            plain += "\(name): \(value)\r\n".utf8
        }
        plain += "Content-Length: \(request.body.count)\r\n\r\n".utf8
        plain += request.body
        var parser = RequestParser(
            limits: RequestLimits(maxLineBytes: 1 << 20, maxHeaderBytes: 1 << 20, maxHeaders: 1_000)
        )
        let again = try parser.read(plain).filter { $0 != .continueExpected }
        guard again.count == 1, case .request(let other) = again[0] else {
            throw Broken("written plainly it is \(again)")
        }
        try same(other.target.rawPath, request.target.rawPath, "path, written plainly")
        try same(other.target.path, path, "decoded path, written plainly")
        try same(other.body, request.body, "body, written plainly")
        try same(other.keepAlive, request.keepAlive, "what follows, written plainly")
    }
}

/// Findings of a parser of requests.
enum Asked: Equatable {
    case request(Request)
    case continueExpected
    case refused(RequestError)

    static func == (one: Asked, other: Asked) -> Bool {
        switch (one, other) {
        case (.request(let one), .request(let other)):
            one.method == other.method && one.target.rawPath == other.target.rawPath
                && one.target.path == other.target.path
                && one.target.query.elementsEqual(other.target.query, by: ==)
                && one.minorVersion == other.minorVersion && one.headers == other.headers
                && one.body == other.body
        case (.continueExpected, .continueExpected): true
        case (.refused(let one), .refused(let other)): one == other
        case (.request, _), (.continueExpected, _), (.refused, _): false
        }
    }
}

extension [Asked] {
    var isRefused: Bool {
        if case .refused = last { true } else { false }
    }
}

extension RequestParser {
    /// All that the parser finds in these bytes, one read, up to a refusal.
    mutating func read(_ bytes: [UInt8]) throws(Broken) -> [Asked] {
        var asked: [Asked] = []
        var bytes = bytes
        let isTaken = bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            do throws(RequestError) {
                while let event = try next(&input) {
                    switch event {
                    case .continueExpected: asked.append(.continueExpected)
                    case .request(let request): asked.append(.request(request))
                    }
                }
                return input.isEmpty
            } catch {
                asked.append(.refused(error))
                return true
            }
        }
        try hold(isTaken, "more is needed, but not all was taken")
        return asked
    }
}
