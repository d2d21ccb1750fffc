import GameState
import Protocol

/// The latest steps of a room, so that a viewer who was away gets patches instead of a whole document.
public struct History: Sendable {
    public static let maxSteps = 256
    public static let maxBytes = 1 << 20

    private var steps: ArraySlice<Step> = []
    private(set) var byteCount = 0
    /// The version before the first step that is kept.
    private var floor: Int64

    var stepCount: Int { steps.count }

    init(after version: Int64) {
        floor = version
    }

    mutating func append(_ step: Step) {
        steps.append(step)
        byteCount += step.changes.byteCount
        while steps.count > Self.maxSteps || byteCount > Self.maxBytes, let first = steps.popFirst()
        {
            byteCount -= first.changes.byteCount
            floor = first.version
        }
    }

    /// Steps that a viewer has missed since `version`, oldest first; nil when they are no longer known, or
    /// never were: a step that follows another gateway may skip versions, and fits on none of them.
    func missed(since version: Int64, by viewer: Viewer) -> [(Int64, [[UInt8]])]? {
        var missed: [(Int64, [[UInt8]])] = []
        var base = floor
        for step in steps.reversed() {
            guard step.version > version else {
                base = step.version
                break
            }
            let operations = step.changes.operations(for: viewer)
            if !operations.isEmpty { missed.append((step.version, operations)) }
        }
        guard base == version else { return nil }
        return missed.reversed()
    }
}

/// The changes of one commit in everybody's document.
struct Step: Sendable {
    var version: Int64
    var changes: ViewChanges
}
