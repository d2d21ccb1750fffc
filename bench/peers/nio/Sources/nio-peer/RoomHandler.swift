import NIOCore
import NIOWebSocket

/// Sends what comes to everyone in the room.
final class RoomHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let room: Room

    init(_ room: Room) {
        self.room = room
    }

    func handlerAdded(context: ChannelHandlerContext) {
        room.join(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        room.leave(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .connectionClose: context.close(promise: nil)
        case _:
            room.tell(WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData))
        }
    }
}

/// Confined to the one event loop.
final class Room {
    private var members: [ObjectIdentifier: any Channel] = [:]

    func join(_ channel: any Channel) {
        members[ObjectIdentifier(channel)] = channel
    }

    func leave(_ channel: any Channel) {
        members[ObjectIdentifier(channel)] = nil
    }

    func tell(_ frame: WebSocketFrame) {
        for member in members.values { member.writeAndFlush(frame, promise: nil) }
    }
}
