import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { requestTimeStamp, tokenIn } from '../time-stamps/time-stamp.ts';
import type { AccountCertificate } from './account-certificate.ts';
import { decodeSeal, encodeSeal, withoutZeroPadding } from './cms-signature.ts';

/** What a PDF is sealed by, and when: Unix seconds. `stampBy`: the address of an authority that stamps the seal (RFC 3161). */
export type PdfSealing = AccountCertificate & {
  readonly at: number;
  readonly stampBy?: string | undefined;
  /** The PDF that is sealed in the place of the other where no authority stamps it: one that says so. */
  readonly unstamped?: () => Promise<Uint8Array>;
};

/** A sealed PDF. `stampedAt`: when the authority saw the seal; `stampFailure`: why it has no stamp, though one was to be had. */
export type SealedPdf = { readonly bytes: Buffer; readonly stampedAt?: number; readonly stampFailure?: string };

/** The name of the one field that holds the seal. */
const FIELD = 'Facturier';
/** Bytes kept free for the seal; with a stamp, whose certificates may be long. */
const SEAL_BYTES = 4_096;
const STAMPED_BYTES = 20_480;

/**
 * Seals a PDF (PAdES, ETSI EN 319 142-1: B-B, B-T with a stamp) by one incremental update: its bytes stay as they are and the seal
 * follows. The seal is not seen on the page. An authority that does not answer costs the stamp, not the seal. The same PDF gives
 * other bytes each time.
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
  // What it would write fields with is in no file of ours, and PDF/A wants every font in the file (ISO 19005-3, 6.2.11.4.1).
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
      if (!createHash('sha256').update(signature).digest().equals(digest)) throw new Error('another digest to stamp');
      const asked = await requestTimeStamp(stampBy ?? '', signature);
      if (stamp) stamp.at = asked.stamp.at;
      return Uint8Array.from(tokenIn(asked.token));
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

/** Signs the stamp in a seal too, in the room that was kept free behind it. */
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
