import Foundation
import LoadTest

/// Plays scenarios one after the other, a line each.
public struct FaultRun {
    /// Lines of the story that are printed when something went wrong; the whole is in its file.
    static let maxLines = 120

    let options: FaultOptions

    public init(_ options: FaultOptions) {
        self.options = options
    }

    /// - Returns: whether every law was kept in all of them.
    public func play(_ scenarios: [Scenario]) -> Bool {
        var isKept = true
        for scenario in scenarios where !play(scenario) { isKept = false }
        return isKept
    }

    private func play(_ scenario: Scenario) -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "faults-\(scenario.rawValue)-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = Date()
        let world: World
        do {
            world = try World(
                name: scenario.rawValue,
                seed: options.seed,
                folder: folder,
                program: options.gatewayd,
                isShort: options.isShort
            )
        } catch {
            say("\(scenario.rawValue): \(error)")
            return false
        }
        let title = scenario.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0)
        do {
            try scenario.play(in: world, options)
            let proof = try world.prove()
            let seconds = Int(Date().timeIntervalSince(start).rounded())
            let line = ([proof.line] + world.figures + ["\(seconds) s"]).joined(separator: " · ")
            if proof.breaches.isEmpty {
                say("\(title) kept    \(line)")
                return true
            }
            say("\(title) BROKEN  \(line)")
            keep(world, proof.breaches)
        } catch let skipped as Skipped {
            say("\(title) skipped \(skipped.why)")
            return true
        } catch {
            say("\(title) FAILED  \(error)")
            keep(world, world.parties.ask { $0.flatMap(\.breaches) })
        }
        return false
    }

    private func say(_ line: String) {
        Console.say(line)
    }

    /// Prints who was told what, and keeps it with all logs.
    private func keep(_ world: World, _ breaches: [String]) {
        for breach in breaches.prefix(20) { say("  ✗ \(breach)") }
        let lines = world.story.all
        say("  the end of the story:")
        for line in lines.suffix(Self.maxLines) { say("    \(line)") }
        let place = options.artefacts.appending(path: "faults/\(world.name)-\(world.seed)")
        let files = FileManager.default
        try? files.removeItem(at: place)
        do {
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            try Data((breaches + [""] + lines).joined(separator: "\n").utf8)
                .write(to: place.appending(path: "story.txt"))
            for file in try files.contentsOfDirectory(atPath: world.folder.path)
            where file.hasSuffix(".log") {
                try files.copyItem(
                    at: world.folder.appending(path: file),
                    to: place.appending(path: file)
                )
            }
            say("  all of it, and the servers' logs: \(place.path)")
        } catch {
            say("  (the logs can't be kept: \(error))")
        }
    }
}

extension Proof {
    /// In short.
    fileprivate var line: String {
        "\(acknowledged) answers acknowledged · \(comparedResults) results · \(checks) checks · "
            + "\(returns) returns, p50 \(returnP50Us / 1_000) ms, max \(returnMaxUs / 1_000) ms · "
            + "longest part \(longestStandstillMs) ms · timers late by \(latenessMaxMs) ms at most"
    }
}
