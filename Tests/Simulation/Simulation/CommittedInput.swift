import Protocol
import Rooms

/// A committed input, as far as the laws need it, read off its JSON.
struct CommittedInput {
    /// The timer that ran out.
    private(set) var timer: TimerID?
    /// Viewer whose command it is.
    private(set) var commander: Viewer?
    /// True for a pull of the brake.
    private(set) var isPull = false
    /// The command it came with, if that had a name.
    private(set) var message: MessageKey?
    /// The input as it stands in the journal, cut short.
    let text: String

    init(_ body: [UInt8]) {
        text = String(decoding: body.prefix(160), as: UTF8.self)
        let prefix = "{\"input\":{\"_0\":{\""
        guard text.hasPrefix(prefix) else { return }
        if text.dropFirst(prefix.count).hasPrefix("timer") {
            timer = Self.string(after: "{\"timer\":{\"_0\":\"", in: text).map(TimerID.init)
        } else if let input = try? JSONReader.read(body)["input"] {
            let command = input["_0"]?["command"] ?? input["_0"]?["judged"]
            commander = (command?["from"]).map(Self.viewer)
            isPull = input["_0"]?["command"]?["_0"]?["brakePull"] != nil
            if let key = input["messageID"], let from = key["viewer"],
                let id = key["messageID"]?.string
            {
                message = MessageKey(viewer: Self.viewer(from), messageID: id)
            }
        }
    }

    private static func viewer(_ json: JSONValue) -> Viewer {
        if let id = json["player"]?["_0"]?.string { return .player(PlayerID(rawValue: id)) }
        return json["host"] != nil ? .host : .tv
    }

    private static func string(after prefix: String, in text: String) -> String? {
        guard let start = text.firstRange(of: prefix) else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
