import { contentOf, element, elementsIn, isCanonicalDer } from './der.ts';

/**
 * The parts of a seal: the certificate, the signed attributes with the digest, the signature, and
 * its time stamp if any.
 */
export type SealParts = {
  readonly certificate: Buffer;
  /** The attributes as a set, which is the signed content. */
  readonly attributes: Buffer;
  readonly signature: Buffer;
  readonly stamp?: SealedStamp;
};

/**
 * A time stamp on a signature, and the account's own signature over it: most of an authority's
 * answer is not signed otherwise.
 */
export type SealedStamp = { readonly token: Buffer; readonly signature: Buffer };

const [SEQUENCE, SET, OCTETS, NUMBER, FIRST, SECOND] = [0x30, 0x31, 0x04, 0x02, 0xa0, 0xa1] as const;

/**
 * Parses a seal (CMS, RFC 5652) written exactly as ours; undefined for any other. Unsigned parts
 * are fixed: the seal is rebuilt from its parts and must be identical to the byte, so that no
 * change goes undetected.
 */
export function decodeSeal(cms: Uint8Array): SealParts | undefined {
  try {
    if (!isCanonicalDer(cms)) return undefined;
    const [, holder = NONE] = elementsIn(cms);
    const [signedData = NONE] = elementsIn(holder);
    const [, , , certificates = NONE, signers = NONE] = elementsIn(signedData);
    const [certificate = NONE] = elementsIn(certificates);
    const [signer = NONE] = elementsIn(signers);
    const [, , , attributes = NONE, , signature = NONE, unsigned] = elementsIn(signer);
    const parts = {
      certificate,
      attributes: element(SET, contentOf(attributes)),
      signature: contentOf(signature),
      ...(unsigned && { stamp: stampIn(unsigned) }),
    };
    return encodeSeal(parts).equals(cms) ? parts : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * A seal from a file, without the zero padding of its reserved space. Undefined if anything else
 * follows.
 */
export function withoutZeroPadding(bytes: Buffer): Buffer | undefined {
  // A seal is between 256 and 65,535 bytes long, so its length takes two octets.
  if (bytes[1] !== TWO_OCTETS || bytes.length < HEAD) return undefined;
  const length = HEAD + bytes.readUInt16BE(2);
  return bytes.subarray(length).every((byte) => byte === 0) ? bytes.subarray(0, length) : undefined;
}

const TWO_OCTETS = 0x82;
const HEAD = 4;

/**
 * The time stamp among the unsigned attributes, with the account's signature; older seals have no
 * such signature.
 */
function stampIn(unsigned: Buffer): SealedStamp {
  const attributes = elementsIn(unsigned).map((attribute) => elementsIn(attribute));
  const valueOf = (type: Buffer): Buffer =>
    elementsIn(attributes.find(([said]) => said?.equals(type))?.[1] ?? NONE)[0] ?? NONE;
  const isSigned = attributes.some(([type]) => type?.equals(STAMP_SIGNED));
  return { token: valueOf(TIME_STAMP_TOKEN), signature: isSigned ? contentOf(valueOf(STAMP_SIGNED)) : NONE };
}

const NONE = Buffer.alloc(0);

const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const SIGNED_DATA = oid('2a864886f70d010702');
const DATA = oid('2a864886f70d010701');
const TIME_STAMP_TOKEN = oid('2a864886f70d010910020e');
/**
 * Our OID: 2.25 and a UUID (ITU-T X.667), 6f1d3a52-8c1b-4b7e-9a40-5e2f7c9d1b63. Readers ignore
 * unknown attributes.
 */
const STAMP_SIGNED = oid('6981de9d9d94d1c1daadfd9aa097c5f7e4f4b663');
const SHA256 = element(SEQUENCE, oid('608648016503040201'));
const ECDSA_WITH_SHA256 = element(SEQUENCE, oid('2a8648ce3d040302'));
const ONE = element(NUMBER, Buffer.from([1]));

/** Encodes a seal from its parts. */
export function encodeSeal({ certificate, attributes, signature, stamp }: SealParts): Buffer {
  const [body = NONE] = elementsIn(certificate);
  // Version, serial number, algorithm, issuer (RFC 5280, 4.1).
  const [, serial = NONE, , issuer = NONE] = elementsIn(body);
  const signer = element(
    SEQUENCE,
    ONE,
    element(SEQUENCE, issuer, serial),
    SHA256,
    element(FIRST, contentOf(attributes)),
    ECDSA_WITH_SHA256,
    element(OCTETS, signature),
    ...(stamp ? [element(SECOND, ...unsignedOf(stamp))] : []),
  );
  const signedData = element(
    SEQUENCE,
    ONE,
    element(SET, SHA256),
    element(SEQUENCE, DATA),
    element(FIRST, certificate),
    element(SET, signer),
  );
  return element(SEQUENCE, SIGNED_DATA, element(FIRST, signedData));
}

/** In DER order: the shorter one first. */
const unsignedOf = ({ token, signature }: SealedStamp): Buffer[] => [
  ...(signature.length > 0 ? [element(SEQUENCE, STAMP_SIGNED, element(SET, element(OCTETS, signature)))] : []),
  element(SEQUENCE, TIME_STAMP_TOKEN, element(SET, token)),
];
