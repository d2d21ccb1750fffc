public import CLinux
import Glibc

/// A program that this process has started, and that it alone waits for.
///
/// Foundation's `Process` is not for tests of a whole gateway: among hundreds of open files its
/// `run()` has read past the end of a mapping and taken all tests with it, and it waits until all
/// that the program leaves running has ended too.
public struct Child: Sendable {
    public let processID: pid_t

    /// Starts it, with no open file but these three, and with default signals.
    ///
    /// - Parameters:
    ///   - path: the program's file; PATH is not searched.
    ///   - environment: nil: that of this process.
    ///   - input: a file descriptor to read from; nil: there is nothing to read.
    ///   - output: where it writes to; nil: nobody wants it.
    ///   - errors: where its errors go; nil: nobody wants them.
    public init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        input: Int32? = nil,
        output: Int32? = nil,
        errors: Int32? = nil
    ) throws(Command.Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, given) in [input, output, errors].enumerated() {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, Int32(own))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(own), "/dev/null", O_RDWR, 0)
            }
        }
        // Other threads open files all the time, and not all of them are closed by exec.
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        // A thread of Dispatch blocks most signals, and with it its children would.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment?.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + (settings ?? []) { free(text) } }
        var process = pid_t()
        let code =
            if let settings {
                posix_spawn(&process, path, &actions, &attributes, words, settings + [nil])
            } else {
                posix_spawn(&process, path, &actions, &attributes, words, environ)
            }
        guard code == 0 else { throw Command.Failure("\(path) can't be started: errno \(code)") }
        processID = process
    }

    public func signal(_ number: Int32) {
        kill(processID, number)
    }

    /// Waits for its end; once, by one thread.
    ///
    /// - Returns: its exit code, or 128 and the signal, as in a shell.
    @discardableResult
    public func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
}
