import Protocol

extension Play {
    /// The last word has been said: once more everybody's document, then the session ends.
    func conclude() {
        guard !isOver else { return }
        clients.filter { $0.attention == .document }.forEach { $0.askForSnapshot() }
        network.after(500) { [weak self] in
            guard let self, !self.isOver else { return }
            self.isOver = true
            self.check()
            self.clients.forEach { $0.leave(saying: false) }
            self.reception.end { result in
                if case .failure(let failure) = result { self.say("\(failure)") }
                self.report()
            }
        }
    }

    private func check() {
        referee.finish()
        for (id, _) in open {
            referee.check(.contract, by: "answers", "answer \(id) was never acknowledged")
        }
        referee.check(
            .score,
            by: "final document",
            ledger.compare(standings: host?.document["scoreboard"], present: present).first
        )
        if shakyReturns == 0, bots.contains(where: { $0.personality.presence == .shaky }) {
            say("(nobody came back after a drop: the resume was not put to the test)")
        }
        if sloth != nil {
            let slowUs = network.roundTrips.percentile(95)
            referee.check(
                .isolation,
                by: "TIME_PING",
                slowUs > Self.slothRoundTripUs ? "p95 \(Line.time(slowUs)) beside a sloth" : nil
            )
        }
    }

    private func report() {
        var report = Report()
        report.line()
        report.line("The table:")
        commentary.scoreboard(host?.document ?? .null).forEach { report.line("  " + $0) }
        report.line()
        let seconds = Double(referee.elapsedMs) / 1_000
        report.traffic(network, seconds: seconds)
        report.histogram("round trips", network.roundTrips)
        let lateness = referee.timerLateness
        report.figure(
            "timers late by",
            lateness.isEmpty
                ? "none ran out"
                : "p50 \(lateness.percentile(50)) ms · max \(lateness.max) ms · n \(lateness.count)",
            json: lateness.json
        )
        report.figure(
            "searched for secrets",
            Line.bytes(referee.bytesSearched),
            json: .int(Int64(referee.bytesSearched))
        )
        let resyncs = clients.map(\.resyncs).reduce(0, +)
        report.figure("gaps in patches", "\(resyncs)", json: .int(Int64(resyncs)))
        var laws: [Law] = [.brake, .secrecy, .document, .version, .timer, .score, .contract]
        if sloth != nil { laws.append(.isolation) }
        report.laws(referee.book, of: laws)
        done(report.publish(to: runOptions.figuresFile, referee.book))
    }
}
