"""Gives schemathesis what it can't guess: sessions that are there, and codes and tokens that are good.

Half of the calls get them, in those parts that schemathesis did not make wrong on purpose.
"""

import json
import os
import urllib.request
import zlib

import schemathesis
from schemathesis.core.parameters import ParameterLocation

# What was given along with a token. It is called once more without, which must be refused.
given = set()


def ask(path, body=None, bearer=None):
    request = urllib.request.Request(
        os.environ["GATEWAY_URL"] + path,
        data=json.dumps(body or {}).encode(),
        headers={"Authorization": f"Bearer {bearer}"} if bearer else {},
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


class Session:
    """A session of its own for each call: some end it, and some of its codes are good only once."""

    def __init__(self):
        self.made = ask("/v1/sessions")
        self.id = self.made["sessionId"]
        self.host = self.made["hostAuthToken"]

    def pairing(self, is_paired):
        pairing = ask("/v1/tv/pairings")
        if is_paired:
            code = {"pairingCode": pairing["pairingCode"]}
            ask(f"/v1/sessions/{self.id}/tv/pair", code, self.host)
        return pairing

    def recovery(self):
        return ask(f"/v1/sessions/{self.id}/recovery", bearer=self.host)["recoveryCode"]


def seeds(operation, session):
    """The good parts of a call: path, query, body, bearer."""
    made = session.made
    match operation:
        case "endSession" | "makeRecovery":
            return {}, {}, {}, session.host
        case "joinByCode":
            return {}, {}, {"joinCode": made["joinCode"]}, None
        case "join":
            return {}, {}, {"joinToken": made["joinToken"]}, None
        case "admitHost":
            return {}, {}, {"hostToken": made["hostToken"]}, None
        case "admitTv":
            return {}, {}, {"tvJoinToken": made["tvJoinToken"]}, None
        case "refresh":
            return {}, {}, {"refreshToken": made["hostRefreshToken"]}, None
        case "pair":
            code = session.pairing(is_paired=False)["pairingCode"]
            return {}, {}, {"pairingCode": code}, session.host
        case "pairing":
            pairing = session.pairing(is_paired=True)
            return {"pairingCode": pairing["pairingCode"]}, {}, {}, pairing["pairingSecret"]
        case "recover":
            return {}, {}, {"recoveryCode": session.recovery()}, None
        case "asset":
            screen = ask(f"/v1/sessions/{session.id}/tv", {"tvJoinToken": made["tvJoinToken"]})
            return {}, {}, {}, screen["tvAuthToken"]
        case "qr":
            return {}, {"t": made["joinToken"]}, {}, None
        case _:
            return {}, {}, {}, None


def is_good(case, location):
    part = case.meta.components.get(location) if case.meta else None
    return part is None or part.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    guessed = case.path_parameters, case.query, case.body
    if zlib.crc32(repr(guessed).encode()) % 2:
        return
    session = Session()
    path, query, body, bearer = seeds(case.operation.definition.raw["operationId"], session)
    if bearer and not given.isdisjoint(case.path_parameters.values()):
        return
    if "sessionId" in case.path_parameters:
        path["sessionId"] = session.id
    if is_good(case, ParameterLocation.PATH):
        case.path_parameters.update(path)
    if is_good(case, ParameterLocation.QUERY):
        case.query.update(query)
    if is_good(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        case.body.update(body)
    if bearer and is_good(case, ParameterLocation.HEADER):
        case.headers["Authorization"] = f"Bearer {bearer}"
        # Else it takes the token for one of its guesses, which must be refused.
        case._has_explicit_auth = True
        given.update(path.values())
