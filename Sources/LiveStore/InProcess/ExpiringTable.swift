import Protocol

/// Values that are forgotten some time after they were last put, at most `maxCount` of them.
///
/// An expired value disappears at once; its memory is freed by the sweep that the first new key of
/// each minute pays for.
struct ExpiringTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    static var sweepIntervalMs: Int64 { 60_000 }

    let maxCount: Int
    private var entries: [Key: Entry] = [:]
    private var nextSweep = ServerTime(ms: .min)

    private struct Entry: Sendable {
        var value: Value
        var expiresAt: ServerTime
    }

    init(maxCount: Int) {
        self.maxCount = maxCount
    }

    func value(_ key: Key, at now: ServerTime) -> Value? {
        guard let entry = entries[key], entry.expiresAt > now else { return nil }
        return entry.value
    }

    func values(at now: ServerTime) -> [Key: Value] {
        entries.filter { $0.value.expiresAt > now }.mapValues(\.value)
    }

    /// - Returns: false when the table is full.
    mutating func put(_ value: Value, _ key: Key, ttlMs: Int, at now: ServerTime) -> Bool {
        change(key, ttlMs: ttlMs, at: now, initial: value) { $0 = value }
    }

    /// Changes a value where it stands (`initial` when there is none) and renews it.
    ///
    /// - Returns: false when the table is full.
    mutating func change(
        _ key: Key,
        ttlMs: Int,
        at now: ServerTime,
        initial: @autoclosure () -> Value,
        _ body: (inout Value) -> Void
    ) -> Bool {
        let expiresAt = now + Int64(ttlMs)
        if let index = entries.index(forKey: key) {
            if entries.values[index].expiresAt <= now { entries.values[index].value = initial() }
            body(&entries.values[index].value)
            entries.values[index].expiresAt = expiresAt
            return true
        }
        if now >= nextSweep {
            entries = entries.filter { $0.value.expiresAt > now }
            nextSweep = now + Self.sweepIntervalMs
        }
        guard entries.count < maxCount else { return false }
        var value = initial()
        body(&value)
        entries[key] = Entry(value: value, expiresAt: expiresAt)
        return true
    }

    /// Changes a value where it stands without renewing it, if it is there.
    mutating func update(_ key: Key, _ body: (inout Value) -> Void) {
        guard let index = entries.index(forKey: key) else { return }
        body(&entries.values[index].value)
    }

    mutating func remove(_ key: Key) {
        entries[key] = nil
    }
}
