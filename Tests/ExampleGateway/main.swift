import Archive
import ExampleGame
import Foundation
import Gateway
import Logging
import Transport
import TriptoGame

// A gateway that hosts the example game beside Tripto, for tests of the pages: what a game needs to be
// served is two lines.
//
// Usage: example-gateway ADDRESS DATA-FOLDER WEB-FOLDER PAGES-OF-THE-EXAMPLE; it serves until it is killed.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 4, let address = SocketAddress(arguments[1]) else { exit(64) }
let (folder, web, pages) = (arguments[2], arguments[3], arguments[4])
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

var quiz = HostedGame.hosting(Quiz.self)
quiz.pages = pages
let bank = try PackageBank.bundled()
let tripto = HostedGame.hosting(Tripto.self) { bank.content(for: $0) }

var configuration = Configuration(
    listen: [address],
    tls: nil,
    publicURL: "http://\(address)",
    dataDirectory: folder,
    webDirectory: web,
    tokenSecrets: [Array("this gateway's secret is for tests alone".utf8)],
    shards: 1,
    log: Logger(label: "example")
)
let gateway = try Gateway(
    configuration,
    games: [tripto, quiz],
    archive: try SQLArchive(sqlite: folder + "/gateway.sqlite", games: [Tripto.schema]),
    metrics: PrometheusRegistry()
)
withExtendedLifetime(gateway) {
    while true { sleep(3_600) }
}
