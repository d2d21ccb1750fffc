import ArgumentParser
import Foundation
import Glibc
import Hosting
import Making
import Redis
import Workshop

/// The Redis that hands jobs out to several processes, as typed.
struct SharingOptions: ParsableArguments {
    @Option(
        name: .customLong("redis-url"),
        help: ArgumentHelp(
            "A Redis that hands places out to all who work in the same data directory (content work), in the "
                + "form that serve takes. [$GATEWAY_REDIS_URL] (default: none, one process makes all)",
            valueName: "url"
        )
    )
    var redisURL: String?

    /// A wrong URL is not repeated: it may hold a password.
    func board() throws -> JobBoard? {
        let given = try Environment.confidential(
            redisURL,
            "GATEWAY_REDIS_URL",
            for: "the URL of Redis"
        )
        guard let text = given else { return nil }
        let url: RedisURL
        do {
            url = try RedisURL(text)
        } catch {
            throw ValidationError("--redis-url (GATEWAY_REDIS_URL): \(error)")
        }
        let place = ProcessInfo.processInfo.hostName
        return JobBoard(url, worker: "\(place)-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    }
}

/// Works for whoever makes packages on the same Redis.
struct WorkContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Help with the packages that others have asked for.",
        discussion: """
            Takes places that `content make` has put up on the Redis, one after another, and makes packages of \
            them in the data directory, which is the same for all; whoever asked puts them where they belong. \
            It runs until it is ended, at any time and in any way: within ten seconds another goes on with its \
            place. Exit codes: 69 Redis or a provider can't be used now, 78 wrong configuration.
            """
    )

    @OptionGroup var sharing: SharingOptions
    @OptionGroup var providers: ProviderOptions
    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        try Content.running {
            guard let board = try sharing.board() else {
                throw ValidationError("--redis-url (GATEWAY_REDIS_URL): a Redis is needed")
            }
            let base = try JobFolder(MakeContent.base(in: archive.directory))
            let production = SharedProduction(
                try providers.worker(Budget()),
                in: base,
                board,
                { HostedGames.series(wish: $0, players: $1) }
            )
            let screen = Screen()
            try Content.making(on: screen) { () async throws -> Void in
                while true {
                    guard let done = try await production.work(tell: screen.tell) else {
                        try await Task.sleep(for: .milliseconds(SharedProduction.pauseMs))
                        continue
                    }
                    screen.tell(done)
                }
            }
        }
    }
}
