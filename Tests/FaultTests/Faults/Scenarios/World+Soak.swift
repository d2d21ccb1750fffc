import Foundation
import LoadTest

extension World {
    private static let soakParties = 6
    private static let sampleSeconds = 10.0
    private static let shownSamples = 12

    /// Memory that one gateway holds, and Redis with it.
    private struct Sample {
        let second: Int
        let mebibytes: [Double]
        let descriptors: [Int]
        let keys: Int
    }

    /// Sessions come and go, each is ended by its host: what gateways hold stops growing.
    func soak(minutes: Int) throws {
        try startCluster()
        let targets = try gateways.map { try Target(url: $0.url) }
        let redis = try theirRedis
        let start = Date()
        var samples: [Sample] = []
        var count = 0
        while case let seconds = Date().timeIntervalSince(start), seconds < Double(minutes) * 60 {
            for found in parties.dismissOver() {
                breaches += found
                count += 1
            }
            let (living, failures) = parties.ask { parties in
                parties.forEach { $0.windDown() }
                return (parties.count, parties.compactMap(\.failure))
            }
            if let failure = failures.first { throw Failure("in the soak: \(failure)") }
            for number in living..<max(living, Self.soakParties) {
                openParty(numbered: count + number, at: targets)
            }
            if seconds >= Double(samples.count) * Self.sampleSeconds {
                samples.append(
                    Sample(
                        second: Int(seconds),
                        mebibytes: gateways.map { Double($0.process.residentKiB) / 1_024 },
                        descriptors: gateways.map(\.process.descriptorCount),
                        keys: Int(try redis.ask("dbsize")) ?? 0
                    )
                )
            }
            pass(seconds: 0.2)
        }
        figures.append("\(count) sessions came and went")
        judge(samples)
    }

    /// The last third of the time holds no more than the second: the first is for warming up.
    private func judge(_ samples: [Sample]) {
        Console.say("    second  MiB          descriptors  keys in Redis")
        for index in stride(
            from: 0,
            to: samples.count,
            by: max(1, samples.count / Self.shownSamples)
        ) {
            let sample = samples[index]
            let mebibytes = sample.mebibytes.map { String(format: "%.1f", $0) }
            let columns = [
                "\(sample.second)", mebibytes.joined(separator: " "),
                sample.descriptors.map(String.init).joined(separator: " "), "\(sample.keys)",
            ]
            let widths = [7, 12, 12, 6]
            Console.say(
                "    "
                    + zip(columns, widths)
                    .map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
                    .joined(separator: " ")
            )
        }
        let third = samples.count / 3
        guard third > 2 else { return }
        for place in gateways.indices {
            let before = Self.median(samples[third..<2 * third].map { $0.mebibytes[place] })
            let after = Self.median(samples[(2 * third)...].map { $0.mebibytes[place] })
            figures.append(String(format: "gateway %d %.1f → %.1f MiB", place, before, after))
            guard after > before * 1.05 + 2 else { continue }
            breaches.append("law 7: gateway \(place) grows: \(before) MiB, then \(after) MiB")
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
