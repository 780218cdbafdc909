import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { createHash, webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as x509 from '@peculiar/x509';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const run = promisify(execFile);

/** Whether `openssl` is available to check the timestamps independently. */
export const hasOpenssl = async (): Promise<boolean> =>
  run('openssl', ['version']).then(
    () => true,
    () => false,
  );

/** Possible defects of a response. */
export const wrongs = [
  'the digest of another text',
  'another nonce',
  'a signature by another key',
  'another certificate named',
  'a refusal in it',
] as const;
type Wrong = (typeof wrongs)[number];

const OID = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** RFC 5035. */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signedData: '1.2.840.113549.1.7.2',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
};
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const REFUSED = 2;
const DAY_MS = 86_400_000;

/**
 * A timestamp authority (RFC 3161) on loopback. A `usage` other than timeStamping makes its
 * certificate invalid for it.
 */
export async function timeAuthority({ usage }: { usage?: string } = {}) {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Horodatage Essai',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [new x509.ExtendedKeyUsageExtension([usage ?? x509.ExtendedKeyUsage.timeStamping], true)],
  });
  const state: { asked: number; isDown: boolean; wrong: Wrong | undefined } = {
    ...{ asked: 0, isDown: false, wrong: undefined },
  };
  const server = createServer(async (request, response) => {
    state.asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.isDown) return void response.writeHead(503).end();
    const asked = pkijs.TimeStampReq.fromBER(plain(Buffer.concat(chunks)));
    const said = await answered(asked, { keys, certificate, ...state });
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(said);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'facturier-tsa-'));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    state,
    /** Output of `openssl ts -verify` for a timestamp. */
    vouches: async (data: string, token: string): Promise<boolean> => {
      const file = join(folder, 'cert.pem');
      await writeFile(file, certificate.toString('pem'));
      return run('openssl', ['ts', '-verify', '-data', data, '-in', token, '-CAfile', file, '-untrusted', file]).then(
        () => true,
        () => false,
      );
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

type Authority = {
  keys: webcrypto.CryptoKeyPair;
  certificate: x509.X509Certificate;
  asked: number;
  wrong: Wrong | undefined;
};

async function answered(request: pkijs.TimeStampReq, { keys, certificate, asked, wrong }: Authority): Promise<Buffer> {
  if (wrong === 'a refusal in it') return whole({ status: new pkijs.PKIStatusInfo({ status: REFUSED }) });
  const nonce = wrong === 'another nonce' ? new asn1js.Integer({ value: 7 }) : request.nonce;
  const content = new pkijs.TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: wrong === 'the digest of another text' ? ofOther(request.messageImprint) : request.messageImprint,
    serialNumber: new asn1js.Integer({ value: asked }),
    genTime: new Date(),
    ...(nonce && { nonce }),
  })
    .toSchema()
    .toBER();
  const own = pkijs.Certificate.fromBER(certificate.rawData);
  const named = wrong === 'another certificate named' ? plain(Buffer.from('another')) : certificate.rawData;
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo: inOnePiece(content),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: attributesOf(content, named) }),
      }),
    ],
    certificates: [own],
  });
  await signed.sign((wrong === 'a signature by another key' ? await newKeys() : keys).privateKey, 0, 'SHA-256');
  const timeStampToken = new pkijs.ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
  return whole({ status: new pkijs.PKIStatusInfo({ status: 0 }), timeStampToken });
}

/** In one piece, as DER requires: the constructor would split it. */
function inOnePiece(content: ArrayBuffer): pkijs.EncapsulatedContentInfo {
  const info = new pkijs.EncapsulatedContentInfo({ eContentType: OID.timeStamp });
  info.eContent = new asn1js.OctetString({ valueHex: content });
  return info;
}

/** The signed attributes: content type, digest, and the hash of the certificate. */
function attributesOf(content: ArrayBuffer, certificate: ArrayBuffer): pkijs.Attribute[] {
  const ofCertificate = new asn1js.Sequence({ value: [digestOf(certificate)] });
  return [
    new pkijs.Attribute({
      type: OID.contentType,
      values: [new asn1js.ObjectIdentifier({ value: OID.timeStamp })],
    }),
    new pkijs.Attribute({ type: OID.messageDigest, values: [digestOf(content)] }),
    new pkijs.Attribute({
      type: OID.signingCertificateV2,
      values: [new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [ofCertificate] })] })],
    }),
  ];
}

const digestOf = (bytes: ArrayBuffer): asn1js.OctetString =>
  new asn1js.OctetString({ valueHex: plain(createHash('sha256').update(Buffer.from(bytes)).digest()) });

const ofOther = ({ hashAlgorithm }: pkijs.MessageImprint): pkijs.MessageImprint =>
  new pkijs.MessageImprint({ hashAlgorithm, hashedMessage: digestOf(plain(Buffer.from('another text'))) });

const whole = (said: { status: pkijs.PKIStatusInfo; timeStampToken?: pkijs.ContentInfo }): Buffer =>
  Buffer.from(new pkijs.TimeStampResp(said).toSchema().toBER());

const newKeys = (): Promise<webcrypto.CryptoKeyPair> => webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
const plain = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
