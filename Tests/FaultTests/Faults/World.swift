import Foundation
import LoadTest
import Seeded

/// Gateways, their stores and the parties that play on them: everything that one scenario may break.
final class World {
    /// The wait of a scenario for what must come; never a measure of how fast it comes.
    static let patienceSeconds = 90.0
    /// Time that a move may take in the middle: some wait for clips of the voice, and some for slow phones.
    private static let moveSeconds = 5.0

    let name: String
    let seed: UInt64
    let folder: URL
    let story: Story
    let program: String
    /// Played by all parties; nil: the usual one.
    var game: String?
    let tempo: Tempo
    private(set) var gateways: [GatewayServer] = []
    var redis: RedisServer?
    var postgres: PostgresServer?
    /// Objects that must live as long as this does.
    private var others: [AnyObject] = []
    let parties = Parties()
    var random: SplitMix64
    /// Words of the scenario's line, beside those that all say.
    var figures: [String] = []
    /// Breaches that the scenario itself has found.
    var breaches: [String] = []
    /// Sessions that were played by hand; what is stored of them is to give the same again.
    var byHand: [String] = []
    let isShort: Bool
    let footprint = Footprint()

    init(name: String, seed: UInt64, folder: URL, program: String, isShort: Bool) throws {
        self.name = name
        self.seed = seed
        self.folder = folder
        self.program = program
        self.isShort = isShort
        tempo = isShort ? .quick : .brisk
        story = Story()
        random = SplitMix64(seed: seed)
        // Passed through by those that Redis and Postgres run as.
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o711]
        )
    }

    func tell(_ line: String) { story.tell("—— \(line)") }

    // MARK: Beginning

    /// Starts gateways that share a token secret.
    ///
    /// - Parameter environment: by place; where each finds its stores.
    func startGateways(_ environments: [[String: String]]) throws {
        let secret = folder.appending(path: "token-secret")
        try Data((0..<32).map { _ in UInt8.random(in: 0...255) }).write(to: secret)
        // In short no clip holds a stage: a game takes the time of its timers.
        let voice = isShort ? ["GATEWAY_VOICE": "none"] : [:]
        for (place, environment) in environments.enumerated() {
            let gateway = try GatewayServer(
                place: place,
                program: program,
                secretFile: secret,
                in: folder,
                environment: environment.merging(voice) { own, _ in own }
            )
            gateways.append(gateway)
            try gateway.start()
            footprint.watch(gateway)
        }
    }

    /// Seats parties whose clients know every gateway, and waits until all games are on.
    ///
    /// - Parameters:
    ///   - proxies: by place, where clients do not go to the gateways themselves.
    ///   - lagMs: what messages may be kept for on the way.
    func openParties(
        _ count: Int = 2,
        players: Int = 4,
        proxies: [Proxy] = [],
        lagMs: Int64 = 0
    ) throws {
        let urls = proxies.isEmpty ? gateways.map(\.url) : proxies.map(\.url)
        let targets = try urls.map { try Target(url: $0) }
        for index in 0..<count {
            openParty(numbered: index, at: targets, players: players, lagMs: lagMs)
        }
        try wait("all games to begin") { $0.allSatisfy { $0.stage == .playing } }
    }

    func openParty(
        numbered number: Int,
        at targets: [Target],
        players: Int = 4,
        lagMs: Int64 = 0
    ) {
        var options = PartyOptions(
            name: "party \(number + 1)",
            game: game,
            door: number % targets.count,
            seed: seed &+ UInt64(number)
        )
        options.players = players
        if !isShort { options.rounds = max(2, options.rounds) }
        options.tempo = tempo
        options.lagMs = lagMs
        parties.open(options, at: targets, story)
    }

    func keep(_ others: [AnyObject]) { self.others += others }

    // MARK: Waiting

    /// Waits until servers are as `isSo` says.
    func wait(_ what: String, until isSo: () throws -> Bool) throws {
        let end = Date().addingTimeInterval(World.patienceSeconds)
        while try !isSo() {
            guard Date() < end else { throw Failure("waited too long for \(what)") }
            usleep(50_000)
        }
    }

    /// Waits until the parties are as `isSo` says.
    func wait(
        _ what: String,
        seconds: Double = World.patienceSeconds,
        until isSo: @escaping @Sendable ([Party]) -> Bool
    ) throws {
        let end = Date().addingTimeInterval(seconds)
        while true {
            let (isDone, failures) = parties.ask { parties in
                (isSo(parties), parties.compactMap(\.failure))
            }
            if isDone { return }
            if let failure = failures.first { throw Failure("waited for \(what): \(failure)") }
            guard Date() < end else {
                let absent = parties.ask { $0.map(\.absent).filter { !$0.isEmpty } }
                throw Failure("waited \(Int(seconds)) s for \(what); absent: \(absent)")
            }
            usleep(5_000)
        }
    }

    /// Waits until every game has moved on a few times more.
    func playOn(moves: Int = 4) throws {
        let before = parties.ask { $0.map(\.moves) }
        let seconds = max(World.patienceSeconds, World.moveSeconds * Double(moves))
        try wait("the games to go on", seconds: seconds) { parties in
            zip(parties, before).allSatisfy { $0.moves >= $1 + moves }
        }
    }

    /// Lets time go by while the games go on.
    func pass(seconds: Double) {
        usleep(UInt32(seconds * 1_000_000))
    }

    func awaitAllSeated() throws {
        try wait("all clients to be back") { $0.allSatisfy(\.isSeated) }
    }
}
