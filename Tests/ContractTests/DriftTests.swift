import Contract
import GameState
import Protocol
import Testing
import TriptoGame

/// The specifications and the types can't drift apart.
struct DriftTests {
    private let viewers: [Viewer] = [.host, .tv, .player(PlayerID(rawValue: "p1"))]

    @Test func `every message that a client may send is known to the game or the gateway`() {
        let ofTheGateway: Set = ["HELLO", "RESUME_SESSION", "TIME_PING"]
        let unknown = Contract.shared.namesAsked.subtracting(ofTheGateway).filter { type in
            viewers.allSatisfy { viewer in
                do throws(WireError) {
                    return try Tripto.read(type: type, payload: .null, from: viewer) == nil
                } catch {
                    return false
                }
            }
        }
        #expect(unknown.isEmpty)
    }

    @Test func `error codes are those of the type`() throws {
        for code in ErrorCode.allCases {
            let message = #"""
                {"type": "ERROR", "sessionId": "0123456789abcdef", "serverTimeMs": 1,
                 "payload": {"code": "\#(code.rawValue)", "message": "", "retryable": false}}
                """#
            #expect(Contract.shared.problems(ofTold: try json(message)).isEmpty)
        }
    }

    @Test func `states are those of the type`() throws {
        for state in StateName.allCases {
            let problems = Contract.shared.problems(
                ofDocument: try json(#"{"state": "\#(state.rawValue)"}"#),
                projection: "tv"
            )
            #expect(!problems.contains { $0.hasPrefix("$.state") })
        }
    }
}
