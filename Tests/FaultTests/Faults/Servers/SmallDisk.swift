import Foundation

/// A file system of its own that can be filled.
final class SmallDisk {
    let folder: URL
    private let scratch: URL
    private var ballast: URL { folder.appending(path: "ballast") }

    /// - Throws: `Skipped` where we may not mount.
    init(megabytes: Int, in scratch: URL) throws {
        self.scratch = scratch
        folder = scratch.appending(path: "disk")
        guard Account.mayMount else { throw Skipped(why: "only root may mount a small disk") }
        try Account.makeFolder(folder)
        let mounted = try Command.run(
            ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=711", "tmpfs", folder.path],
            in: scratch
        )
        guard mounted.status == 0 else {
            throw Skipped(why: "no small disk can be mounted here: \(mounted.output)")
        }
    }

    deinit {
        _ = try? Command.run(["umount", "-l", folder.path], in: scratch)
    }

    /// Until nothing more fits.
    func fill() throws {
        let filled = try Command.run(
            ["dd", "if=/dev/zero", "of=\(ballast.path)", "bs=4k"],
            in: scratch
        )
        guard filled.output.contains("No space left on device") else {
            throw Failure("the disk can't be filled: \(filled.output)")
        }
    }

    func free() throws {
        try FileManager.default.removeItem(at: ballast)
    }
}
