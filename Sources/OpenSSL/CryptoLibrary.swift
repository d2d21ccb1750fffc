import COpenSSL

/// libcrypto, as all of a process share it.
public enum CryptoLibrary {
    /// Leaves its memory alone when the process ends; to be called before anything else of it.
    ///
    /// Otherwise an exit handler frees it (OPENSSL_init_crypto(3)), under the feet of threads that still
    /// draw random numbers: a round being read aloud, say.
    public static func keepUntilTheEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
