import Protocol

/// The latest steps of a room, so that who was away gets patches instead of a whole document.
struct History: Sendable {
    static let maxSteps = 256
    static let maxBytes = 1 << 20

    private var steps: ArraySlice<Step> = []
    private var byteCount = 0
    /// The version before the first step that is kept.
    private var floor: Int64

    init(after version: Int64) {
        floor = version
    }

    mutating func append(_ step: Step) {
        steps.append(step)
        byteCount += step.byteCount
        while steps.count > Self.maxSteps || byteCount > Self.maxBytes, let first = steps.popFirst()
        {
            byteCount -= first.byteCount
            floor = first.version
        }
    }

    /// What a viewer has missed since `version`, oldest first; nil when it is no longer known.
    func missed(since version: Int64, by viewer: Viewer) -> [(Int64, [[UInt8]])]? {
        guard version >= floor, version <= steps.last?.version ?? floor else { return nil }
        var missed: [(Int64, [[UInt8]])] = []
        for step in steps.reversed() {
            guard step.version > version else { break }
            let operations = step.operations(for: viewer)
            if !operations.isEmpty { missed.append((step.version, operations)) }
        }
        return missed.reversed()
    }
}
