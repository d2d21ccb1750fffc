import Glibc

/// A program that is run to its end, or that outlives who started it.
///
/// Foundation's `Process` waits until whatever the program leaves running has ended too: not for
/// servers.
public enum Command {
    public struct Failure: Error, CustomStringConvertible {
        public var description: String

        public init(_ description: String) {
            self.description = description
        }
    }

    /// - Returns: what it wrote.
    @discardableResult
    public static func run(_ path: String, _ arguments: [String]) throws -> String {
        let pipe = try Pipe()
        let process = try spawn(path, arguments, input: nil, output: pipe.writing)
        close(pipe.writing)
        let text = pipe.readAll()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw Failure("\(path) \(arguments.joined(separator: " ")): \(text)")
        }
        return text
    }

    /// Starts a program that nobody waits for and that reads what is written to the pipe.
    static func start(_ path: String, _ arguments: [String], reading pipe: Pipe) throws {
        _ = try spawn(path, arguments, input: pipe.reading, output: nil)
        close(pipe.reading)
    }

    /// Two ends that no child inherits unasked.
    struct Pipe {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw Failure("no pipe: errno \(errno)") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        func readAll() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reading, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                bytes += buffer.prefix(count)
            }
            close(reading)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Other threads open files all the time, and not all of them are closed by exec: the shell closes
    /// whatever came along before it becomes the program.
    private static let closing = """
        for file in /proc/$$/fd/*; do
            [ "${file##*/}" -gt 2 ] && eval "exec ${file##*/}>&-"
        done
        exec "$0" "$@"
        """

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        input: Int32?,
        output: Int32?
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let nothing = open("/dev/null", O_RDWR)
        defer { close(nothing) }
        posix_spawn_file_actions_adddup2(&actions, input ?? nothing, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output ?? nothing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output ?? nothing, STDERR_FILENO)
        // A thread of Dispatch blocks most signals, and with it its children would.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothingBlocked = sigset_t()
        sigemptyset(&nothingBlocked)
        posix_spawnattr_setsigmask(&attributes, &nothingBlocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["bash", "-c", closing, path] + arguments
        var pointers = words.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/bash", &actions, &attributes, pointers, environ)
        guard code == 0 else { throw Failure("\(path) can't be started: errno \(code)") }
        return process
    }
}
