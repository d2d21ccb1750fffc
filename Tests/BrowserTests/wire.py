"""A phone's sockets, seen, cut and silenced by the test."""

import json


class Wire:
    def __init__(self, phone):
        self.sent, self.heard, self.sockets = [], [], []
        self._cut = []
        # What goes to or comes from the gateway is lost, as on a network that is gone and says nothing.
        self.deaf = False
        phone.page.route_web_socket("**/v1/ws*", self._route)

    def _route(self, client):
        server = client.connect_to_server()
        client.on_message(lambda text: self._up(server, text))
        server.on_message(lambda text: self._down(client, text))
        self.sockets.append((client, server))

    def _up(self, server, text):
        self.sent.append(json.loads(text))
        if not self.deaf and server not in self._cut:
            server.send(text)

    def _down(self, client, text):
        if not self.deaf:
            self.heard.append(json.loads(text))
            client.send(text)

    def cut(self, code, reason=None):
        client, server = self.sockets[-1]
        # Closing takes a moment, in which the phone may still speak.
        self._cut.append(server)
        server.close(code=1000)
        client.close(code=code, reason=reason)

    def types(self):
        return [message["type"] for message in self.heard]

    def said(self, kind):
        return [message for message in self.sent if message["type"] == kind]
