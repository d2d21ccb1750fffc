import Glibc
import LoadTest

/// The moment of a blow.
enum BlowTime: Sendable {
    /// A brake is open, of whomever; a clip is about to play.
    case climax
    /// An answer has left, and its acknowledgement has not been heard. At: this gateway; nil: any.
    case answer(at: Int?)
}

extension World {
    /// Waits for such a moment, and strikes a little later: the seed says how much.
    ///
    /// - Parameter strike: called once, from this thread or the parties' loop; is told the gateway where
    ///   the answer's author or whoever the game waits for is.
    func awaitBlow(_ time: BlowTime, _ strike: @escaping @Sendable (Int) -> Void) throws {
        let struck = Latch<Int>()
        let delayUs: UInt32
        switch time {
        case .climax:
            delayUs = UInt32(random.next(below: 300_000))
            parties.atNextMoment { moment in
                guard case .climax(let place) = moment else { return false }
                struck.set(place)
                return true
            }
        case .answer(let wanted):
            delayUs = UInt32(random.next(below: 1_500))
            parties.atNextMoment { [delayUs] moment in
                guard case .answerSent(let place) = moment, wanted == nil || wanted == place else {
                    return false
                }
                // On the loop itself, before it can hear the acknowledgement.
                usleep(delayUs)
                strike(place)
                struck.set(place)
                return true
            }
        }
        try wait("\(time)") { _ in struck.value != nil }
        guard let place = struck.value, case .climax = time else { return }
        usleep(delayUs)
        strike(place)
    }
}
