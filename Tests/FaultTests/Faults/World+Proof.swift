import Foundation
import LoadTest
import Protocol

/// The result of a scenario.
struct Proof {
    var breaches: [String] = []
    var acknowledged = 0
    var comparedResults = 0
    var checks = 0
    var returns = 0
    var returnP50Us: Int64 = 0
    var returnMaxUs: Int64 = 0
    var longestStandstillMs: Int64 = 0
    /// Of timers.
    var latenessMaxMs: Int64 = 0
}

extension World {
    /// Of sessions that were played by hand.
    private static let maxReplays = 50

    /// One party's words at its end.
    private struct Farewell: Sendable {
        let session: String
        let reckoning: Record.Reckoning
        let breaches: [String]
        let record: Record
        let checks: Int
        let returns: (count: Int, p50: Int64, max: Int64)
        let longestStandstillMs: Int64
        let latenessMs: (p50: Int64, max: Int64)
    }

    /// Plays all games to their end, and proves both sides: what the clients were told, and what the
    /// stores have.
    func prove() throws -> Proof {
        try wait("all games to end", seconds: 180) { parties in
            // Also of those that have just begun.
            parties.forEach { $0.windDown() }
            return parties.allSatisfy { $0.stage == .over }
        }
        let farewells = parties.ask { parties in
            parties.map { party in
                let reckoning = party.reckon()
                party.leave()
                return Farewell(
                    session: party.session,
                    reckoning: reckoning,
                    breaches: party.breaches,
                    record: party.record,
                    checks: party.checkCount,
                    returns: party.absences.returnsUs,
                    longestStandstillMs: party.longestStandstillMs,
                    latenessMs: party.latenessMs
                )
            }
        }
        var proof = Proof()
        proof.breaches = breaches
        proof.latenessMaxMs = farewells.map(\.latenessMs.max).max() ?? 0
        proof.breaches += footprint.end(sessions: farewells.count + byHand.count)
        figures.append(footprint.line)
        for farewell in farewells {
            proof.breaches += farewell.breaches
            proof.acknowledged += farewell.record.acknowledgedAnswers.count
            proof.comparedResults += farewell.reckoning.comparedResults
            proof.checks += farewell.checks
            proof.returns += farewell.returns.count
            proof.returnP50Us = max(proof.returnP50Us, farewell.returns.p50)
            proof.returnMaxUs = max(proof.returnMaxUs, farewell.returns.max)
            proof.longestStandstillMs = max(
                proof.longestStandstillMs,
                farewell.longestStandstillMs
            )
        }
        for gateway in gateways {
            let status = try gateway.drain()
            if status != 0 {
                proof.breaches.append("gateway \(gateway.place) drained with \(status)")
            }
        }
        for farewell in farewells {
            try proveReplay(of: farewell.session, &proof)
            try proveStored(farewell, &proof)
        }
        for session in byHand.prefix(Self.maxReplays) { try proveReplay(of: session, &proof) }
        return proof
    }

    private func proveReplay(of session: String, _ proof: inout Proof) throws {
        let replay = try gateways[0].run("replay", session)
        if replay.status != 0 {
            proof.breaches.append("law 9: replay of \(session): \(replay.output)")
        }
        tell("replay of \(session): \(replay.output)")
    }

    private func proveStored(_ farewell: Farewell, _ proof: inout Proof) throws {
        let export = try gateways[0].run("export", farewell.session)
        guard export.status == 0, let stored = try? JSONReader.read(Array(export.output.utf8))
        else {
            proof.breaches.append("export of \(farewell.session): \(export.output)")
            return
        }
        let awards = farewell.reckoning.isWitnessed ? farewell.reckoning.awards : nil
        proof.breaches += farewell.record.compare(stored: stored, awards: awards)
            .map { "tables of \(farewell.session): \($0)" }
    }
}
