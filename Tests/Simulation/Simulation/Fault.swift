import Seeded

/// Faults of an evening, all of them random.
public enum Fault: String, CaseIterable, Sendable {
    case commitFailed = "commit fails, not applied"
    case acknowledgementLost = "commit applied, acknowledgement lost"
    case commitConflict = "commit comes second"
    case storeAway = "store away for a while"
    case storeLost = "store lost, rebuilt from the journal"
    case storeEmptied = "store emptied under living gateways"
    case claimHeld = "claim is held by another"
    case claimExpired = "claim ran out under its holder"
    case publicationLost = "publication lost"
    case publicationLate = "publication late"
    case gatewayKilled = "gateway killed"
    case clockJumped = "clock jumps"
    case clockStood = "clock stands still"
    case clientDropped = "client dropped"
    case clientStalled = "client overflows"
    case commandRetried = "command retried after an error that may pass"
    case commandRepeated = "command repeated"
    case contentMissing = "no content"
    case contentLate = "content late"
    case deviceChanged = "host changes device"
    case handedOver = "host hands over to a player"
    case staleRoom = "room behind its client"
    case gatewayStood = "gateway stands still"
    case clientMoved = "client moves with a command on its way"
    case twins = "two connections at once"
    case bidLate = "bid for a seat comes late"
    case seatHeld = "seat is held by another"
    case archiveAway = "archive can't be asked"
    case archiveSlow = "archive answers late"
    case archiveBehind = "archive behind the store"
    case storeSetBack = "store lost its latest steps"
    case desertion = "everybody leaves"
    case roomRested = "room goes to rest"
    case roomWoken = "room is woken by a client"
    case seatReplaced = "commit by a replaced connection"
}

extension Fault {
    /// True for a fault of any game: some have no content, others nothing that one player holds.
    var isOfAllGames: Bool {
        ![.contentMissing, .contentLate, .claimHeld, .claimExpired].contains(self)
    }
}
