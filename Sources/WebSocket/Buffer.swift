/// Bytes at an address that stays put while an `Event` points to it, which `Array` does not promise.
struct Buffer {
    private var base: UnsafeMutableRawPointer?
    private(set) var count = 0
    private(set) var capacity = 0

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Grows with the bytes that have arrived, never with a header's promise: by doubling, so that a
    /// message in many pieces stays linear, and no further than `limit`, the most it can still become.
    mutating func append(_ piece: UnsafeRawBufferPointer, atMost limit: Int) {
        guard let source = piece.baseAddress, !piece.isEmpty else { return }
        let needed = count + piece.count
        if needed > capacity {
            capacity = max(needed, min(limit, 2 * capacity))
            let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            if let base {
                grown.copyMemory(from: base, byteCount: count)
                base.deallocate()
            }
            base = grown
        }
        base?.advanced(by: count).copyMemory(from: source, byteCount: piece.count)
        count = needed
    }

    mutating func free() {
        base?.deallocate()
        self = Buffer()
    }

    func copy() -> Buffer {
        var other = Buffer()
        other.append(bytes, atMost: count)
        return other
    }
}
