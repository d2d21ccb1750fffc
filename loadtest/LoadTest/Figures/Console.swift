import Glibc

/// Standard output, a line at a time and unbuffered: on a pipe too, lines appear as they are said.
package enum Console {
    package static func say(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    static func write(_ text: String, to descriptor: Int32) {
        Array(text.utf8).withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                guard count > 0 else { return }
                at += count
            }
        }
    }
}
