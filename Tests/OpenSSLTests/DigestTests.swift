import Testing

@testable import OpenSSL

struct DigestTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    @Test func `SHA-1 of RFC 6455's example`() {
        let text = "dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        #expect(hex(Digest.sha1(Array(text.utf8))) == "b37a4f2cc0624f1690f64606cf385945b2bec4ea")
    }

    @Test func `SHA-256 of abc and of nothing`() {
        #expect(
            hex(Digest.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            hex(Digest.sha256([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }

    @Test func `HMAC-SHA256 of RFC 4231's cases 2 and 6`() {
        #expect(
            hex(HMAC.sha256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        let text = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            hex(HMAC.sha256(key: [UInt8](repeating: 0xaa, count: 131), Array(text.utf8)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }

    @Test func `an empty key is a key of its own`() {
        _ = HMAC.sha256(key: [1, 2, 3], [4])
        #expect(
            hex(HMAC.sha256(key: [], []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }

    @Test func `equal means equal, also in length`() {
        #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
        #expect(constantTimeEqual([], []))
    }

    @Test func `random bytes do not repeat`() {
        #expect(SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
        #expect(SecureRandom.bytes(count: 0) == [])
        var generator = SecureRandom.SecureGenerator()
        #expect(generator.next() != generator.next())
    }
}
