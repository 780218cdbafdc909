import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { element, elementsIn, isCanonicalDer } from '../pdf-seal/der.ts';

/** The content of a verified time stamp (RFC 3161). */
export type TimeStamp = {
  /** When the authority saw the text, Unix seconds. */
  at: number;
  /** The authority, from the certificate in the token, and its hex SHA-256. */
  authority: string;
  fingerprint: string;
};

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/**
 * The attributes of RFC 2634 and RFC 5035 that identify the certificate, and their digest
 * algorithms.
 */
const SIGNING_CERTIFICATE = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'];
const DIGESTS = ['sha1', 'sha256', 'sha384', 'sha512'];
const SERVER_HEADERS = { 'content-type': 'application/timestamp-query' };
/**
 * Milliseconds an authority may take, and bytes of its answer: tokens with long certificate chains
 * have some 10 kB.
 */
const ANSWER_MS_MAX = 20_000;
const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * Requests a time stamp for a text, and returns the verified answer. Throws if there is none, or an
 * invalid one.
 */
export async function requestTimeStamp(url: string, text: Uint8Array): Promise<{ token: Buffer; stamp: TimeStamp }> {
  const nonce = randomBytes(8);
  // An integer must be positive and in its shortest encoding.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const where = new URL(url);
  const credentials = `${decodeURIComponent(where.username)}:${decodeURIComponent(where.password)}`;
  const login = where.username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {};
  where.username = '';
  where.password = '';
  const answer = await fetch(where, {
    method: 'POST',
    headers: { ...SERVER_HEADERS, ...login },
    body: new Uint8Array(request(text, nonce)),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  if (!answer.ok) throw new Error(`the time stamping authority answers ${answer.status}`);
  const token = await bytesOf(answer);
  return { token, stamp: await checkTimeStamp(token, text, nonce) };
}

/** Reads an answer up to its maximum size, so that an endless one cannot fill the memory. */
async function bytesOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the time stamping authority answers too much');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Verifies an authority's answer for the text it stamps, without network access: the digest, the
 * signature, and that its certificate is for time-stamping and was valid then. Throws otherwise.
 */
export async function checkTimeStamp(token: Uint8Array, text: Uint8Array, nonce?: Uint8Array): Promise<TimeStamp> {
  // RFC 3161, 3.4: an answer is DER. The library tolerates changed lengths outside the signed part;
  // we do not.
  if (!isCanonicalDer(token)) throw new Error('the token is not in DER');
  const response = pkijs.TimeStampResp.fromBER(plain(token));
  if (response.status.status > 1 || !response.timeStampToken) throw new Error('the authority refused to stamp');
  const signed = new pkijs.SignedData({ schema: response.timeStampToken.content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (!content) throw new Error('the token is empty');
  const info = pkijs.TSTInfo.fromBER(content);
  if (nonce && !sameBytes(info.nonce?.valueBlock.valueHexView, nonce))
    throw new Error('the token answers another request');
  const { signatureVerified, signerCertificate } = await signed.verify({
    ...{ signer: 0, data: plain(text), extendedMode: true },
  });
  if (!signatureVerified || !signerCertificate) throw new Error('the signature of the token is wrong');
  const certificate = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()));
  if (!certificate.keyUsage?.includes(TIME_STAMPING)) throw new Error('the certificate is not for time-stamping');
  if (!namesCertificate(signed, certificate.raw)) throw new Error('the token was signed for another certificate');
  const { genTime } = info;
  if (genTime < new Date(certificate.validFrom) || genTime > new Date(certificate.validTo))
    throw new Error('the certificate was not valid then');
  return {
    at: Math.floor(genTime.getTime() / 1000),
    authority: certificate.subject.replaceAll('\n', ', '),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
  };
}

/** The token of a verified answer, as embedded in signatures. */
export const tokenIn = (answer: Uint8Array): Buffer => elementsIn(answer)[1] ?? Buffer.alloc(0);

/** Like `checkTimeStamp`, for a token alone. */
export const checkToken = (token: Uint8Array, text: Uint8Array): Promise<TimeStamp> =>
  checkTimeStamp(element(SEQUENCE, element(SEQUENCE, GRANTED), token), text);

const SEQUENCE = 0x30;
/** The status 0 as a DER integer. */
const GRANTED = Buffer.from([0x02, 0x01, 0x00]);

/**
 * The signature identifies its certificate by a digest (ESSCertID, RFC 5816), so that no other with
 * the same name can replace it.
 */
function namesCertificate(signed: pkijs.SignedData, certificate: Buffer): boolean {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  const named = attributes.filter(({ type }) => SIGNING_CERTIFICATE.includes(type));
  return named.some((attribute) => {
    const credentials = Buffer.from(attribute.toSchema().toBER());
    return DIGESTS.some((digest) => credentials.includes(createHash(digest).update(certificate).digest()));
  });
}

function request(text: Uint8Array, nonce: Uint8Array): ArrayBuffer {
  const digest = createHash('sha256').update(text).digest();
  return new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: plain(digest) }),
    }),
    nonce: new asn1js.Integer({ valueHex: plain(nonce) }),
    certReq: true,
  })
    .toSchema()
    .toBER();
}

const plain = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const sameBytes = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;
