/// Completions that stay on their loop while a ticket for each travels.
///
/// A completion may hold on to what belongs to the loop, down to the last reference to it: it must
/// not be let go elsewhere.
struct Tickets<Value> {
    struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private var completions: [Ticket: InProcessLiveStore.Completion<Value>] = [:]
    private var lastNumber: UInt64 = 0

    mutating func keep(_ completion: @escaping InProcessLiveStore.Completion<Value>) -> Ticket {
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        completions[ticket] = completion
        return ticket
    }

    mutating func redeem(_ ticket: Ticket) -> InProcessLiveStore.Completion<Value> {
        guard let completion = completions.removeValue(forKey: ticket) else {
            preconditionFailure("a step of the live store was settled twice")
        }
        return completion
    }
}
