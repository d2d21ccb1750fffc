import CHiredis
import Glibc
import Transport

/// One connection in the loop's epoll set: hiredis connects, reads and parses; commands are written
/// straight from the buffer that they were framed in.
///
/// Of hiredis this takes the non-blocking context and its reader, and not the asynchronous layer
/// above them: that one ends the process by assert(3) at replies that nobody asked for.
final class RedisSocket {
    /// hiredis reads this many bytes at one time.
    private static let readBytes = 16 * 1024
    /// Reads in one turn, before others get theirs.
    private static let maxReads = 64
    /// A line that is no bulk string: anything longer is no reply of Redis'.
    private static let maxLineBytes = 64 * 1024

    private let loop: EventLoop
    private let limits: RedisLimits
    private let context: UnsafeMutablePointer<redisContext>
    private let builder: ReplyBuilder
    private var watch: DescriptorSource?
    private(set) var isOpen = false
    private(set) var isClosed = false

    var output = CommandBuffer()
    /// The socket's owner, which removes itself when it goes: a weak reference would cost more than
    /// anything else here.
    unowned(unsafe) var pipeline: RedisPipeline?

    init(_ endpoint: Endpoint, loop: EventLoop, limits: RedisLimits) throws(RedisFailure) {
        let made =
            switch endpoint {
            // Without names in them neither can block.
            case .tcp(let ip, let port): redisConnectNonBlock(ip, Int32(port))
            case .unix(let path): redisConnectUnixNonBlock(path)
            }
        guard let made else { throw .system(String(cString: strerror(ENOMEM))) }
        self.loop = loop
        self.limits = limits
        context = made
        builder = ReplyBuilder(maxValues: limits.maxReplyValues)
        builder.attach(to: made.pointee.reader)
        // From here on deinit frees the context.
        if made.pointee.err != 0 { throw .system(Self.text(made.pointee.errstr)) }
        _ = fcntl(made.pointee.fd, F_SETFD, FD_CLOEXEC)
        // The watch holds the socket until it is closed, or the loop ends.
        watch = loop.watch(made.pointee.fd, .output) { [self] in happened($0) }
        if watch == nil { throw .system(String(cString: strerror(errno))) }
    }

    deinit {
        redisFree(context)
    }

    /// No more replies. The descriptor is closed as soon as nobody holds the socket any more.
    func close() {
        isClosed = true
        watch?.cancel()
        watch = nil
    }

    // MARK: Events

    private func happened(_ events: SocketEvents) {
        if !isOpen {
            guard finishConnecting() else { return }
        } else if events.contains(.output) {
            flush()
        }
        if !isClosed, events != .output { read(isEnding: events.contains(.ending)) }
    }

    /// connect(2): "use getsockopt(2) to read the SO_ERROR option" once the socket is writable.
    private func finishConnecting() -> Bool {
        var code: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(context.pointee.fd, SOL_SOCKET, SO_ERROR, &code, &count)
        guard code == 0 else {
            fail(.system(String(cString: strerror(code))))
            return false
        }
        isOpen = true
        watch?.interest = .input
        pipeline?.opened()
        return !isClosed
    }

    /// Writes as much as the socket takes; the rest when it takes more.
    func flush() {
        guard isOpen, !isClosed else { return }
        while output.count > 0 {
            let bytes = output.bytes
            // Not by hiredis: its write(2) raises SIGPIPE, and it moves the rest each time.
            let sent = send(context.pointee.fd, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if sent >= 0 {
                output.drop(sent)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return fail(.system(String(cString: strerror(errno))))
            }
        }
        watch?.interest = output.count > 0 ? [.input, .output] : .input
    }

    private func read(isEnding: Bool) {
        let reader = context.pointee.reader
        for _ in 0..<Self.maxReads {
            let before = reader?.pointee.len ?? 0
            guard redisBufferRead(context) == REDIS_OK else { return fail(readFailure) }
            let count = (reader?.pointee.len ?? 0) - before
            guard count > 0, parse() else { return }
            // epoll announces the rest after a short read again; after the end it is drained here.
            if count < Self.readBytes, !isEnding { return }
        }
    }

    private var readFailure: RedisFailure {
        switch context.pointee.err {
        case REDIS_ERR_EOF: .closedByServer
        default: .system(Self.text(context.pointee.errstr))
        }
    }

    /// - Returns: whether the connection is still to be read.
    private func parse() -> Bool {
        guard let reader = context.pointee.reader else { return false }
        while true {
            var reply: UnsafeMutableRawPointer?
            guard redisReaderGetReply(reader, &reply) == REDIS_OK else {
                let text = Self.text(reader.pointee.errstr)
                fail(builder.isTooLarge ? .replyTooLarge : .brokenProtocol(text))
                return false
            }
            guard reply != nil else { break }
            pipeline?.receive(builder.take())
            if isClosed { return false }
        }
        return checkUnfinished(reader)
    }

    /// A reply whose end has not come yet: the reader waits for it however long it becomes.
    private func checkUnfinished(_ reader: UnsafeMutablePointer<redisReader>) -> Bool {
        let count = reader.pointee.len - reader.pointee.pos
        if count <= Self.maxLineBytes { return true }
        if count > limits.maxReplyBytes {
            fail(.replyTooLarge)
            return false
        }
        // The reader looks for the end of a line from its start each time.
        let start = reader.pointee.buf + reader.pointee.pos
        if memchr(start, 0x0A, Self.maxLineBytes) == nil {
            fail(.brokenProtocol("a line without end"))
            return false
        }
        return true
    }

    private func fail(_ failure: RedisFailure) {
        guard !isClosed else { return }
        close()
        pipeline?.end(failure)
    }

    /// hiredis' text of an error: 128 bytes with a zero behind the last.
    private static func text<Bytes>(_ errstr: Bytes) -> String {
        withUnsafeBytes(of: errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
