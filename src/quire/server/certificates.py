"""Certificates for this machine's own name, by an authority of our own: Word shows no pane without HTTPS.

The authority can vouch for localhost and nothing else, and its key is kept nowhere: it signs one certificate, and no
other.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509 import Certificate, KeyUsage

DAYS = 397
"""What the platforms take of a leaf at the most is 398; the authority lasts as long, for it signs but one."""
NAME = "Quire on this machine"


@dataclass(frozen=True, slots=True)
class Certificates:
    """The files of a folder."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def leaf(self) -> Path:
        return self.folder / "localhost.pem"

    @property
    def key(self) -> Path:
        return self.folder / "localhost-key.pem"

    @property
    def exist(self) -> bool:
        return all(path.is_file() for path in (self.authority, self.leaf, self.key))

    def good_until(self) -> datetime:
        """When the certificate ends."""
        from cryptography.x509 import load_pem_x509_certificate

        return load_pem_x509_certificate(self.leaf.read_bytes()).not_valid_after_utc

    def fingerprint(self) -> str:
        """Names the authority in the stores of the platforms."""
        from cryptography.hazmat.primitives.hashes import SHA1
        from cryptography.x509 import load_pem_x509_certificate

        found = load_pem_x509_certificate(self.authority.read_bytes())
        return found.fingerprint(SHA1()).hex().upper()  # noqa: S303 - a name, as the platforms give it

    def make(self) -> None:
        """Make them anew."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        authority, leaf, key = _signed()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with os.fdopen(os.open(self.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secret)
        self.leaf.write_bytes(leaf.public_bytes(Encoding.PEM) + authority.public_bytes(Encoding.PEM))
        self.authority.write_bytes(authority.public_bytes(Encoding.PEM))

    def remove(self) -> None:
        for path in (self.authority, self.leaf, self.key):
            path.unlink(missing_ok=True)


def _signed() -> tuple[Certificate, Certificate, ec.EllipticCurvePrivateKey]:
    """An authority, and what it says of this machine."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    here = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1")), x509.IPAddress(ip_address("::1"))]
    only_here = [
        x509.DNSName("localhost"), x509.IPAddress(ip_network("127.0.0.1/32")), x509.IPAddress(ip_network("::1/128"))
    ]  # fmt: skip

    def begun(name: x509.Name, public: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        builder = x509.CertificateBuilder(issuer, name, public, x509.random_serial_number())
        return (
            builder.not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(days=DAYS))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        )

    authority = (
        begun(issuer, authority_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(only_here, None), critical=True)
        .sign(authority_key, SHA256())
    )
    leaf = (
        begun(subject, key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(here), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .sign(authority_key, SHA256())
    )
    return authority, leaf, key


def _usage(*, signs_certificates: bool) -> KeyUsage:
    from cryptography.x509 import KeyUsage

    return KeyUsage(
        digital_signature=not signs_certificates, key_cert_sign=signs_certificates, crl_sign=signs_certificates,
        content_commitment=False, key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip
