import Foundation
import Glibc
import LoadTest

extension World {
    private static let diskMegabytes = 24
    private static let daySeconds = 86_400

    /// The disk of a gateway on its embedded stores is full: nothing is taken, and it says so.
    func fillTheDataDirectory(seconds: Double) throws {
        let disk = try SmallDisk(megabytes: Self.diskMegabytes, in: folder)
        keep([disk])
        let data = disk.folder.appending(path: "data")
        try startGateways([["GATEWAY_DATA_DIR": data.path]])
        try openParties()
        try awaitBlow(.answer(at: nil)) { _ in }
        try disk.fill()
        tell("the gateway's disk is full")
        try awaitReadiness(false, of: gateways)
        pass(seconds: seconds)
        try disk.free()
        tell("the disk has room again")
        try noteRecovery("on after \(seconds) s without room")
        try awaitReadiness(true, of: gateways)
    }

    /// The clock of a gateway on its embedded stores is days ahead, and right when it is started again.
    ///
    /// - Parameter library: clock-shift.c, built.
    func setTheClockBackBetweenStarts(library: String) throws {
        let clock = folder.appending(path: "clock")
        try setClock(clock, aheadSeconds: 3 * Self.daySeconds)
        try startGateways([["LD_PRELOAD": library, "CLOCK_SHIFT_FILE": clock.path]])
        try openParties()
        for (number, seconds) in [0, 3 * Self.daySeconds, 0].enumerated() {
            let gateway = gateways[0]
            let signal = number.isMultiple(of: 2) ? SIGKILL : SIGTERM
            try awaitBlow(.climax) { _ in gateway.signal(signal) }
            try gateway.awaitEnd()
            try setClock(clock, aheadSeconds: seconds)
            try gateway.start()
            tell("the gateway is back, its clock \(seconds) s ahead")
            try noteRecovery("on after a start at \(seconds) s")
        }
    }
}
