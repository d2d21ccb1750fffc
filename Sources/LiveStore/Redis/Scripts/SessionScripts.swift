import Redis

// Scripts that change a session in one step. A script that fails half-way is not undone, so each looks at
// every key it writes before the first write, or writes first where the kind of a key may be wrong.
//
// Versions and times come and go as decimal words: below 2^53 Lua's numbers hold them, but print fourteen
// digits alone.
extension RedisScript {
    /// The first words of a reply with the stored state.
    enum Reply {
        static let nothing: Int64 = 0
        static let removed: Int64 = 1
        static let state: Int64 = 2
        static let done: Int64 = 3
        static let replaced: Int64 = 4
        static let held: Int64 = 5
        static let claimed: Int64 = 6
    }

    /// KEYS 1 state, 2 journal. `since` may be an empty word.
    private static let stored = """
        local function stored(since)
          local s = redis.call('HMGET', KEYS[1], 'removed', 'version', 'snapshotVersion')
          if s[1] then return {1} end
          if not s[2] then return {0} end
          local from, first, last = tonumber(since), tonumber(s[3]), tonumber(s[2])
          if from and from >= first and from <= last then
            local entries = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. since, s[2])
            return {2, s[2], false, false, entries}
          end
          local entries = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. s[3], s[2])
          return {2, s[2], s[3], redis.call('HGET', KEYS[1], 'snapshot'), entries}
        end

        """

    /// KEYS 3 what the names of timers' keys begin with. The timers as they are kept in the state, a
    /// line for each id and one for its data; keys are touched only where they changed.
    private static let timers = """
        local function dropTimers(old)
          for id in string.gmatch(old or '', '([^\\n]+)\\n[^\\n]+') do
            redis.call('DEL', KEYS[3] .. id)
          end
        end
        local function setTimers(old, first)
          local lines = {}
          for i = first, #ARGV, 3 do
            lines[#lines + 1] = ARGV[i]
            lines[#lines + 1] = ARGV[i + 1]
          end
          local new = table.concat(lines, '\\n')
          if new ~= (old or '') then
            dropTimers(old)
            for i = first, #ARGV, 3 do
              redis.call('SET', KEYS[3] .. ARGV[i], ARGV[i + 1], 'PX', ARGV[i + 2])
            end
          end
          return new
        end

        """

    /// KEYS from 4 on: claims. ARGV from `first` on, three for each: who gives it up or nothing, what the
    /// key is to hold or nothing, and for how many ms. Claims are checked before the first write, so that a
    /// step that is refused leaves nothing to undo; nobody comes between that and SET NX. A key of another
    /// kind counts as held.
    private static let claims = """
        local function lookAtClaims(first)
          local given = {}
          for i = 4, #KEYS do
            local releaser, taker = ARGV[first + 3 * (i - 4)], ARGV[first + 3 * (i - 4) + 1]
            local word = redis.pcall('GET', KEYS[i])
            if type(word) == 'table' then word = '' end
            given[i] = word and releaser ~= '' and string.match(word, '^(.*):') == releaser
            if word and taker ~= '' and not given[i] then return given, {6, i - 4, word} end
          end
          return given
        end
        local function changeClaims(first, given)
          for i = 4, #KEYS do
            local taker, ms = ARGV[first + 3 * (i - 4) + 1], ARGV[first + 3 * (i - 4) + 2]
            if given[i] then redis.call('DEL', KEYS[i]) end
            if taker ~= '' then redis.call('SET', KEYS[i], taker, 'NX', 'PX', ms) end
          end
        end

        """

    /// An entry leaves the journal when it is archived and not after the snapshot.
    private static let trim = """
        local function trim(archived, snapshotVersion)
          local last = archived
          if snapshotVersion and snapshotVersion < last then last = snapshotVersion end
          redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', last))
        end

        """

    /// ARGV 1 the version the asker has, or an empty word.
    static let load = RedisScript(stored + "return stored(ARGV[1])")

    /// KEYS from 4 on: claims that change. ARGV 1 expected version, 2 version, 3 packed entry, 4 its bytes
    /// for followers, 5 channel, 6 the prefix of those bytes, 7 TTL, 8 earliest deadline or nothing, 9
    /// first snapshot or nothing, 10 the field of the seat it came by or nothing, 11 the seating, then the
    /// claims by threes, then the timers by threes.
    static let commit = RedisScript(
        stored + timers + claims + order + """
            local s = redis.call('HMGET', KEYS[1], 'removed', 'version', 'tail', 'tailBytes',
              'archivedVersion', 'due', 'timers', ARGV[10])
            local isNewer = ARGV[10] ~= '' and s[8] ~= ARGV[11]
            if isNewer and not s[1] and order(s[8]) > order(ARGV[11]) then return {4, s[8]} end
            if s[1] or (s[2] or '0') ~= ARGV[1] then return stored(ARGV[1]) end
            local given, held = lookAtClaims(12)
            if held then return held end
            local tail, bytes = tonumber(s[3] or 0) + 1, tonumber(s[4] or 0) + #ARGV[3]
            local archived = tonumber(s[5] or 0)
            redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
            changeClaims(12, given)
            if ARGV[9] ~= '' then
              tail, bytes = 0, 0
              redis.call('HSET', KEYS[1], 'snapshotVersion', ARGV[2], 'snapshot', ARGV[9],
                'archivedVersion', archived)
            end
            redis.call('HSET', KEYS[1], 'version', ARGV[2], 'tail', tail, 'tailBytes', bytes,
              'due', ARGV[8], 'timers', setTimers(s[7], 12 + 3 * (#KEYS - 3)))
            if isNewer then redis.call('HSET', KEYS[1], ARGV[10], ARGV[11]) end
            redis.call('PEXPIRE', KEYS[1], ARGV[7])
            redis.call('PEXPIRE', KEYS[2], ARGV[7])
            redis.call('PUBLISH', ARGV[5], ARGV[6] .. string.sub(ARGV[3], 1, ARGV[4]))
            return {3, tail, bytes, redis.call('ZCARD', KEYS[2]), archived, tonumber(s[6]) or false}
            """
    )

    /// ARGV 1 version, 2 snapshot, 3 channel or nothing, 4 news. The state may have gone on since.
    /// Followers are told even where one as new is there.
    static let snapshot = RedisScript(
        trim + """
            local s = redis.call('HMGET', KEYS[1], 'version', 'snapshotVersion', 'archivedVersion')
            local version = tonumber(ARGV[1])
            if not s[1] or tonumber(s[1]) < version then return 0 end
            if ARGV[3] ~= '' then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
            if tonumber(s[2]) >= version then return 0 end
            local tail, bytes = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], s[1]), 0
            for _, entry in ipairs(tail) do bytes = bytes + #entry end
            redis.call('HSET', KEYS[1], 'snapshotVersion', ARGV[1], 'snapshot', ARGV[2],
              'tail', #tail, 'tailBytes', bytes)
            trim(tonumber(s[3]), version)
            return 1
            """
    )

    /// KEYS from 4 on: every claim there is. ARGV 1 version, 2 snapshot, 3 TTL, 4 earliest deadline or
    /// nothing, 5 the version up to which all is archived where Redis does not know, 6 channel, 7 news,
    /// 8 the latest step in the snapshot, then by twos what each claim's key holds or nothing, and its TTL,
    /// then the timers by threes.
    static let restore = RedisScript(
        stored + timers + trim + """
            local s = redis.call('HMGET', KEYS[1], 'removed', 'version', 'timers', 'archivedVersion')
            local lastCommit = tonumber(ARGV[8])
            if s[1] or (s[2] and tonumber(s[2]) >= lastCommit) then return stored('') end
            local archived = s[4] or ARGV[5]
            trim(tonumber(archived), tonumber(ARGV[1]))
            redis.call('HSET', KEYS[1], 'version', ARGV[1], 'snapshotVersion', ARGV[1],
              'snapshot', ARGV[2], 'tail', 0, 'tailBytes', 0, 'archivedVersion', archived,
              'due', ARGV[4], 'timers', setTimers(s[3], 9 + 2 * (#KEYS - 3)))
            for i = 4, #KEYS do
              local word = 9 + 2 * (i - 4)
              if ARGV[word] ~= '' then
                redis.call('SET', KEYS[i], ARGV[word], 'PX', ARGV[word + 1])
              else
                redis.call('DEL', KEYS[i])
              end
            end
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            redis.call('PEXPIRE', KEYS[2], ARGV[3])
            redis.call('PUBLISH', ARGV[6], ARGV[7])
            return {3}
            """
    )

    /// KEYS 4 presence, then every claim there is. ARGV 1 TTL, 2 channel, 3 news. What the archive has not got stays.
    static let remove = RedisScript(
        timers + trim + """
            local s = redis.call('HMGET', KEYS[1], 'timers', 'archivedVersion')
            local archived = s[2] or '0'
            trim(tonumber(archived))
            dropTimers(s[1])
            redis.call('DEL', KEYS[1], unpack(KEYS, 4))
            redis.call('HSET', KEYS[1], 'removed', 1, 'archivedVersion', archived)
            redis.call('PEXPIRE', KEYS[1], ARGV[1])
            redis.call('PEXPIRE', KEYS[2], ARGV[1])
            redis.call('PUBLISH', ARGV[2], ARGV[3])
            return 1
            """
    )

    // MARK: The way to the archive

    /// ARGV 1 the version up to which all is archived.
    static let archived = RedisScript(
        trim + """
            local s = redis.call('HMGET', KEYS[1], 'archivedVersion', 'snapshotVersion')
            local archived = math.max(tonumber(s[1] or 0), tonumber(ARGV[1]))
            trim(archived, tonumber(s[2]))
            if s[1] then
              redis.call('HSET', KEYS[1], 'archivedVersion', string.format('%.0f', archived))
            end
            return redis.call('ZCARD', KEYS[2])
            """
    )

    /// ARGV 1 how many entries at most.
    static let unarchived = RedisScript(
        """
        local s = redis.call('HGET', KEYS[1], 'archivedVersion')
        local entries = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. (s or '-1'), '+inf',
          'LIMIT', 0, ARGV[1])
        return {tonumber(s) or false, entries}
        """
    )

    /// ARGV 1 TTL, 2 the version up to which all is archived where Redis does not know, then by threes:
    /// previous version, version, packed entry. Entries beyond the stored state wait until that is put
    /// back itself: a loader would take them for its tail.
    static let putBack = RedisScript(
        """
        local s = redis.call('HMGET', KEYS[1], 'archivedVersion', 'version')
        local archived, newest = tonumber(s[1] or ARGV[2]), tonumber(s[2])
        for i = 3, #ARGV, 3 do
          local previous, version = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
          if not newest or version <= newest then
            local isNew = redis.call('ZADD', KEYS[2], ARGV[i + 1], ARGV[i + 2]) == 1
            if isNew and previous < archived then archived = previous end
          end
        end
        redis.call('HSET', KEYS[1], 'archivedVersion', string.format('%.0f', archived))
        redis.call('PEXPIRE', KEYS[1], ARGV[1])
        redis.call('PEXPIRE', KEYS[2], ARGV[1])
        return 1
        """
    )
}
