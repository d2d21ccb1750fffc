import Seeded
import HTTP

/// Comparable results of a parser.
enum Parsed: Equatable {
    case request(String, String, Headers, [UInt8])
    case continueExpected
    case refused(RequestError.Reason)

    /// A request of which only this matters.
    static func get(_ path: String, _ headers: Headers = ["Host": "a"]) -> Parsed {
        .request("GET", path, headers, [])
    }

    init(_ event: RequestEvent) {
        switch event {
        case .continueExpected: self = .continueExpected
        case .request(let request):
            self = .request(
                request.method.name,
                request.target.rawPath,
                request.headers,
                request.body
            )
        }
    }
}

extension RequestParser {
    /// Everything that the parser finds in these bytes, one read, up to a refusal.
    mutating func read(_ bytes: [UInt8]) -> [Parsed] {
        var parsed: [Parsed] = []
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            do throws(RequestError) {
                while let event = try next(&input) { parsed.append(Parsed(event)) }
                precondition(input.isEmpty, "nil means that everything was taken")
            } catch {
                parsed.append(.refused(error.reason))
            }
        }
        return parsed
    }

    mutating func read(_ text: String) -> [Parsed] { read(Array(text.utf8)) }

    mutating func read(pieces: [ArraySlice<UInt8>]) -> [Parsed] {
        var parsed: [Parsed] = []
        for piece in pieces {
            parsed += read(Array(piece))
            if case .refused = parsed.last { break }
        }
        return parsed
    }

    /// The first request of a text, itself.
    mutating func request(_ text: String) throws -> Request? {
        var bytes = Array(text.utf8)
        return try bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            guard case .request(let request) = try next(&input) else { return nil }
            return request
        }
    }
}
