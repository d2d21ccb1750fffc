import Dispatch
public import Foundation
import GameState
import Synchronization

extension PackageBank {
    /// The packages that come with the program, beside its executable.
    ///
    /// `Bundle.module` would end the process where the resources are missing; here that is an
    /// error which says where they should have been.
    public static func bundled() throws(PackageBankError) -> PackageBank {
        try PackageBank(folder: bundledFolder())
    }

    public static func bundledFolder() throws(PackageBankError) -> URL {
        try bundledFolder(among: bundledFolders)
    }

    /// Every `<locale>/<destination id>.json` in `folder`, read and validated; what may not be
    /// played is left out and reported in `refusals`. Files of other kinds are passed over.
    public init(
        folder: URL,
        validator: PackageValidator = .bundled
    ) throws(PackageBankError) {
        let files = try Self.files(in: folder)
        var packages: [RoundPackage] = []
        var refusals: [PackageRefusal] = []
        for (file, outcome) in zip(files, Self.load(files, in: folder, validator: validator)) {
            switch outcome {
            case .success(let package): packages.append(package)
            case .failure(let reason): refusals.append(PackageRefusal(file: file, reason: reason))
            }
        }
        self.init(packages, refusals: refusals)
    }

    typealias Outcome = Result<RoundPackage, PackageRefusal.Reason>

    /// One for each file, in their order; on all cores, as a start waits for it.
    static func load(
        _ files: [String],
        in folder: URL,
        validator: PackageValidator
    ) -> [Outcome] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: files.count))
        DispatchQueue.concurrentPerform(iterations: files.count) { place in
            let outcome = load(files[place], in: folder, validator: validator)
            outcomes.withLock { $0[place] = outcome }
        }
        return outcomes.withLock { $0 }.map { $0 ?? .failure(.unreadable) }
    }

    /// SwiftPM's name for the folder that it copies this module's resources into.
    static let resourceFolder = "tripto-gateway_TriptoGame.resources"

    /// The first that is there.
    static func bundledFolder(among candidates: [URL]) throws(PackageBankError) -> URL {
        let folder = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
        guard let folder else { throw .bundleMissing(searched: candidates.map(\.path)) }
        return folder
    }

    /// Beside the executable as it was called, and beside what a link to it stands for.
    static var bundledFolders: [URL] {
        let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
        let places = [Bundle.main.bundleURL, executable?.deletingLastPathComponent()]
        var seen: Set<String> = []
        return places.compactMap { $0?.appendingPathComponent("\(resourceFolder)/Bundled") }
            .filter { seen.insert($0.path).inserted }
    }

    /// `sv/kyoto.json` and the like, sorted; a locale without a folder has no packages.
    static func files(in folder: URL) throws(PackageBankError) -> [String] {
        let manager = FileManager.default
        guard let folders = try? manager.contentsOfDirectory(atPath: folder.path) else {
            throw .folderUnreadable(folder.path)
        }
        var files: [String] = []
        for locale in PackageLocale.allCases where folders.contains(locale.rawValue) {
            let path = folder.appendingPathComponent(locale.rawValue).path
            guard let names = try? manager.contentsOfDirectory(atPath: path) else {
                throw .folderUnreadable(path)
            }
            files += names.filter { $0.hasSuffix(".json") }.map { "\(locale.rawValue)/\($0)" }
        }
        guard files.count <= PackageLimits.bankPackages else {
            throw .tooManyFiles(folder: folder.path, limit: PackageLimits.bankPackages)
        }
        return files.sorted()
    }

    private static func load(
        _ file: String,
        in folder: URL,
        validator: PackageValidator
    ) -> Outcome {
        let bytes: [UInt8]
        do throws(PackageRefusal.Reason) {
            bytes = try PackageFile.bytes(of: file, in: folder)
        } catch {
            return .failure(error)
        }
        let package: RoundPackage
        do throws(PackageReadingError) {
            package = try PackageReader.read(bytes)
        } catch {
            return .failure(.notAPackage(error))
        }
        guard file == "\(package.locale)/\(package.destination.id).json" else {
            return .failure(.misplaced(id: package.id))
        }
        let findings = validator.findings(in: package)
        return findings.hasError
            ? .failure(.unplayable(findings)) : .success(package.withoutEvidence)
    }
}

extension PackageRefusal.Reason: Error {}
