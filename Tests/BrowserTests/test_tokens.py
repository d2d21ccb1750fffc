"""A second opinion on our tokens: another implementation of RFC 7515 and 7519 reads them."""

import json
import urllib.request

import jwt
import pytest


def test_another_implementation_accepts_our_tokens(gateway, data):
    request = urllib.request.Request(f"{gateway}/v1/sessions", data=b"{}", method="POST")
    with urllib.request.urlopen(request) as answer:
        session = json.load(answer)
    secret = (data / "token-secret").read_bytes()
    for field, kind, role in [
        ("tvJoinToken", "tvjoin", "TV"),
        ("hostAuthToken", "auth", "HOST"),
        ("hostRefreshToken", "refresh", "HOST"),
    ]:
        assert jwt.get_unverified_header(session[field])["kid"]
        claims = jwt.decode(session[field], secret, algorithms=["HS256"])
        assert claims["kind"] == kind
        assert claims["role"] == role
        assert claims["sid"] == session["sessionId"]


def test_another_implementation_refuses_a_changed_token(gateway, data):
    request = urllib.request.Request(f"{gateway}/v1/sessions", data=b"{}", method="POST")
    with urllib.request.urlopen(request) as answer:
        token = json.load(answer)["hostAuthToken"]
    head, body, signature = token.split(".")
    changed = ("B" if signature[0] == "A" else "A") + signature[1:]
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(f"{head}.{body}.{changed}", (data / "token-secret").read_bytes(), algorithms=["HS256"])
