import Protocol
import Timers

// Faults planted on purpose.
extension Evening {
    var gatewayScheduler: any Scheduler {
        flaw == .firesEarly ? HastyScheduler(scheduler) : scheduler
    }

    func sabotaged(_ message: ClientMessage) -> ClientMessage {
        guard flaw == .repeatsTwice, let id = message.messageID else { return message }
        var message = message
        message.messageID = id + "again\(nextNumber())"
        return message
    }

    func sabotaged(_ frames: [ServerFrame], for client: SimulatedClient) -> [ServerFrame] { frames }

    func sabotageJournal() {
        if flaw == .losesEntry { truth.loseJournalEntry() }
    }
}
