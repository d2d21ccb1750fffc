import NIOCore
import NIOWebSocket

/// Sends back what comes.
final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .connectionClose: context.close(promise: nil)
        case _:
            let answer = WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData)
            context.write(wrapOutboundOut(answer), promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
    }
}
