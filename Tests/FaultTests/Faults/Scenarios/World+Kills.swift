import Foundation
import Glibc
import LoadTest
import Voice

extension World {
    /// One gateway without servers: killed, and started again on the same files.
    func killAndRestart(kills: Int) throws {
        try startGateways([[:]])
        try openParties()
        for number in 0..<kills {
            try killGateway(0, number)
            try gateways[0].start()
            try awaitAllSeated()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills")
    }

    /// Two gateways that share their stores: each killed in an open brake and after an answer, in turn.
    func killInTurn(kills: Int) throws {
        try startCluster()
        try openParties()
        for number in 0..<kills {
            let victim = (number + number / 2) % gateways.count
            try killGateway(victim, number)
            try awaitAllSeated()
            try gateways[victim].start()
            try spreadOut()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills")
    }

    /// Leaves what a power cut leaves where the disk has kept what was written.
    func killEverything() throws {
        try startCluster()
        try openParties()
        for time in [BlowTime.answer(at: nil), .climax] {
            let (gateways, redis, postgres) = try (gateways, theirRedis, theirPostgres)
            try awaitBlow(time) { _ in
                redis.signal(SIGKILL)
                for gateway in gateways { gateway.signal(SIGKILL) }
            }
            try postgres.kill9()
            try redis.awaitEnd()
            for gateway in gateways { try gateway.awaitEnd() }
            tell("everything is killed")
            try redis.start()
            try postgres.start()
            for gateway in gateways { try gateway.start() }
            tell("everything is back")
            try noteRecovery("on again after")
            try spreadOut()
        }
    }

    /// kill -9: in an open brake, and between an answer to this gateway and its acknowledgement, in turn.
    private func killGateway(_ victim: Int, _ number: Int) throws {
        let gateway = gateways[victim]
        try awaitBlow(number.isMultiple(of: 2) ? .climax : .answer(at: victim)) { _ in
            gateway.signal(SIGKILL)
        }
        try gateway.awaitEnd()
        tell("gateway \(victim) is killed")
    }
}

extension World {
    /// Two gateways that share their stores and a folder of recordings, killed in turn while tunes are played.
    ///
    /// - Parameter time: while a clip plays, or while guesses come in.
    func killAmongTunes(_ time: BlowTime, kills: Int) throws {
        game = "name-that-tune"
        let recordings = try makeRecordings()
        try startCluster(sharing: ["GATEWAY_RECORDINGS_DIR": recordings])
        try openParties()
        var clips = 0
        for number in 0..<kills {
            let victim = number % gateways.count
            let gateway = gateways[victim]
            switch time {
            case .climax:
                try awaitBlow(time) { _ in }
                pass(seconds: Self.clipLeadSeconds)
                gateway.signal(SIGKILL)
            case .answer: try awaitBlow(.answer(at: victim)) { _ in gateway.signal(SIGKILL) }
            }
            try gateway.awaitEnd()
            tell("gateway \(victim) is killed")
            try awaitAllSeated()
            clips += try fetchClips(from: gateways[1 - victim])
            try gateways[victim].start()
            try spreadOut()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills, \(clips) clips fetched from the other gateway")
    }

    /// Fetches the clips that play from a gateway that did not name them: it must have the same.
    ///
    /// - Returns: how many there were.
    private func fetchClips(from gateway: GatewayServer) throws -> Int {
        var count = 0
        let playing: @Sendable ([Party]) -> [String] = { parties in
            parties.map { ($0.screenMoment.contains("PLAYING") ? $0.clip : nil) ?? "" }
        }
        for (index, path) in parties.ask(playing).enumerated() where !path.isEmpty {
            let status = try Command.run(
                ["curl", "-sf", "-m", "10", "-o", "/dev/null", "\(gateway.url)\(path)"],
                in: folder
            ).status
            // One whose tune is over meanwhile says nothing.
            guard parties.ask(playing)[index] == path else { continue }
            count += 1
            if status != 0 {
                breaches.append("a clip is not at gateway \(gateway.place): curl says \(status)")
            }
        }
        return count
    }

    /// A clip sounds so long after its tune has begun, and a little has been heard of it by then.
    private static let clipLeadSeconds = 2.3

    /// A tone of half a minute for each tune: what a clip sounds like is no matter here.
    ///
    /// - Returns: the folder.
    private func makeRecordings() throws -> String {
        let rate = 8_000
        let tone = (0..<rate * 30).map { Float($0 / 20 % 2) * 0.2 - 0.1 }
        let wav = Data(Sound(samples: tone, rate: rate).wav)
        let files = FileManager.default
        let own = folder.appending(path: "recordings/name-that-tune")
        try files.createDirectory(at: own, withIntermediateDirectories: true)
        let notes = try files.contentsOfDirectory(atPath: Self.notes)
        for tune in notes where tune.hasSuffix(".abc") {
            try wav.write(to: own.appending(path: "\(tune.dropLast(4)).wav"))
        }
        return folder.appending(path: "recordings").path
    }

    private static let notes = "Sources/Games/NameThatTune/Bundled/tunes"
}
