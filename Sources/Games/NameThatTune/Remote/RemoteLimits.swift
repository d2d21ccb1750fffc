/// Limits of the remote catalogue; named, so that they can be written down.
enum RemoteLimits {
    /// Calls a minute of one gateway, which is what Apple asks for; previews and pictures are not counted. Searches leave
    /// some of them to tunes that are picked.
    static let (callsAMinute, searchesAMinute) = (20, 15)
    /// Those of one session, which leaves some to others whatever it asks for.
    static let (callsOfASession, searchesOfASession) = (13, 10)
    /// Of an answer, a preview and a picture.
    static let (answerBytes, previewBytes, pictureBytes) = (2 << 20, 8 << 20, 4 << 20)
    /// Tunes that are remembered, and searches, for so long.
    static let tunes = 2_000
    static let searches = 100
    static let searchSeconds = 600
    /// Seconds of silence after a server that has had enough, where it names none, and at most; and after one that is away.
    static let pauseSeconds = 60
    static let maxPauseSeconds = 600
    static let awaySeconds = 10
    /// Seconds of silence after an answer that makes no sense, or a redirect that is not followed: one that gives them by turns
    /// with good ones fills no log.
    static let nonsenseSeconds = 5
    /// Seconds before its end from which a pass is not used any more; half its time where that is less.
    static let passSpareSeconds = 60
    /// Clips with their covers that are held, of 2 MiB each: in memory alone, as no server lets anybody keep them.
    static let clips = 32
    /// Tunes that are made at a time, and threads that wait for one that a screen asks for.
    static let (making, waiting) = (8, 2)
    /// Seconds for which a tune that could not be made is not made for a screen.
    static let failedSeconds = 30
}

/// Milliseconds that each may take.
struct RemoteTimes: Sendable {
    var answer: Int64 = 5_000
    var preview: Int64 = 6_000
    var picture: Int64 = 2_500
    /// A tune until it is ready, whatever goes wrong.
    var ready = 10_000
}
