import COpenSSL

/// OpenSSL's reader and writer of PEM and DER, over bytes in memory (BIO_s_mem(3)).
struct MemoryBIO: ~Copyable {
    let bio: OpaquePointer

    init(_ bytes: [UInt8] = []) {
        guard let bio = BIO_new(BIO_s_mem()) else { preconditionFailure("no memory for bytes") }
        self.bio = bio
        guard !bytes.isEmpty else { return }
        precondition(BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count))
    }

    deinit { BIO_free(bio) }

    /// All that has been written to it; empties it.
    func taken() -> [UInt8] {
        let count = Int(BIO_ctrl_pending(bio))
        return [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            filled = max(0, Int(BIO_read(bio, room.baseAddress, Int32(count))))
        }
    }
}
