/// A parser of remote bytes, and the invariants that must hold for any of them.
enum FuzzTarget: String, CaseIterable {
    case frames, deflate
    /// Requests, with values read out of their fields; the answers that a client reads.
    case http, answers
    case envelope, patch, tokens, packages
    /// Data in Redis.
    case stored

    func check(_ input: [UInt8]) throws(Broken) {
        switch self {
        case .frames: try Frames.check(input)
        case .deflate: try Deflation.check(input)
        case .http: try Requests.check(input)
        case .answers: try Answers.check(input)
        case .envelope: try Envelope.check(input)
        case .patch: try Patches.check(input)
        case .tokens: try Tokens.check(input)
        case .packages: try Packages.check(input)
        case .stored: try Stored.check(input)
        }
    }
}
