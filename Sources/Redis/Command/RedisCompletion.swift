/// Called once, on the loop, and never before the call that it was given to has returned.
public typealias RedisCompletion = (Result<RedisReply, RedisError>) -> Void
