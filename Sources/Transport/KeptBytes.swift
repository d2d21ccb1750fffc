/// Input that a handler left for later; no memory while there is none.
struct KeptBytes {
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func replace(with rest: UnsafeRawBufferPointer) {
        guard rest.count > 0 else { return clear() }
        if rest.count > bytes.count {
            bytes.deallocate()
            bytes = .allocate(byteCount: rest.count, alignment: 16)
        }
        bytes.copyMemory(from: rest)
        count = rest.count
    }

    func copy(into target: UnsafeMutableRawBufferPointer) {
        guard count > 0 else { return }
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }

    mutating func clear() {
        guard bytes.count > 0 else { return }
        bytes.deallocate()
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
    }
}
