import Protocol

/// A committed input, as far as the laws need it, read off its JSON.
struct CommittedInput {
    /// The timer that ran out.
    private(set) var timer: TimerID?
    /// Whose command it is.
    private(set) var commander: Viewer?
    /// The input as it stands in the journal, cut short.
    let text: String

    init(_ body: [UInt8]) {
        text = String(decoding: body.prefix(160), as: UTF8.self)
        let prefix = "{\"input\":{\"_0\":{\""
        guard text.hasPrefix(prefix) else { return }
        if text.dropFirst(prefix.count).hasPrefix("timer") {
            timer = Self.string(after: "{\"timer\":{\"_0\":\"", in: text).map(TimerID.init)
        } else if text.dropFirst(prefix.count).hasPrefix("command") {
            commander = Self.viewer(in: body)
        }
    }

    private static func viewer(in body: [UInt8]) -> Viewer? {
        guard let json = try? JSONReader.read(body),
            let from = json["input"]?["_0"]?["command"]?["from"]
        else { return nil }
        if let id = from["player"]?["_0"]?.string { return .player(PlayerID(rawValue: id)) }
        return from["host"] != nil ? .host : .tv
    }

    private static func string(after prefix: String, in text: String) -> String? {
        guard let start = text.firstRange(of: prefix) else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
