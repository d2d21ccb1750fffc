import GatewayClient

/// Law 4: what one connection is told of versions only grows.
struct VersionLaw: LawCheck {
    var law: Law { .version }

    /// The newest version of the document, by watcher.
    private var documents: [Int: Int64] = [:]
    /// The newest version in an envelope, by watcher.
    private var envelopes: [Int: Int64] = [:]

    /// A STATE_PATCH came.
    mutating func patch(to version: Int64, from base: Int64, seenBy watcher: Int) -> String? {
        guard base < version else { return "a patch from version \(base) to \(version)" }
        guard let last = documents[watcher] else {
            return "a patch to version \(version) before any snapshot"
        }
        documents[watcher] = max(last, version)
        return version > last ? nil : "a patch to version \(version) after version \(last)"
    }

    /// A STATE_SNAPSHOT came; it may repeat the version.
    mutating func snapshot(_ version: Int64, seenBy watcher: Int) -> String? {
        let last = documents[watcher] ?? version
        documents[watcher] = max(last, version)
        return version >= last ? nil : "a snapshot of version \(version) after version \(last)"
    }

    /// Any message with a version in its envelope came.
    mutating func envelope(_ version: Int64, seenBy watcher: Int) -> String? {
        let last = envelopes[watcher] ?? version
        envelopes[watcher] = max(last, version)
        return version >= last ? nil : "a message of version \(version) after version \(last)"
    }

    mutating func willTake(_ heard: Heard, _ referee: Referee) {
        let (message, client) = (heard.message, heard.client)
        if let version = message.version {
            referee.check(.version, by: client.label, envelope(version, seenBy: client.id))
        }
        let version = message.documentVersion ?? -1
        if heard.type == .statePatch {
            let base = Members.int("baseVersion", in: message.payload) ?? -1
            let breach = patch(to: version, from: base, seenBy: client.id)
            referee.check(.version, by: client.label, breach)
        } else if heard.type == .stateSnapshot {
            referee.check(.version, by: client.label, snapshot(version, seenBy: client.id))
        }
    }
}
