import Synchronization

/// Waits for some clips, and no longer than it is told.
final class ClipCollection: Sendable {
    private struct State {
        var clips: [VoiceClip?]
        var missing: Int
        var done: (@Sendable ([VoiceClip?]) -> Void)?
    }

    private let state: Mutex<State>

    init(count: Int, _ done: @escaping @Sendable ([VoiceClip?]) -> Void) {
        state = Mutex(
            State(clips: Array(repeating: nil, count: count), missing: count, done: done)
        )
        if count == 0 { close() }
    }

    func take(_ clip: VoiceClip?, at place: Int) {
        let isLast = state.withLock { state in
            guard state.done != nil else { return false }
            state.clips[place] = clip
            state.missing -= 1
            return state.missing == 0
        }
        if isLast { close() }
    }

    /// Ends the wait with the clips that have come; further calls do nothing.
    func close() {
        let (done, clips) = state.withLock { state in
            defer { (state.done, state.clips) = (nil, []) }
            return (state.done, state.clips)
        }
        done?(clips)
    }
}
