import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

// The peer SwiftNIO: /echo sends back what comes, /room sends it to everyone there.
//
// usage: nio-peer PORT [CERT KEY]

let arguments = CommandLine.arguments
guard [2, 4].contains(arguments.count), let port = Int(arguments[1]) else {
    let usage = "usage: nio-peer PORT [CERT KEY]\n"
    _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(64)
}

func makeTLS() throws -> NIOSSLContext? {
    guard arguments.count == 4 else { return nil }
    var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(arguments[2]).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: arguments[3], format: .pem))
    )
    configuration.minimumTLSVersion = .tlsv13
    return try NIOSSLContext(configuration: configuration)
}

let tls = try makeTLS()
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let loop = group.next()
let room = try loop.submit { NIOLoopBound(Room(), eventLoop: loop) }.wait()

let server = try ServerBootstrap(group: group)
    .serverChannelOption(.backlog, value: 4_096)
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            let upgrader = NIOWebSocketServerUpgrader(
                maxFrameSize: 16 << 20,
                shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        switch head.uri {
                        case "/room": try pipeline.addHandler(RoomHandler(room.value))
                        case _: try pipeline.addHandler(EchoHandler())
                        }
                    }
                }
            )
            try pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
            )
        }
    }
    .bind(host: "127.0.0.1", port: port)
    .wait()
try server.closeFuture.wait()
