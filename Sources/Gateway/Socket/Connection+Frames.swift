import Transport
import WebSocket

extension Connection {
    /// Queues one frame for this client alone.
    func send(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer) {
        let header = FrameWriter.headerBytes(payload: payload.count)
        send(byteCount: header + payload.count) { room in
            guard let start = room.baseAddress else { return }
            FrameWriter.writeHeader(opcode, payload: payload.count, to: start)
            UnsafeMutableRawBufferPointer(rebasing: room[header...]).copyMemory(from: payload)
        }
    }
}
