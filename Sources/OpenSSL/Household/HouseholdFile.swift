import Glibc

/// Files for our eyes alone, written whole or not at all, even in a crash.
enum HouseholdFile {
    /// A certificate and a key are far shorter.
    private static let maxBytes = 64 * 1024

    /// - Returns: nil where there is none.
    static func read(_ path: String) throws(TLSConfigurationError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw failure(path) }
        return Array(bytes[..<count])
    }

    /// Writes a file in the place of another, or of none.
    static func replace(_ path: String, with bytes: [UInt8]) throws(TLSConfigurationError) {
        let (file, temporary) = try template(path, mkstemp)
        close(file)
        do throws(TLSConfigurationError) {
            try write(bytes, to: temporary)
            guard rename(temporary, path) == 0 else { throw failure(path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try sync(parent(of: path))
    }

    static func isEmptyOrMissing(_ folder: String) throws(TLSConfigurationError) -> Bool {
        guard let entries = opendir(folder) else {
            guard errno == ENOENT else { throw failure(folder) }
            return true
        }
        defer { closedir(entries) }
        var count = 0
        while readdir(entries) != nil { count += 1 }
        // Itself and its parent.
        return count <= 2
    }

    /// Makes a folder with files in it. Where another process was first, that one's stays.
    static func make(
        _ folder: String,
        holding files: [(name: String, bytes: [UInt8])]
    ) throws(TLSConfigurationError) {
        let (_, temporary) = try template(folder) { mkdtemp($0) == nil ? -1 : 0 }
        do throws(TLSConfigurationError) {
            for file in files { try write(file.bytes, to: "\(temporary)/\(file.name)") }
            try sync(temporary)
            if rename(temporary, folder) != 0 {
                guard errno == ENOTEMPTY || errno == EEXIST else { throw failure(folder) }
                remove(temporary, files.map(\.name))
            }
        } catch {
            remove(temporary, files.map(\.name))
            throw error
        }
        try sync(parent(of: folder))
    }

    private static func remove(_ folder: String, _ names: [String]) {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// Calls mkstemp(3) or its like beside a path.
    private static func template(
        _ path: String,
        _ make: (UnsafeMutablePointer<CChar>) -> Int32
    ) throws(TLSConfigurationError) -> (Int32, String) {
        var name = Array("\(path).XXXXXX".utf8CString)
        let result = name.withUnsafeMutableBufferPointer { $0.baseAddress.map(make) ?? -1 }
        guard result >= 0 else { throw failure(path) }
        return (
            result, String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(TLSConfigurationError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            throw failure(path)
        }
    }

    /// Has a folder's own list of names outlive a loss of power (fsync(2)).
    private static func sync(_ folder: String) throws(TLSConfigurationError) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure(folder) }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ path: String) -> TLSConfigurationError {
        TLSConfigurationError(file: path, reason: String(cString: strerror(errno)))
    }
}
