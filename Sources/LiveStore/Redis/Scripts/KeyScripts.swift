import Redis

extension RedisScript {
    /// KEYS 1 a key of one value. ARGV 1 what it must hold to be deleted.
    static let compareAndDelete = RedisScript(
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('DEL', KEYS[1])
        """
    )

    /// KEYS 1 a key of one value, which is told and deleted (GETDEL, which Redis has from 6.2 on).
    static let take = RedisScript(
        """
        local value = redis.call('GET', KEYS[1])
        if value then redis.call('DEL', KEYS[1]) end
        return value
        """
    )

    /// KEYS 1 a join code. ARGV 1 session, 2 TTL.
    static let reserveJoinCode = RedisScript(
        """
        local holder = redis.call('GET', KEYS[1])
        if holder and holder ~= ARGV[1] then return 0 end
        redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
        return 1
        """
    )

    /// KEYS 1 set. ARGV 1 TTL, 2 channel, then sessions.
    static let leave = RedisScript(
        """
        redis.call('SADD', KEYS[1], unpack(ARGV, 3))
        redis.call('PEXPIRE', KEYS[1], ARGV[1])
        redis.call('PUBLISH', ARGV[2], '')
        return 1
        """
    )

    // MARK: Indexes: sorted sets of sessions by time

    /// KEYS 1 index. ARGV 1 ms that a session's time must be past, 2 how many at most, 3 ms until they
    /// may be handed out again. The half millisecond of such a score tells it from any other.
    static let handOut = RedisScript(
        """
        local t = redis.call('TIME')
        local now = t[1] * 1000 + math.floor(t[2] / 1000)
        local last = string.format('(%.0f', now - ARGV[1])
        local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', last, 'LIMIT', 0, ARGV[2])
        local score = string.format('%.0f.5', now + ARGV[3])
        for _, session in ipairs(found) do redis.call('ZADD', KEYS[1], score, session) end
        return {string.format('%.0f', now), score, found}
        """
    )

    /// KEYS 1 index. ARGV by threes: session, the score it must have, the one it gets; an empty word
    /// is none. Says for each whether that was so.
    static let swap = RedisScript(
        """
        local swapped = {}
        for i = 1, #ARGV, 3 do
          local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
          local isSo = tonumber(score) == tonumber(ARGV[i + 1])
          if isSo and ARGV[i + 2] ~= '' then
            redis.call('ZADD', KEYS[1], ARGV[i + 2], ARGV[i])
          elseif isSo then
            redis.call('ZREM', KEYS[1], ARGV[i])
          end
          swapped[#swapped + 1] = isSo and 1 or 0
        end
        return swapped
        """
    )
}
