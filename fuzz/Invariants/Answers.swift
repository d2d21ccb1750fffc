import HTTP

/// The first byte gives the request's method and the answer's limits, all others are the answer.
enum Answers {
    private static let small = RequestLimits(
        maxLineBytes: 62,
        maxHeaderBytes: 192,
        maxBodyBytes: 64,
        maxHeaders: 4
    )

    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        let method: Method = way & 1 == 0 ? .get : .head
        let limits = way & 2 == 0 ? RequestLimits() : small
        let fresh = ResponseParser(limits: limits)

        var whole = fresh
        let said = try whole.readToEnd([bytes[...]], answering: method)
        for case .response(_, let headers, let body) in said {
            try hold(body.count <= limits.maxBodyBytes, "a body beyond its limit")
            try hold(headers.count <= limits.maxHeaders, "fields beyond their limit")
            try hold(method != .head || body.isEmpty, "a body after HEAD")
        }
        for pieces in Cuts(bytes).ways {
            var parser = fresh
            let again = try parser.readToEnd(pieces, answering: method)
            try same(again, said, "\(pieces.count) reads")
            try same(parser.keepsOpen, whole.keepsOpen, "open or not, in \(pieces.count) reads")
        }
        let half = bytes.count / 2
        var parser = fresh
        let first = try parser.read(Array(bytes[..<half]), answering: method)
        guard !first.isOver else { return }
        var copy = parser
        let rest = [bytes[half...]]
        let one = try parser.readToEnd(rest, answering: method)
        try same(try copy.readToEnd(rest, answering: method), one, "a copy")
        try same(first + one, said, "cut in the middle")
    }
}

/// Findings of a parser of answers.
enum Said: Equatable {
    case response(Int, Headers, [UInt8])
    case failed(ResponseError)
}

extension [Said] {
    /// After 101 another protocol speaks.
    fileprivate var isOver: Bool {
        switch last {
        case .failed: true
        case .response(let status, _, _): status == Status.switchingProtocols.rawValue
        case nil: false
        }
    }
}

extension Said {
    fileprivate init(_ response: Response) {
        self = .response(response.status.rawValue, response.headers, response.body)
    }
}

extension ResponseParser {
    mutating func read(_ bytes: [UInt8], answering method: Method) throws(Broken) -> [Said] {
        var said: [Said] = []
        var bytes = bytes
        let isTaken = bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            do throws(ResponseError) {
                while let response = try next(&input, answering: method) {
                    said.append(Said(response))
                    if said.isOver { return true }
                }
                return input.isEmpty
            } catch {
                said.append(.failed(error))
                return true
            }
        }
        try hold(isTaken, "more is needed, but not all was taken")
        return said
    }

    /// In one read for each piece, then the connection ends.
    mutating func readToEnd(
        _ pieces: [ArraySlice<UInt8>],
        answering method: Method
    ) throws(Broken) -> [Said] {
        var said: [Said] = []
        for piece in pieces where !said.isOver {
            said += try read(Array(piece), answering: method)
        }
        guard !said.isOver else { return said }
        do throws(ResponseError) {
            if let response = try finish() { said.append(Said(response)) }
        } catch {
            said.append(.failed(error))
        }
        return said
    }
}
