import GatewayClient
import GatewayClientTransport
import Protocol

/// Figures of a storm, in microseconds.
struct StormFigures {
    var pulls = 0
    var acceptances = 0
    /// From a pull to its answer, by what the answer was.
    var answers: [String: Histogram] = [:]
    /// The same for accepted pulls alone, when no reveal was near: with results for every player to
    /// every player, those weigh more than all brakes together.
    var calm = Histogram()
    private var revealUs = Int64.min / 2
    /// The time from a reveal until calm is back.
    static let unrestUs: Int64 = 2_000_000
    /// From the first client that heard of an accepted brake to each other.
    var spread = Histogram()
    var dropped = 0

    /// When the brake that was accepted last was first heard of, and at which version.
    private var heard: (key: String, atUs: Int64) = ("", 0)

    mutating func answered(_ how: String, afterUs: Int64) {
        answers[how, default: Histogram()].record(afterUs)
        let isCalm = Ticks.nowUs - revealUs > Self.unrestUs
        if how == Self.accepted, isCalm { calm.record(afterUs) }
    }

    static let accepted = "accepted"

    mutating func sawReveal() {
        revealUs = Ticks.nowUs
    }

    /// BRAKE_ACCEPTED came to some client.
    ///
    /// - Parameter key: the same for all who hear of the same brake.
    mutating func heardOfBrake(_ key: String, atUs: Int64) {
        if heard.key != key {
            heard = (key, atUs)
            acceptances += 1
        } else {
            spread.record(atUs - heard.atUs)
        }
    }

    func report(
        _ traffic: Traffic,
        _ roundTrips: Histogram,
        _ options: StormOptions,
        seconds: Double
    ) -> Report {
        var report = Report()
        report.line()
        report.line(
            "\(options.players) players, \(pulls) pulls in \(options.seconds) s, "
                + "\(acceptances) brakes accepted"
        )
        var all = Histogram()
        for (how, histogram) in answers.sorted(by: { $0.key < $1.key }) {
            report.histogram(how, histogram)
            all.merge(histogram)
        }
        report.histogram("accepted, no reveal near", calm)
        report.line()
        report.histogram("pull to answer", all, bars: true)
        report.line()
        report.histogram("accepted, spread", spread, bars: true)
        report.line()
        report.histogram("round trips", roundTrips)
        report.traffic(traffic, seconds: seconds)
        report.figure("connections lost", "\(dropped)", json: .int(Int64(dropped)))
        return report
    }
}
