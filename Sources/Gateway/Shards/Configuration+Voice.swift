import Logging
import Voice

extension Configuration {
    /// Keeps its clips in the data directory, and tells what becomes of them.
    func voiceStudio(_ metrics: GatewayMetrics) -> VoiceStudio? {
        voice.map { provider in
            VoiceStudio(provider, directory: "\(dataDirectory)/voice") { [log] report in
                metrics.spoke(report)
                switch report {
                case .made, .found: break
                case .failed(let error): log.warning("a line stays silent", error: error)
                case .notKept(let directory):
                    log.warning("clips can't be kept", metadata: ["directory": "\(directory)"])
                }
            }
        }
    }
}
