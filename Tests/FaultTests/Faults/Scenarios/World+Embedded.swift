import Foundation
import LoadTest

extension World {
    private static let diskMegabytes = 24

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
}
