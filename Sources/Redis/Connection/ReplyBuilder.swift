import CHiredis

/// Makes values from the findings of hiredis' reader, without its reply objects in between.
///
/// The reader calls back for each value, an array before its items (`redisReplyObjectFunctions`).
final class ReplyBuilder {
    private struct Unfinished {
        var values: [RedisReply]
        let count: Int
    }

    /// Places reserved for an array at first: its length is the server's word alone.
    private static let maxReserved = 1_024

    private let maxValues: Int
    private var valueCount = 0
    private var unfinished: [Unfinished] = []
    private var finished: RedisReply?
    /// True when a reply was too large: the reader was told that there is no memory, its only way to stop.
    private(set) var isTooLarge = false

    init(maxValues: Int) {
        self.maxValues = maxValues
    }

    /// Makes a reader call this builder, which must outlive it.
    func attach(to reader: UnsafeMutablePointer<redisReader>) {
        reader.pointee.fn = Self.functions
        reader.pointee.privdata = Unmanaged.passUnretained(self).toOpaque()
    }

    /// The reply that the reader has announced.
    func take() -> RedisReply {
        valueCount = 0
        return finished.take() ?? .null
    }

    private func add(_ value: RedisReply) -> Bool {
        guard count() else { return false }
        place(value)
        return true
    }

    private func beginArray(_ elementCount: Int) -> Bool {
        guard elementCount > 0 else { return add(.array([])) }
        guard count(), elementCount <= maxValues else {
            isTooLarge = true
            return false
        }
        var values: [RedisReply] = []
        values.reserveCapacity(min(elementCount, Self.maxReserved))
        unfinished.append(Unfinished(values: values, count: elementCount))
        return true
    }

    private func count() -> Bool {
        valueCount += 1
        if valueCount > maxValues { isTooLarge = true }
        return !isTooLarge
    }

    private func place(_ value: RedisReply) {
        var value = value
        while let top = unfinished.indices.last {
            unfinished[top].values.append(value)
            guard unfinished[top].values.count == unfinished[top].count else { return }
            value = .array(unfinished.removeLast().values)
        }
        finished = value
    }
}

// MARK: hiredis' side

extension ReplyBuilder {
    /// The reader keeps the address.
    nonisolated(unsafe) private static let functions:
        UnsafeMutablePointer<redisReplyObjectFunctions> =
            {
                let functions = UnsafeMutablePointer<redisReplyObjectFunctions>.allocate(
                    capacity: 1
                )
                functions.initialize(
                    to: redisReplyObjectFunctions(
                        createString: { task, start, count in
                            ReplyBuilder.tell(task) { builder, type in
                                builder.add(
                                    ReplyBuilder.value(
                                        type,
                                        UnsafeRawBufferPointer(start: start, count: count)
                                    )
                                )
                            }
                        },
                        createArray: { task, count in
                            ReplyBuilder.tell(task) { builder, _ in builder.beginArray(Int(count)) }
                        },
                        createInteger: { task, number in
                            ReplyBuilder.tell(task) { builder, _ in builder.add(.integer(number)) }
                        },
                        createNil: { task in
                            ReplyBuilder.tell(task) { builder, _ in builder.add(.null) }
                        },
                        // Called when a reply stays unfinished: the builder goes with its reader.
                        freeObject: { _ in }
                    )
                )
                return functions
            }()

    /// - Returns: an address that stands for the value; nil stops the reader.
    @inline(__always)
    private static func tell(
        _ task: UnsafePointer<redisReadTask>?,
        _ body: (ReplyBuilder, Int32) -> Bool
    ) -> UnsafeMutableRawPointer? {
        guard let task, let address = task.pointee.privdata else { return nil }
        let isTaken = Unmanaged<ReplyBuilder>.fromOpaque(address)._withUnsafeGuaranteedRef {
            body($0, task.pointee.type)
        }
        return isTaken ? address : nil
    }

    private static func value(_ type: Int32, _ bytes: UnsafeRawBufferPointer) -> RedisReply {
        switch type {
        case REDIS_REPLY_STRING: .bytes(Array(bytes))
        case REDIS_REPLY_STATUS where bytes.elementsEqual("OK".utf8): .status("OK")
        case REDIS_REPLY_STATUS: .status(String(decoding: bytes, as: UTF8.self))
        default: .error(String(decoding: bytes, as: UTF8.self))
        }
    }
}
