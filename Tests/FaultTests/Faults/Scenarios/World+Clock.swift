import Foundation

extension World {
    private static let hourSeconds = 3_600

    /// Redis' clock jumps an hour ahead, back, and an hour behind. Every party has its own clock, which
    /// says whether a timer came early; a game that stands still is noticed by waiting for it.
    ///
    /// - Parameter library: clock-shift.c, built.
    func moveTheClock(library: String) throws {
        let clock = folder.appending(path: "clock")
        try setClock(clock, aheadSeconds: 0)
        // Into where Redis' user may read it.
        let preloaded = folder.appending(path: "clock-shift.so")
        try FileManager.default.copyItem(at: URL(filePath: library), to: preloaded)
        let redis = try RedisServer(
            in: folder,
            environment: ["LD_PRELOAD": preloaded.path, "CLOCK_SHIFT_FILE": clock.path]
        )
        keep([redis])
        try startCluster(redisURLs: [redis.url, redis.url])
        try openParties()
        for seconds in [Self.hourSeconds, 0, -Self.hourSeconds] {
            try awaitBlow(.climax) { _ in }
            try setClock(clock, aheadSeconds: seconds)
            let ahead = try redisAheadSeconds(redis)
            guard abs(ahead - seconds) < 60 else {
                throw Failure("Redis' clock does not jump: it is \(ahead) s ahead")
            }
            tell("Redis' clock is \(seconds) s ahead")
            try noteRecovery("on after \(seconds) s")
        }
    }

    /// In one step: a file that is half written would be another time.
    func setClock(_ clock: URL, aheadSeconds: Int) throws {
        try Data("\(aheadSeconds)".utf8).write(to: clock, options: .atomic)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: clock.path
        )
    }

    private func redisAheadSeconds(_ redis: RedisServer) throws -> Int {
        let now = try redis.ask("time").split(separator: "\n").first.flatMap { Int($0) }
        return (now ?? 0) - Int(Date().timeIntervalSince1970)
    }
}
