import CHiredis

@testable import Redis

/// The bytes of a connection to Redis, through hiredis' reader and the builder behind it.
enum Replies {
    private static let maxValues = 100

    static func check(_ bytes: [UInt8]) throws(Broken) {
        let whole = read([bytes[...]])
        for case .reply(let reply) in whole {
            try hold(reply.valueCount <= maxValues, "values beyond their limit")
        }
        for pieces in Cuts(bytes).ways {
            try same(read(pieces), whole, "\(pieces.count) reads")
        }
    }

    enum Heard: Equatable {
        case reply(RedisReply)
        /// True where the reply was too large; else it was no RESP.
        case broken(isTooLarge: Bool)
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> [Heard] {
        guard let reader = redisReaderCreate() else { return [] }
        defer { redisReaderFree(reader) }
        let builder = ReplyBuilder(maxValues: maxValues)
        builder.attach(to: reader)
        var heard: [Heard] = []
        for piece in pieces {
            let isFed = piece.withUnsafeBytes {
                redisReaderFeed(reader, $0.baseAddress, $0.count) == REDIS_OK
            }
            guard isFed else { return heard + [.broken(isTooLarge: builder.isTooLarge)] }
            while true {
                var reply: UnsafeMutableRawPointer?
                guard redisReaderGetReply(reader, &reply) == REDIS_OK else {
                    return heard + [.broken(isTooLarge: builder.isTooLarge)]
                }
                if reply == nil { break }
                heard.append(.reply(builder.take()))
            }
        }
        return heard
    }
}

extension RedisReply {
    fileprivate var valueCount: Int {
        switch self {
        case .null, .integer, .status, .bytes, .error: 1
        case .array(let items): items.reduce(1) { $0 + $1.valueCount }
        }
    }
}
