import GatewayClient
import GatewayClientTransport
import Glibc

/// Carries out one attack after the other beside a witness, a line each.
struct AbuseRun {
    private static let header =
        "attack              verdict   quiet p99  attacked     ratio  commit p99     sink  "
        + "memory before → after KiB   blows  refused  seconds"

    let target: Target
    let process: GatewayProcess
    let witness: Witness
    /// In rounds of a second or two.
    let isShort: Bool
    private var rounds: Int { isShort ? 2 : 3 }
    /// For a witness that seems to be slower.
    private var moreRounds: Int { isShort ? 3 : 5 }
    private var quietSeconds: Double { isShort ? 0.8 : 3 }

    /// - Returns: whether every law was kept in all of them.
    func play(_ attacks: [Attack]) throws(ClientFailure) -> Bool {
        guard process.isAlive, process.residentKiB > 0 else {
            throw .unexpected("there is no process \(process.pid) that could be watched")
        }
        let fitting = attacks.filter { $0.obstacle(target, process) == nil }
        guard !fitting.isEmpty else {
            for attack in attacks {
                let why = attack.obstacle(target, process) ?? ""
                Console.say("\(Line.left(attack.name, 20))skipped   \(why)")
            }
            return true
        }
        try witness.sitDown()
        // The first look at everything takes memory once.
        _ = try witness.watch { usleep(500_000) }
        Console.say(Self.header)
        var isKept = true
        for attack in fitting {
            if !play(attack) { isKept = false }
            guard process.isAlive else {
                Console.say("the gateway is dead")
                return false
            }
        }
        witness.leave()
        return isKept
    }

    private func play(_ attack: Attack) -> Bool {
        let startUs = Ticks.nowUs
        var verdict = Verdict()
        let site = Site(target, process, isShort: isShort, net: attack.net)
        do throws(ClientFailure) {
            let round = try attack.prepare(site)
            // The sessions and seats that the attackers needed first are no part of it.
            usleep(300_000)
            let before = try count(attack)
            try measure(round, &verdict)
            let (counted, refused) = (try count(attack) - before, site.tally.refused)
            if !attack.series.isEmpty, counted < Double(refused) || counted == 0 {
                let series = attack.series.joined(separator: ", ")
                verdict.breaches.append("\(refused) refused, \(Int(counted)) counted as \(series)")
            }
            try measureOn(round, &verdict)
        } catch {
            verdict.breaches.append("\(error)")
        }
        verdict.breaches += site.tally.breaches
        verdict.judge()
        say(attack, verdict, site.tally, seconds: Double(Ticks.nowUs - startUs) / 1_000_000)
        return verdict.breaches.isEmpty
    }

    private func measure(_ round: Attack.Round, _ verdict: inout Verdict) throws(ClientFailure) {
        verdict.beforeKiB = process.residentKiB
        let descriptors = process.descriptorCount
        let lines = process.logLines
        for _ in 0..<rounds {
            try beQuiet(&verdict)
            try strike(round, &verdict)
            let most = descriptors + Verdict.maxLeftDescriptors
            if !Pace.wait(seconds: 15, until: { process.descriptorCount <= most }) {
                let left = process.descriptorCount
                verdict.breaches.append("descriptors are left: \(descriptors) → \(left)")
            }
            usleep(200_000)
            verdict.residentKiB.append(process.residentKiB)
        }
        if process.logLines - lines > Verdict.maxLogLines * rounds {
            verdict.breaches.append("\(process.logLines - lines) lines in the log")
        }
    }

    /// More rounds before it is called the gateway's fault, now beside the same load aimed at a sink too.
    private func measureOn(_ round: Attack.Round, _ verdict: inout Verdict) throws(ClientFailure) {
        for _ in 0..<moreRounds where verdict.isSlow {
            try beQuiet(&verdict)
            try strike(round, &verdict)
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

    private func strike(_ round: Attack.Round, _ verdict: inout Verdict) throws(ClientFailure) {
        let (startUs, startCPUUs) = (Ticks.nowUs, Pace.cpuUs)
        let seen = try witness.watch(round)
        verdict.share = Double(Pace.cpuUs - startCPUUs) / Double(max(Ticks.nowUs - startUs, 1))
        verdict.attacked.append(seen.roundTrips)
        verdict.commands.merge(seen.commands)
        verdict.breaches += seen.breaches
    }

    private func count(_ attack: Attack) throws(ClientFailure) -> Double {
        guard !attack.series.isEmpty else { return 0 }
        let values = try witness.metrics()
        return attack.series.reduce(0) { $0 + (values[$1] ?? 0) }
    }

    private func say(_ attack: Attack, _ verdict: Verdict, _ tally: Tally, seconds: Double) {
        let columns = [
            Line.left(attack.name, 20) + (verdict.breaches.isEmpty ? "kept   " : "BROKEN "),
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
