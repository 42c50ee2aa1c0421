"""What the server fetches: from whom, how much, and what it refuses."""

from __future__ import annotations

import datetime
import ssl
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quire.core.errors import FailureError, ForbiddenError, InvalidArgumentError
from quire.workspace import web
from quire.workspace.web import Web, is_public

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOST = "pictures.example"
ANSWERS = {
    "/picture": (200, {}, b"picture"),
    "/question?a=1&b=2": (200, {}, b"answer"),
    "/once": (302, {"Location": "/picture"}, b""),
    "/twice": (301, {"Location": "/once"}, b""),
    "/round": (302, {"Location": "/round"}, b""),
    "/inside": (302, {"Location": "https://inside.example/picture"}, b""),
    "/plain": (302, {"Location": "http://pictures.example/picture"}, b""),
    "/large": (200, {}, b"x" * 2000),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, headers, body = ANSWERS.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def certificate(folder: Path) -> Path:
    """A certificate for the host, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "certificate.pem"
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file


@contextmanager
def serving(file: Path) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Web, str]]:
    """A net in which one host is public, and its address."""
    file = certificate(tmp_path)
    with serving(file) as port:
        trusting = ssl.create_default_context(cafile=str(file))
        names = {HOST: ["127.0.0.1"], "inside.example": ["10.0.0.1"], "elsewhere.example": ["127.0.0.1"]}
        yield (
            Web(lambda address: address == "127.0.0.1", lambda host, _: names[host], trusting),
            f"https://{HOST}:{port}",
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "held"),
    [("/picture", b"picture"), ("/question?a=1&b=2", b"answer"), ("/once", b"picture"), ("/twice", b"picture")],
)
def test_what_an_address_holds_and_where_it_leads(site: tuple[Web, str], path: str, held: bytes) -> None:
    net, address = site
    assert net.fetch(f"{address}{path}") == held


@pytest.mark.parametrize("path", ["/none", "/round"])
def test_what_cannot_be_had(site: tuple[Web, str], path: str) -> None:
    net, address = site
    with pytest.raises(FailureError, match="could not be fetched"):
        net.fetch(f"{address}{path}")


def test_a_redirect_is_looked_at_like_an_address(site: tuple[Web, str]) -> None:
    net, address = site
    with pytest.raises(ForbiddenError, match=r"10\.0\.0\.1"):
        net.fetch(f"{address}/inside")
    with pytest.raises(InvalidArgumentError):
        net.fetch(f"{address}/plain")


def test_a_host_that_is_another_one(site: tuple[Web, str]) -> None:
    net, address = site
    with pytest.raises(FailureError, match="certificate"):
        net.fetch(address.replace(HOST, "elsewhere.example") + "/picture")


def test_too_much(site: tuple[Web, str], monkeypatch: pytest.MonkeyPatch) -> None:
    net, address = site
    monkeypatch.setattr(web, "MOST_BYTES", 1000)
    with pytest.raises(InvalidArgumentError, match="more than"):
        net.fetch(f"{address}/large")


def test_one_private_address_among_public_ones_is_enough() -> None:
    net = Web(resolve=lambda *_: ["93.184.216.34", "192.168.0.1"])
    with pytest.raises(ForbiddenError, match=r"192\.168\.0\.1"):
        net.fetch("https://both.example/")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_public_addresses(address: str, expected: bool) -> None:
    assert is_public(address) is expected
