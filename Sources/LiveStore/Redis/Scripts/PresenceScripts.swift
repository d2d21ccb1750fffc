import Redis

// Who is connected: a hash of connections, each value `<end of its time> <viewer>`.
extension RedisScript {
    private static let now = """
        local t = redis.call('TIME')
        local now = t[1] * 1000 + math.floor(t[2] / 1000)

        """

    /// KEYS 1 presence. What has run out goes as it is found.
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

    /// ARGV from `first` on by twos: connection, viewer.
    private static let renew = """
        local function renew(first, ttl, most)
          local ends = string.format('%.0f ', now + ttl)
          local count = redis.call('HLEN', KEYS[1])
          if count >= most then count = #present() / 2 end
          for i = first, #ARGV, 2 do
            if count < most or redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then
              count = count + redis.call('HSET', KEYS[1], ARGV[i], ends .. ARGV[i + 1])
            end
          end
          redis.call('PEXPIRE', KEYS[1], ttl)
        end

        """

    static let presence = RedisScript(present + "return present()")

    /// ARGV 1 TTL, 2 most connections, 3 channel, 4 news, 5 connection, 6 viewer.
    static let addPresence = RedisScript(
        present + renew + """
            renew(5, ARGV[1], tonumber(ARGV[2]))
            redis.call('PUBLISH', ARGV[3], ARGV[4])
            return 1
            """
    )

    /// KEYS 2 state, 3 journal. ARGV 1 TTL, 2 most connections, 3 TTL of the session, then by twos:
    /// connection, viewer.
    static let pulse = RedisScript(
        present + renew + """
            local s = redis.call('HMGET', KEYS[2], 'removed', 'version')
            if s[1] then return {1, false, {}} end
            if #ARGV > 3 then renew(4, ARGV[1], tonumber(ARGV[2])) end
            if not s[2] then return {0, false, present()} end
            redis.call('PEXPIRE', KEYS[2], ARGV[3])
            redis.call('PEXPIRE', KEYS[3], ARGV[3])
            return {2, s[2], present()}
            """
    )
}
