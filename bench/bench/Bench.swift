import ArgumentParser
import Foundation
import Glibc
import TestSupport

/// Figures as ratios against others measured in the same run: machines are shared and noisy, so a
/// time by itself says little.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure the gateway against a bare C epoll server and its peers, interleaved.",
        discussion: """
            Server CPU per unit of work (user and system time of the server's process), the median of \
            the rounds and their spread. The clients run in this process and are not counted. \
            Everything stays on 127.0.0.1.
            """
    )

    @Option(help: "The gateway's executable.") var gateway = ".build/release/gatewayd"
    @Option(help: "The floor's executable.") var floor = ".build/release/floor"
    @Option(help: "The load test's executable.") var loadtest = ".build/release/loadtest"
    @Option(help: "Peers that take part: none, all, or names: uwebsockets,nio,node-ws,nchan.")
    var peers = "all"
    @Option(help: "Rounds; all contenders take turns.") var rounds = 5
    @Option(help: "Rooms that live on one Redis.") var rooms = 20_000
    @Option(help: "Only work whose name contains this.") var only: String?
    @Flag(help: "A tenth of the work, to see that everything runs.") var quick = false
    @Option(help: "Writes a page to this file, and its pictures into a folder beside it.")
    var write: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more") }
        guard write?.hasSuffix(".md") ?? true else {
            throw ValidationError("--write takes a file that ends in .md")
        }
    }

    func run() throws {
        Self.raiseFileLimit()
        let start = ContinuousClock.now
        let machine = Machine()
        var field = try Field(peers)
        Self.say("# \(machine.description)")
        for (peer, reason) in field.absent { Self.say("# \(peer.name) is absent: \(reason)") }
        var sections: [Section] = []
        for plan in plans {
            var section = Section(title: plan.title, text: plan.text, rows: [])
            for part in plan.parts {
                let absent = field.absent.count
                for row in try part(&field) {
                    Self.say("\(row)")
                    section.rows.append(row)
                }
                for (peer, reason) in field.absent.dropFirst(absent) {
                    Self.say("# \(peer.name) goes: \(reason)")
                }
            }
            if !section.rows.isEmpty { sections.append(section) }
        }
        let minutes = (ContinuousClock.now - start) / .seconds(60)
        Self.say("# \(Spread.text(minutes)) minutes")
        guard let write else { return }
        let document = Document(
            machine: machine,
            command: (["scripts/bench"] + CommandLine.arguments.dropFirst()).joined(separator: " "),
            date: Date(),
            rounds: rounds,
            field: field,
            sections: sections
        )
        try document.write(to: URL(filePath: write))
        Self.say("written: \(write)")
    }

    /// At once, also where it is read by a program.
    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    func isWanted(_ name: String) -> Bool {
        only.map(name.contains) ?? true
    }

    /// Ten thousand connections have an end here as well as in the server, which inherits the limit.
    private static func raiseFileLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
