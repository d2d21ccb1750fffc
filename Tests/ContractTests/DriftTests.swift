import Contract
import ExampleGame
import GameState
import NameThatTuneGame
import Protocol
import Testing
import TriptoGame

/// The specifications and the types can't drift apart.
struct DriftTests {
    private let viewers: [Viewer] = [.host, .tv, .player(PlayerID(rawValue: "p1"))]

    @Test func `every message that a client may send is known to the game or the gateway`() {
        #expect(unknown(to: Tripto.self, in: .tripto).isEmpty)
        #expect(unknown(to: NameThatTune.self, in: .nameThatTune).isEmpty)
        // Settings of the example stay as they are.
        #expect(unknown(to: Quiz.self, in: .quiz) == ["HOST_UPDATE_SETTINGS"])
    }

    private func unknown(to game: (some Game).Type, in contract: Contract) -> Set<String> {
        let ofTheGateway: Set = ["HELLO", "RESUME_SESSION", "TIME_PING"]
        return contract.namesAsked.subtracting(ofTheGateway).filter { type in
            viewers.allSatisfy { viewer in
                do throws(WireError) {
                    return try game.read(type: type, payload: .null, from: viewer) == nil
                } catch {
                    return false
                }
            }
        }
    }

    @Test func `what one game alone says is in its contract alone`() throws {
        let brake = try json(#"{"type": "BRAKE_ANSWER_LOCKED"}"#)
        #expect(Contract.quiz.problems(ofTold: brake) == ["no such message: \(brake)"])
        #expect(Contract.tripto.problems(ofTold: brake) != ["no such message: \(brake)"])
        #expect(Contract.tripto.namesAsked.contains("BRAKE_PULL"))
        #expect(!Contract.quiz.namesAsked.contains("BRAKE_PULL"))
    }

    @Test func `error codes are those of the type`() throws {
        for code in ErrorCode.allCases {
            let message = #"""
                {"type": "ERROR", "sessionId": "0123456789abcdef", "serverTimeMs": 1,
                 "payload": {"code": "\#(code.rawValue)", "message": "", "retryable": false}}
                """#
            #expect(Contract.tripto.problems(ofTold: try json(message)).isEmpty)
        }
    }

    @Test func `states are those of the type`() throws {
        try expect(TriptoGame.StateName.allCases.map(\.rawValue), in: .tripto)
        try expect(NameThatTuneGame.StateName.allCases.map(\.rawValue), in: .nameThatTune)
    }

    private func expect(_ states: [String], in contract: Contract) throws {
        for state in states {
            let problems = contract.problems(
                ofDocument: try json(#"{"state": "\#(state)"}"#),
                projection: "tv"
            )
            #expect(!problems.contains { $0.hasPrefix("$.state") })
        }
    }
}
