import Seeded

/// What goes wrong in an evening, all of it on the dice.
public enum Fault: String, CaseIterable, Sendable {
    case commitFailed = "commit fails, not applied"
    case acknowledgementLost = "commit applied, acknowledgement lost"
    case commitConflict = "commit comes second"
    case storeAway = "store away for a while"
    case storeLost = "store lost, rebuilt from the journal"
    case storeEmptied = "store emptied under living gateways"
    case lockFailed = "lock can't be asked"
    case lockHeld = "lock is held by another"
    case lockExpired = "lock expired"
    case publicationLost = "publication lost"
    case publicationLate = "publication late"
    case gatewayKilled = "gateway killed"
    case clockJumped = "clock jumps"
    case clockStood = "clock stands still"
    case clientDropped = "client dropped"
    case clientStalled = "client overflows"
    case commandRepeated = "command repeated"
    case contentMissing = "no content"
    case contentLate = "content late"
    case deviceChanged = "host changes device"
    case staleRoom = "room behind its client"
}
