import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { SignatureEvidence } from '../../domain/billing/estimate/signature-evidence.ts';
import type { TimeStamp } from '../time-stamps/time-stamp.ts';
import { decodeSeal, type SealedStamp, type SealParts, withoutZeroPadding } from './cms-signature.ts';
import { element, elementsIn } from './der.ts';

/** What can be wrong with a sealed PDF. */
export type PdfFault =
  | 'pdf_unsealed'
  /** Data follows the seal, or the seal leaves a part out. */
  | 'pdf_not_covered'
  /** The seal is not one of ours, or was changed. */
  | 'pdf_seal_garbled'
  | 'pdf_changed'
  | 'pdf_signature_wrong'
  | 'pdf_certificate_not_valid'
  | 'pdf_stamp_wrong'
  | 'pdf_evidence_missing'
  /** The attached PDF does not match the digest in the evidence. */
  | 'pdf_shown_differs';

/** What a sealed PDF proves on its own. Times are Unix seconds. */
export type CheckedPdf = {
  readonly faults: readonly PdfFault[];
  /** The seal: the subject of its certificate, the certificate (DER), and its claimed time. */
  readonly seal?: {
    readonly by: string;
    readonly certificate: Buffer;
    readonly fingerprint: string;
    readonly at: number;
  };
  readonly stamp?: TimeStamp;
  /** The attached evidence; only if the seal is valid. */
  readonly evidence?: { readonly said: SignatureEvidence; readonly sha256: string };
};

/** Maximum bytes of a PDF to check: larger ones are not ours. */
export const PDF_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Checks a sealed PDF, without network access. Faults are returned; a file that is no PDF counts as
 * unsealed.
 */
export async function checkPdfSeal(bytes: Buffer): Promise<CheckedPdf> {
  const found = sealIn(bytes);
  if ('fault' in found) return { faults: [found.fault] };
  const { parts, covered, at } = found;
  const certificate = certificateOf(parts.certificate);
  if (!certificate) return { faults: ['pdf_seal_garbled'] };
  const faults = new Set<PdfFault>();
  if (!signs(parts, createHash('sha256').update(covered).digest())) faults.add('pdf_changed');
  if (!verify('sha256', parts.attributes, { key: certificate.publicKey, dsaEncoding: 'der' }, parts.signature))
    faults.add('pdf_signature_wrong');
  if (!(Date.parse(certificate.validFrom) <= at * 1000 && at * 1000 <= Date.parse(certificate.validTo)))
    faults.add('pdf_certificate_not_valid');
  const stamp = parts.stamp && (await stampOf(parts.stamp, { signature: parts.signature, key: certificate.publicKey }));
  if (parts.stamp && !stamp) faults.add('pdf_stamp_wrong');
  const evidence = faults.size === 0 ? await evidenceIn(bytes) : undefined;
  for (const fault of evidence?.faults ?? []) faults.add(fault);
  const by = nameIn(certificate);
  const fingerprint = createHash('sha256').update(parts.certificate).digest('hex');
  return {
    faults: [...faults],
    seal: { by, certificate: parts.certificate, fingerprint, at },
    ...(stamp && { stamp }),
    ...(evidence?.said && { evidence: { said: evidence.said, sha256: evidence.sha256 } }),
  };
}

type Sealed = { parts: SealParts; covered: Buffer; at: number };

/** Finds the only seal of a file, which must cover everything except itself. */
function sealIn(bytes: Buffer): Sealed | { fault: PdfFault } {
  if (bytes.length > PDF_BYTES_MAX || bytes.toString('latin1', 0, 5) !== '%PDF-') return { fault: 'pdf_unsealed' };
  const text = bytes.toString('latin1');
  const ranges = [...text.matchAll(BYTE_RANGE)];
  if (ranges.length === 0) return { fault: text.includes('/ETSI.CAdES.detached') ? 'pdf_not_covered' : 'pdf_unsealed' };
  const [from = 0, end = 0, next = 0, rest = 0] = (ranges[0]?.slice(1) ?? []).map(Number);
  const isWhole = ranges.length === 1 && from === 0 && end < next && next + rest === bytes.length;
  if (!isWhole || !text.slice(0, end).endsWith('/Contents ')) return { fault: 'pdf_not_covered' };
  const hex = text.slice(end + 1, next - 1);
  if (text[end] !== '<' || text[next - 1] !== '>' || !/^(?:[0-9A-F]{2})+$/.test(hex))
    return { fault: 'pdf_seal_garbled' };
  const cms = withoutZeroPadding(Buffer.from(hex, 'hex'));
  const parts = cms && decodeSeal(cms);
  const at = timeIn(text.slice(next));
  if (!parts || at === undefined) return { fault: 'pdf_seal_garbled' };
  return { parts, covered: Buffer.concat([bytes.subarray(0, end), bytes.subarray(next)]), at };
}

const BYTE_RANGE = /\/ByteRange ?\[(\d{1,10}) (\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\]/g;

function timeIn(tail: string): number | undefined {
  const [, ...said] = /^\s*\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(tail) ?? [];
  const [year, month, day, hour, minute, second] = said;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at / 1000;
}

function certificateOf(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    return certificate.publicKey.asymmetricKeyType === 'ec' ? certificate : undefined;
  } catch {
    return undefined;
  }
}

/** "Atelier Moreau (NTRFR-732829320)". */
function nameIn(certificate: X509Certificate): string {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | undefined>;
  const { CN = '', organizationIdentifier } = subject;
  return organizationIdentifier === undefined ? CN : `${CN} (${organizationIdentifier})`;
}

const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex');
const SIGNING_CERTIFICATE = Buffer.from('060b2a864886f70d010910022f', 'hex');
const [SET, OCTETS] = [0x31, 0x04] as const;

/**
 * Whether the signed attributes contain this digest, and the digest of this certificate
 * (ESSCertIDv2, RFC 5035).
 */
function signs({ attributes, certificate }: SealParts, digest: Buffer): boolean {
  const each = elementsIn(attributes).map((attribute) => elementsIn(attribute));
  const said = each.filter(([type]) => type?.equals(MESSAGE_DIGEST));
  const named = each.filter(([type]) => type?.equals(SIGNING_CERTIFICATE));
  const byDigest = element(OCTETS, createHash('sha256').update(certificate).digest());
  return (
    said.length === 1 &&
    said[0]?.[1]?.equals(element(SET, element(OCTETS, digest))) === true &&
    named.length === 1 &&
    named[0]?.[1]?.includes(byDigest) === true
  );
}

async function stampOf(
  { token, signature: ofToken }: SealedStamp,
  { signature, key }: { signature: Buffer; key: KeyObject },
): Promise<TimeStamp | undefined> {
  if (!verify('sha256', token, { key, dsaEncoding: 'der' }, ofToken)) return undefined;
  // Only loaded if there is a time stamp.
  const { checkToken } = await import('../time-stamps/time-stamp.ts');
  return checkToken(token, signature).catch(() => undefined);
}

/** The attached evidence, and whether the attached PDF matches its digest. */
async function evidenceIn(bytes: Buffer) {
  const { PDF } = await import('@libpdf/core');
  try {
    const { attachments } = await PDF.load(Uint8Array.from(bytes));
    const text = Buffer.from(attachments.get('preuve.json') ?? []);
    const said = JSON.parse(text.toString()) as SignatureEvidence;
    const shown: string[] = [];
    for (const name of attachments.list().keys()) {
      if (!name.endsWith('.pdf')) continue;
      const file = attachments.get(name) ?? new Uint8Array();
      shown.push(createHash('sha256').update(file).digest('hex'));
    }
    const faults: PdfFault[] = shown.includes(said.shownSha256) ? [] : ['pdf_shown_differs'];
    return { faults, said, sha256: createHash('sha256').update(text).digest('hex') };
  } catch {
    return { faults: ['pdf_evidence_missing' as const] };
  }
}
