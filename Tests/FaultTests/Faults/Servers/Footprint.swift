import Foundation
import LoadTest
import Synchronization

/// Law 7 from outside: what gateways hold of memory and descriptors while a scenario goes on.
final class Footprint: Sendable {
    /// Memory of a gateway without games, its web clients, content and voices among it.
    private static let bareKiB = 96 * 1_024
    /// The most that a session with its clients may add.
    private static let sessionKiB = 256
    /// Of listeners, loops, stores and files.
    private static let bareDescriptors = 96
    private static let sessionDescriptors = 24
    private static let lookUs: UInt32 = 250_000

    private struct State {
        var gateways: [GatewayServer] = []
        var maxKiB = 0
        var maxDescriptors = 0
        var isOver = false
    }

    private let state = Mutex(State())

    func watch(_ gateway: GatewayServer) {
        let isFirst = state.withLock { state in
            state.gateways.append(gateway)
            return state.gateways.count == 1
        }
        guard isFirst else { return }
        Thread.detachNewThread { [weak self] in
            while self?.look() == true { usleep(Self.lookUs) }
        }
    }

    /// - Returns: whether to look again.
    private func look() -> Bool {
        let gateways = state.withLock { $0.isOver ? [] : $0.gateways }
        for gateway in gateways {
            let process = gateway.process
            let (kiB, descriptors) = (process.residentKiB, process.descriptorCount)
            state.withLock { state in
                state.maxKiB = max(state.maxKiB, kiB)
                state.maxDescriptors = max(state.maxDescriptors, descriptors)
            }
        }
        return !gateways.isEmpty
    }

    var line: String {
        state.withLock {
            "a gateway held \($0.maxKiB / 1_024) MiB, \($0.maxDescriptors) descriptors"
        }
    }

    /// - Returns: what was more than `sessions` may cost.
    func end(sessions: Int) -> [String] {
        state.withLock { state in
            state.isOver = true
            var breaches: [String] = []
            if state.maxKiB > Self.bareKiB + sessions * Self.sessionKiB {
                breaches.append(
                    "law 7: a gateway held \(state.maxKiB) KiB for \(sessions) sessions"
                )
            }
            if state.maxDescriptors > Self.bareDescriptors + sessions * Self.sessionDescriptors {
                breaches.append(
                    "law 7: a gateway held \(state.maxDescriptors) descriptors for "
                        + "\(sessions) sessions"
                )
            }
            return breaches
        }
    }
}
