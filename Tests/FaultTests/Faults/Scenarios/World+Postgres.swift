import Foundation
import Glibc

extension World {
    func stopPostgres(seconds: Int) throws {
        try startCluster()
        try openParties()
        let postgres = try theirPostgres
        try awaitBlow(.climax) { _ in }
        try postgres.stop()
        tell("Postgres is stopped")
        pass(seconds: Double(seconds))
        // Without it the games go on.
        try playOn(moves: 2)
        try postgres.start()
        tell("Postgres is back")
        try playOn(moves: 2)
        figures.append("away for \(seconds) s")
    }

    func killPostgres(times: Int) throws {
        try startCluster()
        try openParties()
        let postgres = try theirPostgres
        for _ in 0..<times {
            try awaitBlow(.answer(at: nil)) { _ in }
            try postgres.kill9()
            tell("Postgres is killed")
            pass(seconds: 1)
            try postgres.start()
            tell("Postgres is back")
            try playOn(moves: 2)
        }
    }

    /// Another gateway archives what a killed one had not.
    func killWhileArchiveIsAway() throws {
        try startCluster()
        try openParties()
        let postgres = try theirPostgres
        let gateway = gateways[0]
        try awaitBlow(.climax) { _ in }
        try postgres.stop()
        tell("Postgres is stopped")
        try playOn(moves: 2)
        try awaitBlow(.answer(at: 0)) { _ in gateway.signal(SIGKILL) }
        try gateway.awaitEnd()
        tell("gateway 0 is killed")
        try awaitAllSeated()
        try playOn(moves: 2)
        try postgres.start()
        tell("Postgres is back")
        try gateway.start()
        try playOn(moves: 2)
    }

    /// Nobody but the gateways has what was played meanwhile.
    func emptyRedisWhileArchiveIsAway() throws {
        try startCluster()
        try openParties()
        let postgres = try theirPostgres
        try awaitBlow(.climax) { _ in }
        try postgres.stop()
        tell("Postgres is stopped")
        try playOn(moves: 2)
        try theirRedis.ask("flushall")
        tell("Redis is emptied")
        try playOn(moves: 2)
        try postgres.start()
        tell("Postgres is back")
        try playOn(moves: 2)
    }

    func fillTheDisk(seconds: Int) throws {
        let disk = try SmallDisk(megabytes: 96, in: folder)
        keep([disk])
        try startCluster(on: disk)
        try openParties()
        let postgres = try theirPostgres
        try awaitBlow(.climax) { _ in }
        try disk.fill()
        tell("Postgres' disk is full")
        pass(seconds: Double(seconds))
        guard try postgres.hasLogged("No space left on device") else {
            throw Failure("Postgres has not noticed that its disk is full")
        }
        try disk.free()
        // A full disk may have ended it.
        if !postgres.isAlive { try postgres.start() }
        tell("the disk has room again")
        try playOn(moves: 2)
        figures.append("full for \(seconds) s")
    }
}
