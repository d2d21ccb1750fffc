import CLinux
import Dispatch
import Glibc
import Synchronization

/// A program that is run once: bytes or a file go in, bytes come out.
///
/// Blocks its thread. What the program does stays within limits: it gets no descriptor of ours but
/// its three, writes no file, and is killed when its time is up.
public struct Program: Sendable {
    private let path: String
    private let arguments: [String]
    private let maxMs: Int
    private let maxBytes: Int
    private let maxMemoryBytes: UInt?
    private let isNice: Bool

    /// - Parameters:
    ///   - maxMs: limit from its start to its end.
    ///   - maxBytes: limit of its output.
    ///   - maxMemoryBytes: limit of its address space, from soon after its start; nil: ours.
    ///   - isNice: it gives way to all that people wait for.
    public init(
        path: String,
        arguments: [String],
        maxMs: Int,
        maxBytes: Int,
        maxMemoryBytes: UInt? = nil,
        isNice: Bool = false
    ) {
        self.path = path
        self.arguments = arguments
        self.maxMs = maxMs
        self.maxBytes = maxBytes
        self.maxMemoryBytes = maxMemoryBytes
        self.isNice = isNice
    }

    private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
    private static let niceness: Int32 = 10
    /// Bytes that a pipe surely holds (pipe(7)).
    private static let maxInputBytes = 64 * 1024

    /// - Parameter input: at most what a pipe holds.
    public func run(reading input: [UInt8]) throws(ProgramError) -> [UInt8] {
        precondition(input.count <= Self.maxInputBytes)
        let pipe = try Pipe()
        defer { pipe.close() }
        // A pipe holds it all, and we hold its other end: this neither waits nor raises SIGPIPE.
        guard input.isEmpty || write(pipe.writeEnd, input, input.count) == input.count else {
            throw .system(code: errno)
        }
        return try run(pipe.readEnd) { pipe.close() }
    }

    /// - Parameter file: a descriptor of the caller's, which the program finds as its standard input.
    public func run(reading file: Int32) throws(ProgramError) -> [UInt8] {
        try run(file) {}
    }

    private func run(_ input: Int32, _ started: () -> Void) throws(ProgramError) -> [UInt8] {
        let output = try Pipe()
        defer { output.close() }
        let deadline = DispatchTime.now() + .milliseconds(maxMs)
        let pid = try spawn(input: input, output: output.writeEnd)
        started()
        output.closeWriteEnd()
        limit(pid)
        do throws(ProgramError) {
            let bytes = try read(output.readEnd, until: deadline)
            try awaitEnd(of: pid, until: deadline)
            return bytes
        } catch {
            if case .failed = error { throw error }
            Self.end(pid)
            throw error
        }
    }

    /// One that has ended meanwhile needs no limits.
    private func limit(_ pid: pid_t) {
        if isNice {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), Self.niceness)
        }
        guard let maxMemoryBytes else { return }
        var memory = rlimit(rlim_cur: maxMemoryBytes, rlim_max: maxMemoryBytes)
        var files = rlimit(rlim_cur: 0, rlim_max: 0)
        prlimit(pid, Int32(RLIMIT_AS.rawValue), &memory, nil)
        prlimit(pid, Int32(RLIMIT_FSIZE.rawValue), &files, nil)
    }

    /// posix_spawn(3): in a process group of its own, with default signals.
    private func spawn(input: Int32, output: Int32) throws(ProgramError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = Self.environment.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        switch posix_spawn(&pid, path, &actions, &attributes, words, settings) {
        case 0: return pid
        case ENOENT, EACCES, ENOEXEC, ENOTDIR: throw .missing(program: path)
        case let code: throw .system(code: code)
        }
    }

    private func read(_ end: Int32, until deadline: DispatchTime) throws(ProgramError) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let leftMs = Self.leftMs(until: deadline)
            guard leftMs > 0 else { throw .tooSlow }
            switch poll(&watched, 1, leftMs) {
            case 0: throw .tooSlow
            case ..<0 where errno == EINTR: continue
            case ..<0: throw .system(code: errno)
            case _: break
            }
            let count = Glibc.read(end, &room, room.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                guard errno == EINTR else { throw .system(code: errno) }
                continue
            }
            guard bytes.count + count <= maxBytes else { throw .tooLong }
            bytes += room[..<count]
        }
    }

    /// It has closed its output, which does not mean that it ends.
    private func awaitEnd(of pid: pid_t, until deadline: DispatchTime) throws(ProgramError) {
        var status: Int32 = 0
        while true {
            switch waitpid(pid, &status, WNOHANG) {
            case pid:
                let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
                guard code == 0 else { throw .failed(status: code) }
                return
            case 0:
                guard Self.leftMs(until: deadline) > 0 else { throw .tooSlow }
                usleep(1_000)
            case _ where errno == EINTR: continue
            case _: throw .system(code: errno)
            }
        }
    }

    private static func leftMs(until deadline: DispatchTime) -> Int32 {
        let now = DispatchTime.now().uptimeNanoseconds
        guard deadline.uptimeNanoseconds > now else { return 0 }
        return Int32((deadline.uptimeNanoseconds - now) / 1_000_000)
    }

    /// With all processes that it has started.
    private static func end(_ pid: pid_t) {
        kill(-pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
}

/// Both ends of a pipe(2), closed once.
private final class Pipe {
    let readEnd: Int32
    let writeEnd: Int32
    private var isReadOpen = true
    private var isWriteOpen = true

    init() throws(ProgramError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(code: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func closeWriteEnd() {
        if isWriteOpen { Glibc.close(writeEnd) }
        isWriteOpen = false
    }

    func close() {
        closeWriteEnd()
        if isReadOpen { Glibc.close(readEnd) }
        isReadOpen = false
    }
}

/// Work that blocks its thread, a few pieces at a time and in order.
public final class WorkerPool: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let count: Int
    private let maxWaiting: Int

    public init(_ label: String, count: Int, maxWaiting: Int) {
        queue = DispatchQueue(label: label, qos: .utility, attributes: .concurrent)
        self.count = count
        self.maxWaiting = maxWaiting
    }

    /// - Returns: false when too much waits already.
    public func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, startsLane) = state.withLock { state in
            guard state.waiting.count < maxWaiting else { return (false, false) }
            state.waiting.append(work)
            guard state.running < count else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if startsLane { queue.async { self.run() } }
        return isTaken
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}

/// Reason why a program gave nothing.
public enum ProgramError: Error, Equatable, Sendable {
    /// It is missing, or may not be run.
    case missing(program: String)
    /// It took longer than it may.
    case tooSlow
    /// It said more than it may.
    case tooLong
    /// It ended with a status that means failure; 128 and more: by a signal.
    case failed(status: Int32)
    /// The system lacked the resources to run it.
    case system(code: Int32)
}
