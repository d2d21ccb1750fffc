import LoadTest
import Protocol

/// A command that lies in a gateway which can't go on, while its sender goes to another gateway and on
/// from there: it must not count any more (protocol §1).
final class Crossing {
    enum Command: String, CaseIterable {
        case answer, skip, pull, leave
    }

    /// The older connection's end.
    enum Parting: String, CaseIterable {
        /// Not at all: a phone that has lost its network.
        case silence
        case fin, rst
    }

    private enum Seats {
        static let mover = 0
        /// Has not answered, so that a question stays open.
        static let bystander = 1
        /// Comes when the gateway goes on.
        static let witness = 2
        static let count = 3
    }

    private static let index: JSONValue = .int(1)
    private static let staleAnswer = "the answer before"
    private static let takenOver: UInt16 = 4409
    private static let takeOverMs: Int64 = 10_000

    let command: Command
    let parting: Parting
    let table: Table
    private let old: Target
    private let new: Target
    private let seat: Table.Seat
    private let older: Device
    private var newer: Device?
    private let bystander: Device
    private let host: Device
    private var right = ""

    /// Seats everybody and plays to where the command has a meaning.
    init(_ command: Command, _ parting: Parting, from old: Target, to new: Target) throws {
        (self.command, self.parting, self.old, self.new) = (command, parting, old, new)
        table = try Table(at: new, players: Seats.count)
        bystander = try Device(at: new, in: table, as: table.players[Seats.bystander])
        switch command {
        case .answer, .pull, .leave:
            seat = table.players[Seats.mover]
            older = try Device(at: old, in: table, as: seat)
            host = try Device(at: new, in: table, as: table.host)
        case .skip:
            seat = table.host
            older = try Device(at: old, in: table, as: seat)
            host = older
        }
        try table.start(by: host)
        try table.skip(by: host)
        if command == .answer { right = try table.goToQuestion(by: host) }
        // Seen by the gateway that will stand still.
        if host !== older { try older.wait { Self.clue($0) == 10 || command == .answer } }
    }

    var title: String { "\(command.rawValue) (\(parting.rawValue)) in \(table.session)" }

    /// Sends what will be too old.
    func sayStale() {
        switch command {
        case .answer:
            older.say(
                "FOLLOWUP_ANSWER_SUBMIT",
                .object(["index": Self.index, "answerText": .string(Self.staleAnswer)])
            )
        case .skip: older.say("HOST_SKIP")
        case .pull: older.say("BRAKE_PULL", .object(["atClientMs": .int(0)]))
        case .leave: older.say("LEAVE")
        }
    }

    /// The sender comes back at the other gateway, where the session goes on.
    func cross() throws {
        switch parting {
        case .silence: break
        case .fin: older.hangUp()
        case .rst: older.reset()
        }
        let newer = try Device(at: new, in: table, as: seat)
        self.newer = newer
        switch command {
        case .answer:
            let id = newer.say(
                "FOLLOWUP_ANSWER_SUBMIT",
                .object(["index": Self.index, "answerText": .string(right)])
            )
            _ = try newer.hear("ANSWER_ACK", inReplyTo: id)
        case .skip: try table.skip(by: newer)
        case .pull: try table.skip(by: host)
        case .leave: break
        }
    }

    /// Once the gateway goes on: whether what was too old has counted.
    ///
    /// - Returns: what is wrong; nil: nothing.
    func fault() throws -> String? {
        guard let newer else { return "never crossed" }
        // Its commit comes after all that its gateway had not read.
        let witness = table.players[Seats.witness]
        let canary = try Device(at: old, in: table, as: witness)
        let isSeen = { (document: JSONValue) in
            Self.player(witness, in: document)?["connected"]?.bool == true
        }
        try newer.wait(until: isSeen)
        defer { for device in [older, newer, bystander, host, canary] { device.hangUp() } }
        if let fault = try fault(in: newer.freshDocument()) { return fault }
        guard parting == .silence else { return nil }
        older.awaitClose(waitMs: Self.takeOverMs)
        return older.closeCode == Self.takenOver
            ? nil : "the older connection: \(older.closeCode.map { "\($0)" } ?? "lives on")"
    }

    private func fault(in document: JSONValue) throws -> String? {
        let state = document["state"]?.string ?? "?"
        switch command {
        case .answer:
            let answer = document["me"]?["followupAnswer"]?.string
            guard answer == right else { return "\"\(right)\" has become \(answer ?? "nothing")" }
            let results = try table.showResults(by: host)
            let mine = results.first { $0["playerId"]?.string == seat.playerID }
            return mine?["isCorrect"]?.bool == true ? nil : "it was right, and counts as \(results)"
        case .skip, .pull:
            return state == "CLUE_LEVEL" && Self.clue(document) == 8
                ? nil : "the clue for 8 has become \(state) \(Self.clue(document) ?? 0)"
        case .leave:
            return Self.player(seat, in: document)?["connected"]?.bool == true
                ? nil : "the player is gone: \(document["players"] ?? .null)"
        }
    }

    private static func clue(_ document: JSONValue) -> Int64? {
        document["clue"]?["levelPoints"]?.int
    }

    private static func player(_ seat: Table.Seat, in document: JSONValue) -> JSONValue? {
        document["players"]?.array?.first { $0["playerId"]?.string == seat.playerID }
    }
}
