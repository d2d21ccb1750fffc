import GatewayClient
import GatewayClientTransport
import Glibc

/// Carries out one attack after the other beside a witness, a line each.
struct AbuseRun {
    private static let header =
        "attack              verdict   quiet p99  attacked     ratio  commit p99     sink  "
        + "memory before → after KiB   blows  refused  seconds"

    let options: AbuseOptions
    let process: GatewayProcess
    let witness: Witness
    private var rounds: Int { options.isShort ? 2 : 3 }
    /// For a witness that seems to be slower.
    private var moreRounds: Int { options.isShort ? 3 : 5 }
    private var quietSeconds: Double { options.isShort ? 0.8 : 3 }

    init(_ options: AbuseOptions) throws(ClientFailure) {
        self.options = options
        process = GatewayProcess(pid: options.pid, log: options.log)
        guard process.isAlive, process.residentKiB > 0 else {
            throw .unexpected("there is no process \(options.pid) that could be watched")
        }
        witness = try Witness(options.target, trustsAnyCertificate: options.trustsAnyCertificate)
    }

    /// - Returns: whether every law was kept in all of them.
    func play() throws(ClientFailure) -> Bool {
        let fitting = options.abuses.filter { $0.obstacle(options.target, process) == nil }
        guard !fitting.isEmpty else { return sayWhyNone() }
        try witness.sitDown()
        // The first look at everything takes memory once.
        _ = try witness.watch { usleep(500_000) }
        Console.say(Self.header)
        var isKept = true
        for abuse in fitting {
            if !play(abuse) { isKept = false }
            guard process.isAlive else {
                Console.say("the gateway is dead")
                return false
            }
        }
        witness.leave()
        return isKept
    }

    /// None of those that were asked for can be carried out here.
    private func sayWhyNone() -> Bool {
        for abuse in options.abuses {
            let why = abuse.obstacle(options.target, process) ?? ""
            Console.say("\(Line.left(abuse.rawValue, 20))skipped   \(why)")
        }
        return true
    }

    private func play(_ abuse: Abuse) -> Bool {
        let startUs = Ticks.nowUs
        var verdict = Verdict()
        var tally = Tally()
        do throws(ClientFailure) {
            let site = Site(options.target, process, isShort: options.isShort, net: abuse.net)
            let attack = try abuse.prepare(site)
            // The sessions and seats that the attackers needed first are no part of it.
            usleep(300_000)
            defer { tally = attack.tally }
            try measure(attack, &verdict)
            try measureOn(attack, &verdict)
        } catch {
            verdict.breaches.append("\(error)")
        }
        verdict.breaches += tally.breaches
        verdict.judge()
        say(abuse, verdict, tally, seconds: Double(Ticks.nowUs - startUs) / 1_000_000)
        return verdict.breaches.isEmpty
    }

    private func measure(_ attack: any Attack, _ verdict: inout Verdict) throws(ClientFailure) {
        verdict.beforeKiB = process.residentKiB
        let descriptors = process.descriptorCount
        let lines = process.logLines
        let counted = try count(attack)
        for _ in 0..<rounds {
            try beQuiet(&verdict)
            try strike(attack, &verdict)
            let most = descriptors + Verdict.maxLeftDescriptors
            if !waitUntil({ process.descriptorCount <= most }) {
                verdict.breaches.append(
                    "descriptors are left: \(descriptors) before, \(process.descriptorCount) after"
                )
            }
            usleep(200_000)
            verdict.residentKiB.append(process.residentKiB)
        }
        let more = try count(attack) - counted
        if !attack.series.isEmpty, more < Double(attack.tally.refused) || more == 0 {
            verdict.breaches.append(
                "\(attack.tally.refused) refused, \(Int(more)) counted as "
                    + attack.series.joined(separator: ", ")
            )
        }
        if process.logLines - lines > Verdict.maxLogLines * rounds {
            verdict.breaches.append("\(process.logLines - lines) lines in the log")
        }
    }

    /// More rounds before it is called the gateway's fault, now beside the same load aimed at a sink too.
    private func measureOn(_ attack: any Attack, _ verdict: inout Verdict) throws(ClientFailure) {
        for _ in 0..<moreRounds where verdict.isSlow {
            try beQuiet(&verdict)
            try strike(attack, &verdict)
            let (share, seconds) = (verdict.share, quietSeconds)
            let seen = try witness.watch { () throws(ClientFailure) in
                try Control.load(share: share, seconds: seconds)
            }
            verdict.control.append(seen.roundTrips)
        }
    }

    private func beQuiet(_ verdict: inout Verdict) throws(ClientFailure) {
        let seen = try witness.watch { usleep(UInt32(quietSeconds * 1_000_000)) }
        verdict.quiet.append(seen.roundTrips)
        verdict.breaches += seen.breaches
    }

    private func strike(_ attack: any Attack, _ verdict: inout Verdict) throws(ClientFailure) {
        let (startUs, startCPUUs) = (Ticks.nowUs, Pace.cpuUs)
        let seen = try witness.watch { () throws(ClientFailure) in
            try attack.strike()
            try attack.settle()
        }
        verdict.share = Double(Pace.cpuUs - startCPUUs) / Double(max(Ticks.nowUs - startUs, 1))
        verdict.attacked.append(seen.roundTrips)
        verdict.commands.merge(seen.commands)
        verdict.breaches += seen.breaches
    }

    private func count(_ attack: any Attack) throws(ClientFailure) -> Double {
        guard !attack.series.isEmpty else { return 0 }
        let values = try witness.metrics()
        return attack.series.reduce(0) { $0 + (values[$1] ?? 0) }
    }

    private func waitUntil(_ isSo: () -> Bool) -> Bool {
        let endUs = Ticks.nowUs + 15_000_000
        while !isSo() {
            guard Ticks.nowUs < endUs else { return false }
            usleep(20_000)
        }
        return true
    }

    private func say(_ abuse: Abuse, _ verdict: Verdict, _ tally: Tally, seconds: Double) {
        let columns = [
            Line.left(abuse.rawValue, 20) + (verdict.breaches.isEmpty ? "kept   " : "BROKEN "),
            Line.right(Line.time(verdict.quietP99), 11),
            Line.right(Line.time(verdict.attackedP99), 9),
            Line.right(Line.decimal(verdict.ratio, 2), 9),
            Line.right(Line.time(verdict.commands.percentile(99)), 11),
            Line.right(verdict.controlP99.map { Line.time($0) } ?? "–", 8),
            Line.right("\(verdict.beforeKiB) → \(verdict.residentKiB.last ?? 0)", 26),
            Line.right("\(tally.blows)", 7), Line.right("\(tally.refused)", 8),
            Line.right(Line.decimal(seconds), 8),
        ]
        Console.say(columns.joined(separator: " "))
        for breach in Set(verdict.breaches).sorted() { Console.say("  ✗ \(breach)") }
    }
}
