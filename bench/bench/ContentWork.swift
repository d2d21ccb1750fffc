import Foundation
import Glibc
import TriptoGame

/// A bank of packages, as a gateway loads it at a start: how long that takes on all cores, what it costs
/// in processor time, and how much memory the bank keeps.
///
/// The packages are the bundled ones under other ids, as often as it takes; some of their texts stand in them twice, so
/// that each has as many as a package that was made.
enum ContentWork {
    private static let count = 1_000
    private static let texts = 9

    static func rows(rounds: Int, scale: Int) throws -> [Row] {
        let count = count / scale
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-content-\(getpid())"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(folder, count)
        // Tables that are made once in a process, and files that are read for the first time.
        _ = try load(folder, count)
        var seconds: [Double] = []
        var cpuSeconds: [Double] = []
        var kept: [Double] = []
        var most: [Double] = []
        for round in 0..<rounds {
            Progress.show("\(count) packages: round \(round + 1) of \(rounds)")
            ProcessCost.giveBack()
            let before = ProcessCost.memoryBytes(of: getpid())
            ProcessCost.forgetPeak()
            let peakBefore = ProcessCost.peakBytes
            let start = ContinuousClock.now
            let startNs = ProcessCost.cpuNs(of: getpid())
            let bank = try load(folder, count)
            seconds.append((ContinuousClock.now - start) / .seconds(1))
            cpuSeconds.append(Double(ProcessCost.cpuNs(of: getpid()) - startNs) / 1e9)
            most.append(Double(ProcessCost.peakBytes - peakBefore) / 1_048_576)
            ProcessCost.giveBack()
            kept.append(Double(ProcessCost.memoryBytes(of: getpid()) - before) / 1_048_576)
            // A bank is let go after its memory was counted, and not before.
            withExtendedLifetime(bank) {}
        }
        Progress.clear()
        func row(_ what: String, _ unit: String, _ values: [Double], _ most: Double? = nil) -> Row {
            Row(
                name: "\(count) packages of \(texts) texts: \(what)",
                unit: unit,
                gateway: values,
                budget: most.map(Budget.atMost)
            )
        }
        return [
            row("loaded in", "s", seconds, 2),
            row("CPU", "s", cpuSeconds),
            row("memory of the bank", "MiB", kept, 64),
            row("memory at most, while it loads", "MiB", most),
        ]
    }

    private static func load(_ folder: URL, _ count: Int) throws -> PackageBank {
        let bank = try PackageBank(folder: folder)
        guard bank.packages.count == count, bank.refusals.isEmpty else {
            preconditionFailure("\(bank.packages.count) of \(count): \(bank.refusals.prefix(1))")
        }
        return bank
    }

    private static func fill(_ folder: URL, _ count: Int) throws {
        // With their evidence, which a bank leaves in the files.
        let source = try PackageBank.bundledFolder()
        let bundled = try PackageBank.bundled().packages.map { package in
            let file = "\(package.locale)/\(package.destination.id).json"
            return try PackageReader.read(Array(Data(contentsOf: source.appending(path: file))))
        }
        for locale in Set(bundled.map(\.locale)) {
            try FileManager.default.createDirectory(
                at: folder.appending(path: locale),
                withIntermediateDirectories: true
            )
        }
        for number in 0..<count {
            var package = bundled[number % bundled.count]
            package.destination.id += "-\(number / bundled.count)"
            package.id = "\(package.destination.id).\(package.locale)"
            for place in package.clues.indices where package.textCount < texts {
                guard let other = package.clues[place].variants.first else { continue }
                package.clues[place].variants.append(other)
            }
            let file = "\(package.locale)/\(package.destination.id).json"
            try JSONEncoder().encode(package).write(to: folder.appending(path: file))
        }
    }
}

extension RoundPackage {
    fileprivate var textCount: Int { clues.reduce(0) { $0 + 1 + $1.variants.count } }
}
