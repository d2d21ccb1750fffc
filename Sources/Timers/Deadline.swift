/// Names one scheduled action; never used again for another one.
public struct Deadline: Hashable, Sendable {
    let number: UInt64
}
