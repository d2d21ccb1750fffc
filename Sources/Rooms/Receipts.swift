package import Protocol

/// What became of the latest commands that carried a `msgId`, so that a repeat has no second effect.
///
/// Part of a session's stored state: a command that was committed just before a gateway died is still
/// known to the next one.
package struct Receipts: Codable, Sendable {
    /// Remembered commands of one viewer; the oldest goes first.
    package static let maxPerViewer = 8

    package struct Receipt: Codable, Sendable {
        package var messageID: String
        /// The answer that the first one got, as a whole message without its envelope; nil: none.
        package var reply: Reply?
    }

    package struct Reply: Codable, Sendable {
        package var type: String
        package var payload: [UInt8]
    }

    package private(set) var receipts: [Viewer: [Receipt]] = [:]

    func receipt(of viewer: Viewer, messageID: String) -> Receipt? {
        receipts[viewer]?.first { $0.messageID == messageID }
    }

    mutating func keep(_ reply: Reply?, messageID: String, of viewer: Viewer) {
        var list = receipts[viewer] ?? []
        if list.count == Self.maxPerViewer { list.removeFirst() }
        list.append(Receipt(messageID: messageID, reply: reply))
        receipts[viewer] = list
    }

    mutating func forget(_ viewer: Viewer) {
        receipts[viewer] = nil
    }
}
