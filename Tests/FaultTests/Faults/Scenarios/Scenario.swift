/// A fault, by the name it is called with.
public enum Scenario: String, CaseIterable, Sendable {
    case restart, kill, rolling
    case redisKill = "redis-kill"
    case redisStop = "redis-stop"
    case redisEmpty = "redis-empty"
    case redisWipe = "redis-wipe"
    case sentinel
    case oneWay = "one-way"
    case clock
    case postgresAway = "postgres-away"
    case postgresKill = "postgres-kill"
    case diskFull = "disk-full"
    case adoption
    case bothAway = "both-away"
    case blackout
    case standstill, cut, twins
    case longCut = "long-cut"
    case redisRefuses = "redis-refuses"
    case redisOlder = "redis-older"
    case sentinelFrozen = "sentinel-frozen"
    case clientsCut = "clients-cut"
    case phones
    case refreshLost = "refresh-lost"
    case postgresStop = "postgres-stop"
    case dataDiskFull = "data-disk-full"
    case clockBack = "clock-back"
    case damage, crowd, soak, builds
    case clipKill = "clip-kill"
    case guessKill = "guess-kill"

    /// Plays it in a world of its own.
    func play(in world: World, _ options: FaultOptions) throws {
        switch self {
        case .restart: try world.killAndRestart(kills: options.kills)
        case .kill: try world.killInTurn(kills: options.kills)
        case .rolling:
            try world.restartOneAfterTheOther(
                count: 3,
                times: options.isShort ? 1 : 2,
                rooms: options.isShort ? 6 : 20
            )
        case .redisKill: try world.killRedis(isWiped: false)
        case .redisStop: try world.freezeRedis()
        case .redisEmpty: try world.emptyRedis()
        case .redisWipe: try world.killRedis(isWiped: true)
        case .sentinel: try world.failOver(times: options.isShort ? 1 : 2)
        case .oneWay: try world.loseOneDirection()
        case .clock: try world.moveTheClock(library: options.clockShift)
        case .postgresAway: try world.stopPostgres(seconds: options.isShort ? 10 : 60)
        case .postgresKill: try world.killPostgres(times: options.isShort ? 2 : 5)
        case .adoption: try world.killWhileArchiveIsAway()
        case .bothAway: try world.emptyRedisWhileArchiveIsAway()
        case .blackout: try world.killEverything()
        case .diskFull: try world.fillTheDisk(seconds: options.isShort ? 6 : 30)
        case .standstill: try world.standStill(times: options.kills)
        case .cut: try world.cutFromRedis(times: options.kills)
        case .longCut: try world.cutForLong(seconds: options.isShort ? 10 : 25)
        case .redisRefuses: try world.refuseWrites(seconds: options.isShort ? 1 : 6)
        case .redisOlder: try world.goBackInTime(seconds: options.isShort ? 1.5 : 3)
        case .sentinelFrozen: try world.failOver(times: options.isShort ? 1 : 2, isFrozen: true)
        case .clientsCut: try world.cutFromClients(seconds: options.isShort ? [1.5] : [1.5, 5])
        case .phones: try world.playOnPhones(moves: options.isShort ? 10 : 60)
        case .refreshLost: try world.loseRefreshes(times: options.kills)
        case .postgresStop: try world.freezePostgres(seconds: options.isShort ? 4 : 20)
        case .dataDiskFull: try world.fillTheDataDirectory(seconds: options.isShort ? 1 : 6)
        case .clockBack: try world.setTheClockBackBetweenStarts(library: options.clockShift)
        case .damage: try world.damagePages()
        case .crowd: try world.killUnder(rooms: options.isShort ? 60 : 300)
        case .soak: try world.soak(minutes: options.minutes)
        case .builds:
            try world.replaceTheBuild(
                by: options.nextGatewayd,
                rooms: options.isShort ? 3 : 8
            )
        case .clipKill:
            try world.killAmongTunes(.climax, kills: options.isShort ? 1 : options.kills)
        case .guessKill:
            try world.killAmongTunes(.answer(at: nil), kills: options.isShort ? 1 : options.kills)
        case .twins: try world.seatTwins(rounds: options.isShort ? 80 : 1_000)
        }
    }

    /// True for one of each kind: played where none is named and time is short.
    public var isInShortRun: Bool {
        switch self {
        case .restart, .kill, .rolling, .redisKill, .redisWipe, .sentinel, .postgresKill, .adoption,
            .blackout, .standstill, .clientsCut, .refreshLost, .guessKill:
            true
        case .redisStop, .redisEmpty, .oneWay, .clock, .postgresAway, .diskFull, .bothAway,
            .cut, .twins, .longCut, .redisRefuses, .redisOlder, .sentinelFrozen,
            .phones, .postgresStop, .dataDiskFull, .clockBack, .damage, .crowd, .soak, .builds,
            .clipKill:
            false
        }
    }

    public var meaning: String {
        switch self {
        case .restart: "one gateway on its embedded stores, killed and started again"
        case .kill: "two gateways on shared stores, killed in turn and started again"
        case .rolling:
            "gateways are drained and started again with other flags, one after the other"
        case .redisKill: "Redis is killed, and comes back with its file"
        case .redisStop: "Redis stands still for seconds"
        case .redisEmpty: "Redis is emptied"
        case .redisWipe: "Redis is killed, and comes back without its file"
        case .sentinel: "Redis' master is killed, and sentinels promote its replica"
        case .oneWay:
            "between one gateway and Redis nothing arrives, in one direction and the other"
        case .clock: "Redis' clock jumps an hour forth and back"
        case .postgresAway: "Postgres is away"
        case .postgresKill: "all of Postgres is killed in the middle of its work"
        case .adoption: "a gateway is killed while Postgres is away"
        case .bothAway: "Redis is emptied while Postgres is away"
        case .blackout: "both gateways, Redis and Postgres are killed at once"
        case .diskFull: "Postgres' disk is full"
        case .standstill: "a gateway stands still, and its players go to another"
        case .cut: "a gateway is cut from Redis, and its players go to another"
        case .longCut: "a gateway is cut from Redis for long, and sends its clients away"
        case .redisRefuses: "Redis answers, and takes nothing"
        case .redisOlder: "Redis comes back as it was seconds before"
        case .sentinelFrozen:
            "Redis' master stands still, and wakes when sentinels have promoted its replica"
        case .clientsCut: "between one gateway and its clients nothing arrives"
        case .phones: "half of the clients are phones in a bad network"
        case .refreshLost: "the answer to a refresh is lost on its way"
        case .postgresStop: "Postgres stands still for seconds"
        case .dataDiskFull: "the disk of a gateway on its embedded stores is full"
        case .clockBack: "a gateway's clock goes back between two of its starts"
        case .damage: "pages of an embedded archive are damaged"
        case .crowd: "a gateway is killed under hundreds of rooms"
        case .soak: "sessions come and go for long, and memory stays"
        case .builds:
            "gateways are replaced by those of the next build, one after the other"
        case .clipKill: "two gateways, killed in turn while a clip of Name that tune plays"
        case .guessKill: "the same, while guesses come in"
        case .twins: "two connections of one player are seated at the same instant"
        }
    }
}
