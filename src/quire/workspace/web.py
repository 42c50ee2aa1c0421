"""What the server fetches for a client: by HTTPS, from public addresses only, and not more than a picture takes.

A name is resolved once, its addresses are looked at, and the connection goes to one of just those: so a name that means
another address a moment later leads nowhere. The same holds for each redirect.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from quire import __version__
from quire.core.errors import FailureError, ForbiddenError, InvalidArgumentError

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

MOST_BYTES = 20 << 20
MOST_REDIRECTS = 3
SECONDS = 20.0
PAUSE_SECONDS = 5.0
"""How long a server may take until it says something more."""
_PIECE = 1 << 16
_REDIRECTS = (301, 302, 303, 307, 308)
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an address is one of the public net, also if it is written inside another one."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return all(each.is_global and not each.is_multicast for each in (found, *_inside(found)))


def _inside(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """The addresses of the older net that one of the newer stands for."""
    if address.version == 4:
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _TRANSLATED:
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return [each for each in found if each is not None]


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name."""
    return list(dict.fromkeys(str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))


class _Connection(http.client.HTTPSConnection):
    """A connection to an address that was looked at, which proves that it is the host asked for."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=PAUSE_SECONDS, context=context)
        self._address = address
        self._tls = context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), self.timeout)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


@dataclass(frozen=True)
class Web:
    """The net, as far as it is to be trusted."""

    is_public: Callable[[str], bool] = is_public
    resolve: Callable[[str, int], list[str]] = resolve
    context: ssl.SSLContext | None = None  # that of the machine, if none is given

    def fetch(self, url: str) -> bytes:
        """What an address holds."""
        deadline = time.monotonic() + SECONDS
        for _ in range(MOST_REDIRECTS + 1):
            found = self._ask(url, deadline)
            if isinstance(found, bytes):
                return found
            url = urljoin(url, found)
        raise _failure(url, f"it leads on more than {MOST_REDIRECTS} times")

    def _ask(self, url: str, deadline: float) -> bytes | str:
        """What one address holds, or where it leads on to."""
        parts, port = _parts(url)
        address, context = self._address(url, parts, port), self.context or ssl.create_default_context()
        connection = _Connection(parts.hostname or "", port, address, context)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request("GET", path, headers=_HEADERS)
            response = connection.getresponse()
            if response.status in _REDIRECTS and (location := response.getheader("Location")):
                return location
            if response.status != http.client.OK:
                raise _failure(url, f"the server says {response.status} {response.reason}".rstrip())
            return _body(url, response, deadline)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _failure(url, str(error) or type(error).__name__) from error
        finally:
            connection.close()

    def _address(self, url: str, parts: SplitResult, port: int) -> str:
        try:
            found = self.resolve(parts.hostname or "", port)
        except (OSError, UnicodeError) as error:
            raise _failure(url, str(error)) from error
        if not found:
            raise _failure(url, "its name has no address")
        for address in found:
            if not self.is_public(address):
                raise ForbiddenError(
                    f"{url!r} is at {address}, which is no public address.",
                    "Give a public address, or the picture itself in base64.",
                )
        return found[0]


_HEADERS = {"User-Agent": f"Quire/{__version__}", "Accept": "image/*", "Accept-Encoding": "identity"}


def _parts(url: str) -> tuple[SplitResult, int]:
    try:
        parts = urlsplit(url.strip())
        port = parts.port or 443
    except ValueError as error:
        raise InvalidArgumentError(f"{url!r} is no address: {error}.", "Give one that begins with https://.") from error
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or not url.isprintable():
        raise InvalidArgumentError(
            f"{url!r} cannot be fetched.", "Give an address that begins with https:// and names no user."
        )
    return parts, port


def _body(url: str, response: http.client.HTTPResponse, deadline: float) -> bytes:
    pieces: list[bytes] = []
    length = 0
    while piece := response.read(_PIECE):
        length += len(piece)
        pieces.append(piece)
        if length > MOST_BYTES:
            raise InvalidArgumentError(f"{url!r} has more than {MOST_BYTES >> 20} MB.", "Give a smaller picture.")
        if time.monotonic() > deadline:
            raise _failure(url, f"it takes longer than {SECONDS:g} seconds")
    return b"".join(pieces)


def _failure(url: str, why: str) -> FailureError:
    return FailureError(
        f"{url!r} could not be fetched: {why}.", "Check the address, or give the picture itself in base64."
    )


WEB = Web()
