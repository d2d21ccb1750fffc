import Accounts
import Archive
import Foundation
import GameState
import Gateway
import Logging
import OpenSSL
import Protocol
import TestSupport
import Transport
import TriptoGame

/// A gateway that listens, in this process: all that tests know of it goes over its sockets.
final class Deployment: Sendable {
    static let secret = Array("the suite's own secret, long enough for all".utf8)
    static let publicURL = "http://play.test"

    let gateway: Gateway
    let address: SocketAddress
    let folder: URL

    /// - Parameters:
    ///   - folder: of an earlier gateway, to go on where it stopped; nil: a new one.
    ///   - others: games beside Tripto.
    ///   - archive: in place of a file in the folder.
    ///   - accounts: over that archive.
    ///   - change: what is different from the usual.
    ///   - shelf: packages of Tripto that its operator may look at.
    ///   - content: where packages come from.
    init(
        folder: URL? = nil,
        others: [HostedGame] = [],
        archive: SQLArchive? = nil,
        accounts: AccountService? = nil,
        shelf: ReviewShelf? = nil,
        _ change: (inout Configuration) -> Void = { _ in },
        content: @escaping @Sendable (PackageWish) async -> RoundPackage? = SecretPackage.choose
    ) throws {
        let folder = folder ?? Self.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = try Self.configuration(in: folder)
        // All clients of the suite have one address; what limits it is tested by itself.
        configuration.hasAddressLimits = false
        configuration.drainMs = 2_000
        // A machine that is busy is not what is tested here: tests that look at these times have their own.
        configuration.times.requestMs = 60_000
        configuration.times.greetingMs = 60_000
        configuration.times.idleMs = 600_000
        configuration.times.silenceMs = 600_000
        configuration.connectionLimits.stallMs = 600_000
        change(&configuration)
        gateway = try Gateway(
            configuration,
            games: [
                .hosting(
                    Tripto.self,
                    themes: SecretPackage.offer,
                    desk: shelf.map { shelf -> HostedGame.Desk in { ReviewDesk(shelf, $0) } },
                    script: { PackageBank([SecretPackage.make(1), SecretPackage.make(2)]).script }
                ) {
                    await content($0).map { RoundContent($0) }
                }
            ] + others,
            archive: try archive
                ?? SQLArchive(
                    sqlite: folder.appending(path: "gateway.sqlite").path,
                    games: [Tripto.schema]
                ),
            accounts: accounts,
            metrics: PrometheusRegistry()
        )
        address = gateway.addresses[0]
        self.folder = folder
    }

    /// The usual configuration but for where it listens and keeps things.
    static func configuration(in folder: URL) throws -> Configuration {
        Configuration(
            listen: [try loopback()],
            tls: nil,
            publicURL: publicURL,
            dataDirectory: folder.path,
            webDirectory: nil,
            tokenSecrets: [secret],
            shards: 2,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Most tests share one: each has a session of its own.
    static var shared: Deployment {
        get throws { try common.get() }
    }

    private static let common = Result { try Deployment() }

    static func newFolder() -> URL {
        Scratch.place("gateway")
    }

    static func loopback() throws -> SocketAddress {
        guard let address = SocketAddress("127.0.0.1:0") else { throw OutOfPatience() }
        return address
    }

    func web() -> Web { Web(address) }

    /// Waits until this many sessions are at rest here.
    func untilAtRest(_ count: Int) async throws {
        try await web().until("gateway_rooms_at_rest \(count).0", within: .seconds(60))
    }

    /// Drains and forgets what was kept.
    func stop() async {
        await drain()
        forget()
    }

    /// The same, with a look at what was kept in between.
    func stop(_ look: () async throws -> Void) async throws {
        await drain()
        defer { forget() }
        try await look()
    }

    private func drain() async {
        await withCheckedContinuation { done in gateway.drain { done.resume() } }
    }

    private func forget() {
        try? FileManager.default.removeItem(at: folder)
    }
}
