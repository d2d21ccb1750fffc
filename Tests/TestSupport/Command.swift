import Glibc

/// A program that is run to its end.
public enum Command {
    public struct Failure: Error, CustomStringConvertible {
        public var description: String

        public init(_ description: String) {
            self.description = description
        }
    }

    /// - Returns: its output, errors too.
    @discardableResult
    public static func run(_ path: String, _ arguments: [String]) throws -> String {
        let pipe = try Pipe()
        let child = try pipe.write { try Child(path, arguments, output: $0, errors: $0) }
        let text = pipe.readAll()
        guard child.waitForEnd() == 0 else {
            throw Failure("\(path) \(arguments.joined(separator: " ")): \(text)")
        }
        return text
    }

    /// Two ends that no child inherits unasked.
    public struct Pipe: Sendable {
        let reading: Int32
        let writing: Int32

        public init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw Failure("no pipe: errno \(errno)") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        /// Hands the writing end to a child; nobody else has it afterwards.
        public func write(_ start: (Int32) throws -> Child) rethrows -> Child {
            defer { close(writing) }
            return try start(writing)
        }

        /// Reads until nobody writes any more.
        ///
        /// - Parameter part: gets each part as it comes.
        @discardableResult
        public func readAll(each part: (ArraySlice<UInt8>) -> Void = { _ in }) -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reading, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                bytes += buffer[..<count]
                part(buffer[..<count])
            }
            close(reading)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
