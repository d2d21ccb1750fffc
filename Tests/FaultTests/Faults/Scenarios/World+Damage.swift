import Foundation
import Glibc
import LoadTest
import Seeded

extension World {
    private static let damagedStatus: Int32 = 65
    private static let maxPages = 120
    private static let starts = 3

    /// Pages of an embedded archive are damaged, each in a copy of its own: a look at it finds each, and
    /// a gateway that is started on it says so.
    func damagePages() throws {
        try startGateways([[:]])
        try openParties()
        try playOn(moves: 8)
        let gateway = gateways[0]
        guard try gateway.drain() == 0 else { throw Failure("drained badly: see \(gateway.log)") }
        let archive = try Data(contentsOf: gateway.folder.appending(path: Self.archiveName))
        try gateway.start()
        try awaitAllSeated()

        let whole = Pages(of: archive)
        let damaged = folder.appending(path: "damaged")
        var found = 0
        let step = max(1, whole.count / Self.maxPages)
        let numbers = Array(stride(from: 1, to: whole.count, by: step))
        for number in numbers {
            try write(whole.damaging(number, by: &random), into: damaged)
            let status = try gateway.run(["check"], on: damaged).status
            if status == Self.damagedStatus { found += 1 }
            if status == 0 { tell("no damage is found in page \(number)") }
        }
        if found + whole.freeCount < numbers.count {
            breaches.append("of \(numbers.count) damaged pages only \(found) were found")
        }
        figures.append("\(found) of \(numbers.count) damaged pages found")
        for time in 0..<Self.starts {
            let number = numbers[random.next(below: numbers.count)]
            try write(whole.damaging(number, by: &random), into: damaged)
            try startOnDamage(in: damaged, time, page: number)
        }
        try playOn(moves: 2)
    }

    private static let archiveName = "gateway.sqlite"

    private func write(_ bytes: Data, into folder: URL) throws {
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try bytes.write(to: folder.appending(path: Self.archiveName))
    }

    /// It may refuse to start, or serve: it says why in both cases.
    private func startOnDamage(in data: URL, _ time: Int, page: Int) throws {
        let gateway = try GatewayServer(
            place: gateways.count + time,
            program: program,
            secretFile: folder.appending(path: "token-secret"),
            in: folder,
            environment: ["GATEWAY_DATA_DIR": data.path]
        )
        let isServing = (try? gateway.start()) != nil
        let told = "damaged"
        for _ in 0..<100
        where (try? String(contentsOfFile: gateway.log, encoding: .utf8))?
            .contains(told) != true
        {
            usleep(50_000)
        }
        if try !String(contentsOfFile: gateway.log, encoding: .utf8).contains(told) {
            breaches.append(
                "a start says nothing of the damage in page \(page): see \(gateway.log)"
            )
        }
        tell("with page \(page) damaged a gateway \(isServing ? "serves" : "does not start")")
        if isServing { _ = try gateway.drain() }
    }
}

/// The pages of an SQLite file (its documentation, "Database File Format", 1.3).
private struct Pages {
    private let bytes: Data
    private let size: Int

    init(of bytes: Data) {
        self.bytes = bytes
        let big = Int(bytes[16]) << 8 | Int(bytes[17])
        size = big == 1 ? 65_536 : big
    }

    var count: Int { bytes.count / size }

    /// Pages that nothing is in.
    var freeCount: Int { bytes[36..<40].reduce(0) { $0 << 8 | Int($1) } }

    /// All of it, one page filled with noise.
    func damaging(_ number: Int, by random: inout SplitMix64) -> Data {
        var copy = bytes
        for place in number * size..<(number + 1) * size {
            copy[place] = UInt8(truncatingIfNeeded: random.next())
        }
        return copy
    }
}
