import Foundation
import Glibc
import Synchronization

/// A process of ours: its output goes to a file, and it dies with us.
final class ChildProcess: Sendable {
    let name: String
    let pid: pid_t
    /// Its exit code, or 128 and the signal as a shell says it.
    private let ending = Mutex<Int32?>(nil)

    /// Starts it. From the main thread alone: the kernel ends a child with the thread that made it
    /// (PR_SET_PDEATHSIG of prctl(2)).
    ///
    /// - Parameter log: the file that output and errors are appended to.
    init(
        _ name: String,
        _ words: [String],
        environment: [String: String] = [:],
        log: String
    ) throws {
        precondition(Thread.isMainThread, "children belong to the main thread")
        self.name = name
        var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GATEWAY_") }
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { $1 }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A group of its own: Ctrl-C is for us, who end it in order.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let all = ["setpriv", "--pdeathsig", "KILL", "--"] + words
        let arguments = all.map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + settings { free(text) } }
        var pid: pid_t = 0
        let status = posix_spawnp(&pid, all[0], &actions, &attributes, arguments, settings)
        guard status == 0 else { throw Failure("\(name) can't be started: errno \(status)") }
        self.pid = pid
    }

    deinit {
        signal(SIGKILL)
        _ = waitForEnd(seconds: 5)
    }

    /// Sends a signal, if it still lives; from any thread. After SIGSTOP it stands still.
    func signal(_ number: Int32) {
        ending.withLock { ending in
            guard ending == nil else { return }
            kill(pid, number)
            if number == SIGSTOP { awaitStandstill() }
        }
    }

    /// Waits until all of its threads have stopped: on a busy machine some run on for a while.
    private func awaitStandstill() {
        let end = Date().addingTimeInterval(10)
        var report = siginfo_t()
        while waitid(P_PID, id_t(pid), &report, WSTOPPED | WNOHANG) == 0, report.si_signo == 0,
            Date() < end
        { usleep(200) }
    }

    /// Nil while it lives.
    var status: Int32? {
        ending.withLock { ending in
            if ending != nil { return ending }
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
            ending = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
            return ending
        }
    }

    /// - Returns: how it ended; nil when it has not by then.
    func waitForEnd(seconds: Double) -> Int32? {
        let end = Date().addingTimeInterval(seconds)
        while status == nil, Date() < end { usleep(2_000) }
        return status
    }

    /// kill -9, and waits until nothing of it is left.
    func kill9() throws {
        signal(SIGKILL)
        guard waitForEnd(seconds: 10) != nil else { throw Failure("\(name) outlives kill -9") }
    }
}
