import GameState
import NameThatTuneGame
import Protocol
import TriptoGame

@testable import Gateway

/// A message of a client, as it comes out of a frame.
enum Envelope {
    private static let player = Viewer.player(PlayerID(rawValue: "p1"))

    static func check(_ input: [UInt8]) throws(Broken) {
        try checkText(input)
        switch read(input) {
        case .failure(let error):
            try same(error.code, .badMessage, "what is wrong with an envelope")
        case .success(let message):
            try hold(message.type.utf8.count <= 40, "a type without bound")
            if let id = message.messageID {
                try hold((1...64).contains(id.unicodeScalars.count), "a msgId without bound")
            }
            guard let payload = message.payload.object else {
                throw Broken("a payload that is no object")
            }
            try same(read(rewritten(message)), .success(message), "written again")
            try checkGreeting(message)
            try checkCommand(message)
            try checkCommand(message, of: NameThatTune.self)
            try checkSettings(payload)
        }
    }

    private static func read(_ input: [UInt8]) -> Result<ClientMessage, WireError> {
        input.withUnsafeBytes { bytes in
            Result { () throws(WireError) in try ClientMessage(bytes) }
        }
    }

    /// Any JSON text means the same when it is written again, and is then written the same.
    private static func checkText(_ input: [UInt8]) throws(Broken) {
        guard let value = try? JSONReader.read(input) else { return }
        let bytes = value.bytes
        guard let again = try? JSONReader.read(bytes) else {
            throw Broken("written again it is no JSON: \(String(decoding: bytes, as: UTF8.self))")
        }
        try same(again, value, "JSON written again")
        try same(again.bytes, bytes, "JSON written twice")
    }

    private static func rewritten(_ message: ClientMessage) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", message.type)
        if let session = message.session { writer.member("sessionId", session.rawValue) }
        if let id = message.messageID { writer.member("msgId", id) }
        writer.key("payload")
        message.payload.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private static func checkGreeting(_ message: ClientMessage) throws(Broken) {
        switch Result(catching: { () throws(WireError) in try Greeting(message) }) {
        case .failure(let error):
            try hold(error.code == .badMessage || error.code == .unauthorized, "\(error)")
        case .success(let greeting):
            let ms = greeting.clientTime?.ms ?? 0
            try hold((0...ServerTime.maxMs).contains(ms), "a time to overflow with: \(ms)")
            try hold(greeting.lastVersion ?? 0 >= 0, "a version below 0")
        }
    }

    /// A command is journalled: it must be read again as the same command.
    private static func checkCommand(_ message: ClientMessage) throws(Broken) {
        for viewer in [Viewer.host, .tv, player] {
            let command = Result { () throws(WireError) in
                try Tripto.read(type: message.type, payload: message.payload, from: viewer)
            }
            switch command {
            case .failure(let error):
                try hold(error.code == .badMessage || error.code == .forbidden, "\(error)")
            case .success(nil): break
            case .success(.own(.brakeAnswer(let text))?),
                .success(.own(.followupAnswer(_, let text))?):
                try hold((1...200).contains(text.count), "an answer of \(text.count) characters")
                try checkAnswer(text)
            case .success(let command?):
                try same(try Kept.again(command), command, "a command, journalled")
            }
        }
    }

    /// The same, of a game whose settings stay as they are.
    private static func checkCommand<G: Game>(
        _ message: ClientMessage,
        of game: G.Type
    ) throws(Broken) {
        for viewer in [Viewer.host, .tv, player] {
            let command = Result { () throws(WireError) in
                try G.read(type: message.type, payload: message.payload, from: viewer)
            }
            switch command {
            case .failure(let error):
                let isTyped = [.badMessage, .forbidden, .unknownType].contains(error.code)
                try hold(isTyped, "\(error)")
            case .success(nil): break
            case .success(let command?):
                try same(try Kept.again(command), command, "a command, journalled")
            }
        }
    }

    /// Every answer can be judged, and blanks around it change nothing.
    private static func checkAnswer(_ text: String) throws(Broken) {
        let matcher = AnswerMatcher.standard
        guard text.utf8.count < 200 else { return }
        let spaced = "  \(text) "
        try same(
            matcher.accepts(text, for: Samples.destination),
            matcher.accepts(spaced, for: Samples.destination),
            "an answer with blanks around"
        )
        let accepted = ["Kamo", "the Philosopher's Path", "12"]
        try same(
            matcher.accepts(text, forAnyOf: accepted),
            matcher.accepts(spaced, forAnyOf: accepted),
            "an answer to a question, with blanks around"
        )
    }

    private static func checkSettings(_ json: JSONObject) throws(Broken) {
        let settings = Result { () throws(WireError) in
            try Tripto.Settings(json, randomSeed: 7)
        }
        switch settings {
        case .failure(let error): try same(error.code, .badMessage, "what is wrong with settings")
        case .success(let settings):
            try hold((1...500).contains(settings.maxPlayers), "\(settings.maxPlayers) players")
            try same(try Kept.again(settings), settings, "settings, kept")
        }
    }
}
