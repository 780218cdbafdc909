import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import * as x509 from '@peculiar/x509';
import { Extension } from '@peculiar/x509';
import ipaddr from 'ipaddr.js';
import type { CertifiedKey } from './key-pair.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3650;
/**
 * Apple systems reject server certificates valid for more than 825 days, local or not; browsers
 * tend towards 398.
 */
export const CERTIFICATE_DAYS = 397;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Creates an authority limited to these names. */
export async function newAuthority(names: readonly string[], now: Date): Promise<CertifiedKey> {
  const keys = await newKeys();
  // Give each authority its own name: two installations on one machine must not look alike.
  const name = `CN=Facturier local authority ${randomBytes(3).toString('hex')}`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name,
    ...validity(now, AUTHORITY_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      nameConstraints(names),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await keyPem(keys.privateKey) };
}

/** Issues a server certificate for these names, with a new key. */
export async function issueCertificate(
  authority: CertifiedKey,
  names: readonly string[],
  now: Date,
): Promise<CertifiedKey> {
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const issuerKey = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Facturier',
    issuer: issuer.subject,
    ...validity(now, CERTIFICATE_DAYS),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', issuerKey, CURVE, false, ['sign']),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await keyPem(keys.privateKey) };
}

/** A signed request for a certificate (PKCS #10, DER) and its new key, PEM. */
export async function certificateRequest(name: string): Promise<{ csr: Buffer; key: string }> {
  const keys = await newKeys();
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: SIGNING,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  return { csr: Buffer.from(request.rawData), key: await keyPem(keys.privateKey) };
}

/** Whether an authority may issue certificates for all these names. */
export function mayVouchFor(authority: CertifiedKey, names: readonly string[]): boolean {
  const bounds = new x509.X509Certificate(authority.certificate).getExtension(NAME_CONSTRAINTS);
  return bounds !== null && allows(bounds, names);
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Starts a little in the past, for clients whose clock is behind. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + (days - 1) * DAY_MS) };
}

/** 127 random bits: positive, as the standard requires. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Object identifier of the extension. */
const NAME_CONSTRAINTS = '2.5.29.30';
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/**
 * The name constraints extension (RFC 5280, 4.2.1.10): limits the authority to these names, so that
 * a stolen key cannot be used to impersonate other sites.
 */
function nameConstraints(names: readonly string[]): Extension {
  return new Extension(
    NAME_CONSTRAINTS,
    true,
    element(SEQUENCE, element(PERMITTED, Buffer.concat(names.map(permitted)))),
  );
}

/** Whether an authority with this extension may issue certificates for all these names. */
function allows(bounds: Extension, names: readonly string[]): boolean {
  return names.every((name) => Buffer.from(bounds.value).includes(permitted(name)));
}

function permitted(name: string): Buffer {
  return element(SEQUENCE, isAddress(name) ? address(name) : host(name));
}

function isAddress(name: string): boolean {
  return ipaddr.isValid(name);
}

function host(name: string): Buffer {
  return element(DNS_NAME, Buffer.from(name, 'ascii'));
}

/** An IP address is written with a network mask; all ones means this address only. */
function address(name: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(name).toByteArray());
  return element(IP_ADDRESS, Buffer.concat([bytes, Buffer.alloc(isIPv4(name) ? 4 : 16, 0xff)]));
}

/** One DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}
