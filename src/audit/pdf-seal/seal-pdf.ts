import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { requestTimeStamp, tokenIn } from '../time-stamps/time-stamp.ts';
import type { AccountCertificate } from './account-certificate.ts';
import { decodeSeal, encodeSeal, withoutZeroPadding } from './cms-signature.ts';

/**
 * The certificate and time (Unix seconds) of a seal. `stampBy`: the URL of a time-stamping
 * authority (RFC 3161).
 */
export type PdfSealing = AccountCertificate & {
  readonly at: number;
  readonly stampBy?: string | undefined;
  /** Renders the PDF to seal if no authority answers: it states that there is no time stamp. */
  readonly unstamped?: () => Promise<Uint8Array>;
};

/**
 * A sealed PDF. `stampedAt`: the time stamp; `stampFailure`: why a requested time stamp is missing.
 */
export type SealedPdf = { readonly bytes: Buffer; readonly stampedAt?: number; readonly stampFailure?: string };

/** The name of the form field that holds the seal. */
const FIELD = 'Facturier';
/** Bytes reserved for the seal; more with a time stamp, whose certificates may be long. */
const SEAL_BYTES = 4_096;
const STAMPED_BYTES = 20_480;

/**
 * Seals a PDF (PAdES, ETSI EN 319 142-1: B-B, with a time stamp B-T) by one incremental update: its
 * bytes stay unchanged and the seal is appended, invisible on the page. If the authority does not
 * answer, the seal has no time stamp. The same PDF gives different bytes each time.
 */
export async function sealPdf(bytes: Uint8Array, sealing: PdfSealing): Promise<SealedPdf> {
  if (sealing.stampBy === undefined) return { bytes: await sealed(bytes, sealing) };
  const stamp: { at?: number } = {};
  try {
    const stamped = await sealed(bytes, sealing, stamp);
    return { bytes: stamped, ...(stamp.at !== undefined && { stampedAt: stamp.at }) };
  } catch (error) {
    const instead = (await sealing.unstamped?.()) ?? bytes;
    return { bytes: await sealed(instead, sealing), stampFailure: (error as Error).message };
  }
}

async function sealed(bytes: Uint8Array, { certificate, key, at, stampBy }: PdfSealing, stamp?: { at?: number }) {
  const { PDF } = await import('@libpdf/core');
  const pdf = await PDF.load(Uint8Array.from(bytes));
  // The default font of form fields is not in our files, and PDF/A requires every font to be
  // embedded (ISO 19005-3, 6.2.11.4.1).
  const form = pdf.getOrCreateForm().acroForm().getDict();
  for (const writing of ['DR', 'DA']) form.delete(writing);
  const privateKey = createPrivateKey(key);
  let signature = Buffer.alloc(0);
  const signer = {
    certificate: Uint8Array.from(certificate),
    keyType: 'EC' as const,
    signatureAlgorithm: 'ECDSA' as const,
    sign: async (data: Uint8Array): Promise<Uint8Array> => {
      signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'der' });
      return Uint8Array.from(signature);
    },
  };
  const timestampAuthority = {
    timestamp: async (digest: Uint8Array): Promise<Uint8Array> => {
      if (!createHash('sha256').update(signature).digest().equals(digest))
        throw new Error('the digest to time-stamp differs');
      const answer = await requestTimeStamp(stampBy ?? '', signature);
      if (stamp) stamp.at = answer.stamp.at;
      return Uint8Array.from(tokenIn(answer.token));
    },
  };
  const made = await pdf.sign({
    signer,
    signingTime: new Date(at * 1000),
    fieldName: FIELD,
    level: stamp ? 'B-T' : 'B-B',
    estimatedSize: stamp ? STAMPED_BYTES : SEAL_BYTES,
    ...(stamp && { timestampAuthority }),
  });
  if (made.warnings.length > 0) throw new Error(`the PDF was sealed with warnings: ${made.warnings[0]?.message}`);
  const whole = Buffer.from(made.bytes.buffer, made.bytes.byteOffset, made.bytes.byteLength);
  return stamp ? withStampSigned(whole, privateKey) : whole;
}

/** Signs the time stamp in a seal too, in the reserved space behind it. */
function withStampSigned(pdf: Buffer, key: KeyObject): Buffer {
  const from = pdf.lastIndexOf(CONTENTS) + CONTENTS.length;
  const to = pdf.indexOf('>', from);
  const parts = decodeSeal(withoutZeroPadding(Buffer.from(pdf.toString('latin1', from, to), 'hex')) ?? Buffer.alloc(0));
  if (!parts?.stamp) throw new Error('the seal is not written as expected');
  const { token } = parts.stamp;
  const signature = sign('sha256', token, { key, dsaEncoding: 'der' });
  const hex = encodeSeal({ ...parts, stamp: { token, signature } })
    .toString('hex')
    .toUpperCase();
  if (hex.length > to - from) throw new Error('the stamp is too long');
  pdf.write(hex, from, 'latin1');
  return pdf;
}

const CONTENTS = '/Contents <';
