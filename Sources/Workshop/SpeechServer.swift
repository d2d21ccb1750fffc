import Dispatch
public import GameState
import HTTP
import Making
public import Programs
import Protocol
import Synchronization
public import Voice
import WebClient

/// A voice behind the speech protocol of OpenAI (`POST …/audio/speech`), as servers at home speak it too.
///
/// It is asked for each line once, and the clip is kept; another gateway that needs it asks again, and may get another sound.
public final class SpeechServer: VoiceProvider {
    public let credit: VoiceCredit
    public let lanes = WorkerPool.voice()
    private let port: WebPort
    private let model: String
    private let voice: String
    private let headers: Headers

    /// - Parameters:
    ///   - base: up to what stands before `/audio/speech`.
    ///   - voice: one of the server's, in all languages.
    public init(
        at base: WebBase,
        model: String,
        voice: String,
        key: ProviderKey?,
        client: String,
        _ patience: Patience
    ) throws {
        port = try WebPort(base, maxAnswerBytes: VoiceLimits.spokenBytes, patience)
        (self.model, self.voice) = (model, voice)
        credit = VoiceCredit(
            provider: "\(model) \(voice)",
            licence: "Spoken by \(model) at \(base.origin), on terms that the operator knows"
        )
        var headers: Headers = ["User-Agent": client, "Content-Type": "application/json"]
        if let key { headers.append("Authorization", key.bearer) }
        self.headers = headers
    }

    public func spelling(of line: VoiceLine) -> String { line.text }

    /// The server tells no version of its voices.
    public func edition() throws(VoiceError) -> String { "\(port.server) \(model) \(voice)" }

    public func speakAside(_ line: VoiceLine) throws(VoiceError) -> [UInt8] {
        guard (1...VoiceLimits.lineBytes).contains(line.text.utf8.count) else { throw .unspeakable }
        var body = JSONWriter()
        body.beginObject()
        body.member("model", model)
        body.member("voice", voice)
        body.member("input", line.text)
        body.member("response_format", "wav")
        body.endObject()
        let call = WebCall(.post, "/audio/speech", headers: headers, body: body.bytes)
        let outcome = Mutex<Result<[UInt8], ProviderError>?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task { [port] in
            let answer: Result<[UInt8], ProviderError>
            do throws(ProviderError) {
                answer = .success(try await port.body(of: call))
            } catch {
                answer = .failure(error)
            }
            outcome.withLock { $0 = answer }
            end.signal()
        }
        end.wait()
        do throws(ProviderError) {
            guard let sound = try outcome.withLock({ $0 })?.get() else {
                throw .away(port.server, why: "no answer")
            }
            return sound
        } catch {
            throw .server("\(error)")
        }
    }
}
