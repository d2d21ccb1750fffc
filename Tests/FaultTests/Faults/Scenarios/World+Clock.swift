import Foundation

extension World {
    private static let hourSeconds = 3_600

    /// Redis' clock jumps an hour ahead, back, and an hour behind. Every party has its own clock, which
    /// says whether a timer came early; a game that stands still is noticed by waiting for it.
    func moveTheClock() throws {
        let library = "/usr/lib/\(Self.triplet)/faketime/libfaketimeMT.so.1"
        guard FileManager.default.fileExists(atPath: library) else {
            throw Skipped(why: "libfaketime is not installed")
        }
        let clock = folder.appending(path: "clock")
        try set(clock, aheadSeconds: 0)
        let redis = try RedisServer(
            in: folder,
            environment: [
                "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": clock.path,
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            ]
        )
        keep([redis])
        try startCluster(redisURLs: [redis.url, redis.url])
        try openParties()
        for seconds in [Self.hourSeconds, 0, -Self.hourSeconds] {
            try awaitBlow(.brake) { _ in }
            try set(clock, aheadSeconds: seconds)
            let ahead = try redisAheadSeconds(redis)
            guard abs(ahead - seconds) < 60 else {
                throw Failure("Redis' clock does not jump: it is \(ahead) s ahead")
            }
            tell("Redis' clock is \(seconds) s ahead")
            try noteRecovery("on after \(seconds) s")
        }
    }

    private static var triplet: String {
        #if arch(arm64)
            "aarch64-linux-gnu"
        #else
            "x86_64-linux-gnu"
        #endif
    }

    /// In one step: a file that is half written would be another time.
    private func set(_ clock: URL, aheadSeconds: Int) throws {
        let text = aheadSeconds < 0 ? "\(aheadSeconds)" : "+\(aheadSeconds)"
        try Data(text.utf8).write(to: clock, options: .atomic)
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
