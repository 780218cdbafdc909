import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Secret } from '../secrets/secret.ts';

/**
 * The certificate that seals signed files of an account: self-signed (DER), and its key (PKCS#8 in
 * PEM).
 */
export type AccountCertificate = { readonly certificate: Buffer; readonly key: Secret };

/** The subject: the name and SIREN on its documents. Test certificates are marked. */
export type CertificateSubject = { readonly name: string; readonly siren?: string; readonly test: boolean };

/** Maximum characters of a certificate name (RFC 5280, appendix A: ub-common-name). */
const NAME_LETTERS_MAX = 64;
const SERIAL_BYTES = 16;
/** RFC 5280, 4.1.2.5: a certificate without a well-defined expiration date. */
const NO_END = new Date('9999-12-31T23:59:59Z');
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
/**
 * X.520 organizationIdentifier, formatted as in ETSI EN 319 412-1, 5.1.4: national register,
 * country, number.
 */
const ORGANIZATION_IDENTIFIER = '2.5.4.97';

/**
 * Creates a key (ECDSA, P-256) and its self-signed certificate with the holder's name; PDF readers
 * show that no authority vouches for it. `now`: Unix seconds.
 */
export async function newAccountCertificate(
  { name, siren, test }: CertificateSubject,
  now: number,
): Promise<AccountCertificate> {
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const called = (test ? `TEST ${name}` : name).slice(0, NAME_LETTERS_MAX).toWellFormed();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: new x509.Name([
      { CN: [{ utf8String: called }] },
      { O: [{ utf8String: called }] },
      ...(siren === undefined ? [] : [{ [ORGANIZATION_IDENTIFIER]: [{ utf8String: `NTRFR-${siren}` }] }]),
    ]).toString(),
    notBefore: new Date(now * 1000),
    notAfter: NO_END,
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = (key.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  const pem = `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`;
  return { certificate: Buffer.from(certificate.rawData), key: pem as Secret };
}

/** Positive and without leading zeros, as DER requires for integers. */
function serialNumber(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
