import GameState

/// Content of a round.
public struct RoundContent: Equatable, Sendable {
    public var package: RoundPackage
    /// Nil where the gateway that fetched it has no voice.
    public var voice: RoundVoice?

    public init(_ package: RoundPackage, voice: RoundVoice? = nil) {
        self.package = package
        self.voice = voice
    }
}

/// Without a voice it is written as the package alone, as in the journals of games from before
/// there was any.
extension RoundContent: Codable {
    private enum CodingKeys: CodingKey {
        case package, voice
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.package) else {
            self.init(try RoundPackage(from: decoder))
            return
        }
        self.init(
            try container.decode(RoundPackage.self, forKey: .package),
            voice: try container.decode(RoundVoice.self, forKey: .voice)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        guard let voice else { return try package.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(package, forKey: .package)
        try container.encode(voice, forKey: .voice)
    }
}

/// It holds the secret; printing it tells none.
extension RoundContent: CustomStringConvertible {
    public var description: String { "\(package)" }
}
