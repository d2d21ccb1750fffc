import Redis

// Connected viewers: a hash of connections, each value `<end of its time> <viewer>`.
extension RedisScript {
    private static let now = """
        local t = redis.call('TIME')
        local now = t[1] * 1000 + math.floor(t[2] / 1000)

        """

    /// KEYS 1 presence. Expired entries are removed as they are found.
    private static let present =
        now + """
            local function present()
              local all, found = redis.call('HGETALL', KEYS[1]), {}
              for i = 1, #all, 2 do
                local ends, viewer = string.match(all[i + 1], '^(%d+) (.+)$')
                if not ends then error('a value of presence') end
                if tonumber(ends) > now then
                  found[#found + 1] = all[i]
                  found[#found + 1] = viewer
                else
                  redis.call('HDEL', KEYS[1], all[i])
                end
              end
              return found
            end

            """

    /// ARGV from `first` on: connection, viewer; the next pair `step` words further on.
    private static let renew = """
        local function renew(first, step, ttl, most)
          local ends = string.format('%.0f ', now + ttl)
          local count = redis.call('HLEN', KEYS[1])
          if count >= most then count = #present() / 2 end
          for i = first, #ARGV, step do
            if count < most or redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then
              count = count + redis.call('HSET', KEYS[1], ARGV[i], ends .. ARGV[i + 1])
            end
          end
          redis.call('PEXPIRE', KEYS[1], ttl)
        end

        """

    static let presence = RedisScript(present + "return present()")

    /// ARGV 1 TTL, 2 most connections, 3 connection, 4 viewer.
    static let addPresence = RedisScript(
        present + renew + """
            renew(3, 2, ARGV[1], tonumber(ARGV[2]))
            return 1
            """
    )

    /// A seating as the state keeps it: `<order> <connection>`. Anything else counts as newer than
    /// any, so that it is sent to the caller, and reported there as unreadable.
    static let order = """
        local function order(seating)
          if not seating then return 0 end
          return tonumber(string.match(seating, '^(%d+) ') or math.huge)
        end

        """

    /// KEYS 2 state. ARGV 1 TTL, 2 most connections, 3 TTL of the session, 4 channel, 5 the prefix of the
    /// news, 6 the field of the seat, 7 the order that is known, 8 time by the gateway's clock: after a
    /// failover it may be ahead of Redis' own; 9 connection, 10 viewer.
    static let bidForSeat = RedisScript(
        present + renew + order + """
            local s = redis.call('HMGET', KEYS[2], 'removed', ARGV[6])
            if s[1] then return {1} end
            local known = tonumber(ARGV[7])
            if order(s[2]) > known then return {5, s[2]} end
            local new = string.format('%.0f', math.max(now, tonumber(ARGV[8]), known + 1))
            renew(9, 2, ARGV[1], tonumber(ARGV[2]))
            redis.call('HSET', KEYS[2], ARGV[6], new .. ' ' .. ARGV[9])
            redis.call('PEXPIRE', KEYS[2], ARGV[3])
            redis.call('PUBLISH', ARGV[4], ARGV[5] .. new .. ' ' .. #ARGV[10] .. ' ' .. ARGV[10]
              .. ARGV[9])
            return {3, new}
            """
    )

    /// KEYS 2 state, 3 journal. ARGV 1 TTL, 2 most connections, 3 TTL of the session, then by fives:
    /// connection, viewer, and of a player or host the field of the seat, the seating, its order.
    static let pulse = RedisScript(
        present + renew + order + """
            local s = redis.call('HMGET', KEYS[2], 'removed', 'version')
            if s[1] then return {1, false, {}, {}} end
            local newer = {}
            if #ARGV > 3 then renew(4, 5, ARGV[1], tonumber(ARGV[2])) end
            for i = 4, #ARGV, 5 do
              if ARGV[i + 2] ~= '' then
                local there = redis.call('HGET', KEYS[2], ARGV[i + 2])
                if order(there) > tonumber(ARGV[i + 4]) then
                  newer[#newer + 1] = ARGV[i + 1]
                  newer[#newer + 1] = there
                elseif there ~= ARGV[i + 3] then
                  redis.call('HSET', KEYS[2], ARGV[i + 2], ARGV[i + 3])
                end
              end
            end
            redis.call('PEXPIRE', KEYS[2], ARGV[3])
            if not s[2] then return {0, false, present(), newer} end
            redis.call('PEXPIRE', KEYS[3], ARGV[3])
            return {2, s[2], present(), newer}
            """
    )
}
