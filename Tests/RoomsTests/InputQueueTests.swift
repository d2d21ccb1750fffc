import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Inputs that wait behind a commit, and those that wait for the outcome of one.
@Suite struct InputQueueTests {
    private let start = ServerTime(ms: 1_000_000)

    private func command(_ id: String, from seat: Seat) -> PendingInput<Tripto> {
        PendingInput(
            input: .command(.skip, from: seat.viewer),
            sender: .seat(seat, messageID: id),
            at: start
        )
    }

    @Test func `a viewer's places are free again when what waited is taken`() {
        var queue = InputQueue<Tripto>()
        let (host, _) = seated(.host)
        for _ in 1...3 {
            var accepted = 0
            for number in 0...InputQueue<Tripto>.maxPerViewer {
                if queue.append(command("m\(number)", from: host)) { accepted += 1 }
            }
            #expect(accepted == InputQueue<Tripto>.maxPerViewer)
            while let next = queue.popFirst() { #expect(next.seat === host) }
        }
    }

    @Test func `what is in doubt has a limit`() {
        var doubts = Doubts<Tripto>()
        let arrival = PendingInput<Tripto>.arrival(of: "Anna", at: start)
        var accepted = 0
        for _ in 0...Doubts<Tripto>.maxCount where doubts.append(arrival) { accepted += 1 }
        #expect(accepted == Doubts<Tripto>.maxCount)
    }

    @Test func `a repeat takes its own answer and no other's`() {
        var doubts = Doubts<Tripto>()
        let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
        for id in ["m1", "m2"] { _ = doubts.append(command(id, from: old)) }
        doubts.redirect(
            MessageKey(viewer: .host, messageID: "m2"),
            to: .seat(new, messageID: "m2")
        )
        let seats = doubts.removeAll().map { $0.seat?.seating.order }
        #expect(seats == [1, 2])
    }

    @Test func `a newer seating replaces older connections of its own viewer alone`() {
        let player = PlayerID(rawValue: "anna")
        for (viewer, order, isReplaced) in [
            (Viewer.host, 6, true), (.host, 4, false), (.player(player), 6, false),
        ] as [(Viewer, Int64, Bool)] {
            let (host, _) = seated(.host, order: 5)
            let elsewhere = ConnectionID(rawValue: "elsewhere")
            command("m1", from: host).yield(to: Seating(viewer, on: elsewhere, order: order))
            #expect(host.isReplaced == isReplaced)
        }
    }
}
