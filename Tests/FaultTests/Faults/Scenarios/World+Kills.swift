import Glibc
import LoadTest

extension World {
    /// One gateway without servers: killed, and started again on the same files.
    func killAndRestart(kills: Int) throws {
        try startGateways([[:]])
        try openParties()
        for number in 0..<kills {
            try strike(number)
            try gateways[0].start()
            try awaitAllSeated()
            try playOn(moves: 2)
        }
        figures.append("\(kills) kills")
    }

    /// kill -9 of a gateway: in an open brake, and between an answer and its acknowledgement, in turn.
    ///
    /// - Returns: the place of the one that was killed.
    @discardableResult
    func strike(_ number: Int) throws -> Int {
        let isBrake = number.isMultiple(of: 2)
        let delayUs = UInt32(random.next(below: isBrake ? 300_000 : 1_500))
        let place = Latch<Int>()
        parties.atNextMoment { [gateways] moment in
            switch moment {
            case .brakeOpened(let at) where isBrake:
                place.set(at)
            case .answerSent(let at) where !isBrake:
                // On the loop itself, before it can hear the acknowledgement.
                usleep(delayUs)
                gateways[at].signal(SIGKILL)
                place.set(at)
            case .brakeOpened, .answerSent:
                return false
            }
            return true
        }
        try wait(isBrake ? "an open brake" : "an answer") { _ in place.value != nil }
        guard let struck = place.value else { throw Failure("nobody was struck") }
        if isBrake {
            usleep(delayUs)
            gateways[struck].signal(SIGKILL)
        }
        try gateways[struck].awaitEnd()
        tell("gateway \(struck) is killed \(isBrake ? "in an open brake" : "after an answer")")
        return struck
    }
}
