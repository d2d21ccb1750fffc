public import GameState

/// Says lines aloud. The same line gives the same sound.
public protocol VoiceProvider: Sendable {
    /// Names it in the archive, and keeps its clips apart from others'.
    var credit: VoiceCredit { get }

    /// Says a line, within `VoiceLimits`.
    ///
    /// - Parameter done: called once, on any queue, with a WAV file as it was made: any loudness, any
    ///   silence around it.
    func speak(
        _ line: VoiceLine,
        _ done: @escaping @Sendable (Result<[UInt8], VoiceError>) -> Void
    )
}
