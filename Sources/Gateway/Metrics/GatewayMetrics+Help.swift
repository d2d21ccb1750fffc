/// Help text of each metric, for `# HELP` (Prometheus' exposition format 0.0.4).
extension GatewayMetrics {
    /// A brake is judged at a millisecond: 1, 2, 5 would not tell.
    static let fineTimers: Set<String> = ["gateway_brake_seconds"]

    static let help: [String: String] = [
        "gateway_archive_up": "1 while the archive took what was written to prove it.",
        "gateway_brake_seconds": "From reading a pull of the brake to writing its acceptance.",
        "gateway_brake_pulls_total": "Pulls of the brake, by what became of them.",
        "gateway_build_info": "1, with the release as a label.",
        "gateway_clients_greeted_total": "Clients that said hello, by their version.",
        "gateway_clip_seconds": "How long it took to have a line spoken.",
        "gateway_clips_total": "Lines that were to be spoken, by what became of them.",
        "gateway_commit_seconds": "From handing a change to the live store to its answer.",
        "gateway_commits_total": "Changes of sessions that were committed here.",
        "gateway_connections_cut_total": "Connections that broke or were ended here.",
        "gateway_connections_refused_total": "Connections that were not accepted, by the reason.",
        "gateway_error_events_total":
            "Errors that were to be reported elsewhere, by what became of them.",
        "gateway_errors_sent_total": "Errors that clients were told, by their code.",
        "gateway_games_ended_total": "Games that ended, by how.",
        "gateway_games_started_total": "Games that began.",
        "gateway_http_answers_total": "Answers to HTTP requests, by the kind of their status.",
        "gateway_http_calls_refused_total": "REST calls that were refused, by their status.",
        "gateway_http_requests_refused_total":
            "Requests that HTTP's rules refuse, by their status.",
        "gateway_live_store_up": "1 while the live store took what was written to prove it.",
        "gateway_messages_received_total": "Messages from clients.",
        "gateway_messages_sent_total": "Messages to clients.",
        "gateway_outbound_overflows_total":
            "Clients that were too slow for what they were sent, and got a new snapshot.",
        "gateway_protocol_violations_total":
            "WebSockets that were closed for breaking the protocol, by the close code.",
        "gateway_rooms": "Sessions that are open here.",
        "gateway_rooms_at_rest": "Sessions here that nobody has been in for a minute.",
        "gateway_seats": "Clients that have their place in a room, by role.",
        "gateway_silent_sockets_closed_total": "WebSockets that did not answer a ping.",
        "gateway_sockets": "WebSockets that are open.",
        "gateway_state_differences_total":
            "Inputs that gave another state here than to the gateway that committed them.",
        "gateway_tls_certificate_expires_timestamp_seconds":
            "When the certificate ends, since 1970.",
    ]
}
