import LiveStore
import Logging
import Protocol
import Synchronization
import Testing

@testable import Gateway

extension StoreTests {
    /// The log while nothing can be saved.
    @Suite(.serialized) struct OutageLogTests {
        /// Keeps what is logged, a line each.
        private final class Lines: Sendable {
            private let lines = Mutex<[String]>([])

            var log: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
            var all: [String] { lines.withLock { $0 } }

            func with(_ words: String) -> [String] { all.filter { $0.contains(words) } }

            private struct Handler: LogHandler {
                let lines: Lines
                var metadata = Logger.Metadata()
                var logLevel = Logger.Level.info

                subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                    get { metadata[key] }
                    set { metadata[key] = newValue }
                }

                func log(event: LogEvent) {
                    lines.lines.withLock { line in
                        let error = event.error.map { ": \($0)" } ?? ""
                        line.append("\(event.level) \(event.message)\(error)")
                    }
                }
            }
        }

        @Test
        func `an embedded archive that takes nothing is told of once, and once when it is over`()
            async throws
        {
            let lines = Lines()
            let deployment = try Deployment { $0.log = lines.log }
            let path = deployment.folder.appending(path: "gateway.sqlite").path
            let web = deployment.web()
            for outage in 1...2 {
                let hold = try ReadinessTests.Hold(path)
                for _ in 1...2 {
                    #expect(try await web.call(.post, "/v1/sessions").status == 503)
                }
                let told = lines.with("warning the archive takes nothing: database is locked")
                #expect(told.count == outage, "\(lines.all)")
                hold.release()
                for _ in 1...2 {
                    #expect(try await web.call(.post, "/v1/sessions").status == 201)
                }
                let over = lines.with("notice the archive takes what is committed again")
                #expect(over.count == outage)
            }
            await deployment.stop()
            #expect(lines.with("the archive takes").count == 4, "\(lines.all)")
        }

        @Test func `a log has a store's words, and none of ours`() {
            let lines = Lines()
            lines.log.store(.refusedByArchive(.unavailable("127.0.0.1:1: no answer"), retryMs: 1))
            lines.log.store(.refusedByRedis("OOM no room"))
            #expect(
                lines.all == [
                    "warning the archive takes nothing: 127.0.0.1:1: no answer",
                    "warning Redis takes nothing: OOM no room",
                ]
            )
        }
    }
}
