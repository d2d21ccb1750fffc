/// Limits of a voice; named, so that they can be written down.
public enum VoiceLimits {
    /// UTF-8 bytes of one line; less than a pipe holds, so that writing it never waits.
    public static let lineBytes = 4_096
    /// Programs that speak at a time.
    public static let programs = 2
    /// Milliseconds that one line may take to be spoken.
    public static let lineMs = 5_000
    /// Lines that may wait for a program.
    public static let waiting = 256
    /// Bytes that a program may say of one line: three minutes at 22 050 Hz, 16 bits.
    public static let spokenBytes = 8 << 20
    /// Clips kept in memory.
    public static let memoryBytes = 16 << 20
    /// Clips kept in the data directory, and at most 32 more; the oldest go first.
    public static let fileBytes = 512 << 20
    /// Milliseconds that the clips of one round may take together.
    public static let roundMs = 8_000
}
