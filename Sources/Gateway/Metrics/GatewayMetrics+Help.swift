/// Help text of each metric, for `# HELP` (Prometheus' exposition format 0.0.4).
extension GatewayMetrics {
    /// A brake is judged at a millisecond: 1, 2, 5 would not tell.
    static let fineTimers: Set<String> = ["gateway_brake_seconds"]

    static let help: [String: String] = [
        "gateway_archive_up": "1 while test writes to the archive succeed.",
        "gateway_brake_seconds": "From reading a pull of the brake to writing its acceptance.",
        "gateway_brake_pulls_total": "Pulls of the brake, by outcome.",
        "gateway_build_info": "1, with the release as a label.",
        "gateway_clients_greeted_total": "Clients that said hello, by their version.",
        "gateway_clip_seconds": "Time to have a line spoken.",
        "gateway_clips_total": "Lines to be spoken, by outcome.",
        "gateway_commit_seconds": "From handing a change to the live store to its answer.",
        "gateway_commits_total": "Changes of sessions that were committed here.",
        "gateway_connections_cut_total": "Connections that broke or were ended here.",
        "gateway_connections_refused_total": "Connections that were not accepted, by the reason.",
        "gateway_error_events_total":
            "Errors to be reported elsewhere, by outcome.",
        "gateway_errors_sent_total": "Errors sent to clients, by code.",
        "gateway_games_ended_total": "Games that ended, by kind of end.",
        "gateway_games_started_total": "Games that began.",
        "gateway_http_answers_total": "Answers to HTTP requests, by the kind of their status.",
        "gateway_http_calls_refused_total": "REST calls that were refused, by their status.",
        "gateway_http_requests_refused_total":
            "Requests that HTTP's rules refuse, by their status.",
        "gateway_live_store_up": "1 while test writes to the live store succeed.",
        "gateway_messages_received_total": "Messages from clients.",
        "gateway_messages_sent_total": "Messages to clients.",
        "gateway_outbound_overflows_total":
            "Clients too slow for their messages, which got a new snapshot.",
        "gateway_protocol_violations_total":
            "WebSockets that were closed for breaking the protocol, by the close code.",
        "gateway_rooms": "Sessions that are open here.",
        "gateway_rooms_at_rest": "Sessions here without anybody for a minute.",
        "gateway_seats": "Clients seated in a room, by role.",
        "gateway_silent_sockets_closed_total": "WebSockets that did not answer a ping.",
        "gateway_sockets": "WebSockets that are open.",
        "gateway_state_differences_total":
            "Inputs whose state here differed from that of the gateway that committed them.",
        "gateway_tls_certificate_expires_timestamp_seconds":
            "End of the certificate's validity, since 1970.",
    ]
}
