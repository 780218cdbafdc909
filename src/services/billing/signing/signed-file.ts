import type { AccountCertificate } from '../../../audit/pdf-seal/account-certificate.ts';
import type { Secret } from '../../../audit/secrets/secret.ts';
import {
  latestCertificate,
  type StoredCertificate,
  storeCertificate,
} from '../../../db/account/signing-certificates.ts';
import { findRendering, findSigned } from '../../../db/billing/stored-files.ts';
import { type BillingDocument, isFinalized } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import { consentOf } from '../../../domain/billing/estimate/consent-text.ts';
import type { SignatureEvidence } from '../../../domain/billing/estimate/signature-evidence.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { themeOf } from '../../themes/find-theme.ts';
import { type DocumentFile, fileOf, type PreparedFile } from '../files/prepare-file.ts';
import { readVerifiedBytes } from '../files/read-verified-bytes.ts';
import { fileNameOf, paperFormatOf, rendered, sha256Of } from '../files/render-document.ts';
import { renderingOf, storeRendering } from '../files/store-rendering.ts';

/**
 * The signed file of a document: `make` renders and seals it without holding a connection, `keep`
 * stores it in a later transaction and records it in the audit chain. Afterwards `stamp` says when
 * an authority time-stamped it (Unix seconds) or why not; absent if none is set (TSA_URL).
 */
export type SignedFile = {
  readonly make: () => Promise<Buffer>;
  readonly keep: (
    context: Context,
    made: Buffer,
  ) => Promise<DocumentFile | Refused<'document_not_found' | 'version_stale'>>;
  readonly stamp: () => { readonly at: number } | { readonly failure: string } | undefined;
};

/**
 * Prepares the signed file of a finalized document: its pages as read, the signature certificate
 * after them, evidence and shown PDF embedded, sealed by the account. Made once; the same
 * procedure returns the stored file. Throws if the evidence names another document, other wording
 * than ours or a PDF that was not stored, since then the signature does not cover it.
 */
export async function signedFile(
  context: Context,
  { asked: { document, facts }, members }: DocumentGroup,
  evidence: SignatureEvidence,
): Promise<SignedFile> {
  const { language: locale, account } = evidence;
  requireSound(document, evidence);
  const rendering = renderingOf(document, { format: 'signed', locale });
  const kept = await findRendering(context.tx, rendering);
  if (kept) {
    const make = async (): Promise<Buffer> => ofProcedure(await readVerifiedBytes(context, kept), evidence);
    return { make, keep: async (_, made) => fileOf(document, 'signed', made), stamp: () => undefined };
  }
  const shown = await findRendering(context.tx, renderingOf(document, { format: 'pdf', locale }));
  if (shown?.sha256.toString('hex') !== evidence.shownSha256)
    throw new Error(`the PDF shown to the signer of ${document.id} is not the stored one`);
  const theme = await themeOf(context, document);
  const seal = await accountCertificate(context, { ...account, test: document.test });
  const stamp: { became?: { at: number } | { failure: string } } = {};
  return {
    make: async () => {
      const [{ printedCertificate }, { evidenceText }, { sealPdf }] = await Promise.all([
        import('../../../pdf/layout/signature-certificate.ts'),
        import('../../../audit/pdf-seal/signature-evidence-json.ts'),
        import('../../../audit/pdf-seal/seal-pdf.ts'),
      ]);
      const enclosed = {
        evidence: evidenceText(evidence),
        shown: await readVerifiedBytes(context, shown),
        shownName: fileNameOf(document, 'pdf'),
      };
      const format = await paperFormatOf(document, facts);
      const paper = { document, facts, relatives: members, locale, theme, format };
      // The page's note about the time stamp is sealed before the stamp is requested; if that
      // fails, the pages are rendered again.
      const pages = (isStamped: boolean) => {
        const certificate = printedCertificate(evidence, facts.settings.zone, { isStamped });
        return rendered(context, { ...paper, signed: { ...enclosed, certificate } });
      };
      const { now: at, tsaUrl: stampBy } = context;
      const plain = await pages(stampBy !== undefined);
      const sealing = { ...seal, at, stampBy, unstamped: () => pages(false) };
      const { bytes, stampedAt, stampFailure } = await sealPdf(plain, sealing);
      if (stampedAt !== undefined) stamp.became = { at: stampedAt };
      if (stampFailure !== undefined) stamp.became = { failure: stampFailure };
      await context.objects?.put({ accountId: context.accountId, sha256: sha256Of(bytes) }, bytes);
      return bytes;
    },
    keep: async (again, made) => {
      await storeAccountCertificate(again, seal, document.test);
      const bytes = await storeRendering(again, rendering, made);
      return 'refused' in bytes ? bytes : fileOf(document, 'signed', bytes);
    },
    stamp: () => stamp.became,
  };
}

/** The stored signed file; refused if the document was not signed electronically. */
export async function keptSignedFile(
  context: Context,
  document: BillingDocument,
): Promise<PreparedFile | Refused<'not_signed_electronically'>> {
  const kept = await findSigned(context.tx, document.id);
  if (!kept) return { refused: 'not_signed_electronically' };
  if (kept.bytes) return { file: fileOf(document, 'signed', await readVerifiedBytes(context, kept)) };
  return {
    make: () => readVerifiedBytes(context, kept),
    keep: async (_, made) => fileOf(document, 'signed', made),
  };
}

function requireSound(
  document: BillingDocument,
  { document: signedDocument, consent, language }: SignatureEvidence,
): void {
  if (!isFinalized(document) || signedDocument.id !== document.id || signedDocument.number !== document.sealed.number)
    throw new Error(`the evidence names ${signedDocument.number}, not ${document.id}`);
  if (consent !== consentOf(signedDocument.kind, signedDocument.number, language))
    throw new Error(`the signer of ${signedDocument.number} agreed to another consent text`);
}

/** A file stored before, unless it belongs to another signature. */
async function ofProcedure(bytes: Buffer, { procedureId }: SignatureEvidence): Promise<Buffer> {
  const { checkPdfSeal } = await import('../../../audit/pdf-seal/verify-pdf-seal.ts');
  const { evidence } = await checkPdfSeal(bytes);
  if (evidence?.said.procedureId === procedureId) return bytes;
  throw new Error('the document already has a signed file of another procedure');
}

/** The sender's name on documents, and the mode. */
type Sealing = { readonly name: string; readonly siren?: string; readonly test: boolean };

/** A signing certificate of an account, ready to use, and as stored. */
type AccountSigningCertificate = AccountCertificate & { readonly kept: StoredCertificate };

/**
 * The account's certificate for signed files under this name: created on first use, and again if
 * the name changes or the data folder cannot decrypt the key. If two are created at once, both use
 * the one stored first.
 */
async function accountCertificate(context: Context, sealing: Sealing): Promise<AccountSigningCertificate> {
  const { tx, now } = context;
  const latest = await latestCertificate(tx, sealing.test);
  const known =
    latest?.name === sealing.name && latest.siren === (sealing.siren ?? null) && opened(context, latest, sealing);
  if (known) return known;
  const { newAccountCertificate } = await import('../../../audit/pdf-seal/account-certificate.ts');
  const place = (latest?.place ?? 0) + 1;
  const { certificate, key } = await newAccountCertificate(sealing, now);
  const lockedKey = context.webhooks.secrets.lock(key, placeOf(context, sealing.test, place));
  const { name, siren = null, test } = sealing;
  const kept = await storeCertificate(tx, { place, name, siren, certificate, lockedKey, test, now });
  return kept.lockedKey === lockedKey ? { certificate, key, kept } : accountCertificate(context, sealing);
}

/**
 * Stores it again if the transaction that created it was rolled back, because files it signed are
 * permanent. If another took its place meanwhile, that one counts.
 */
async function storeAccountCertificate(
  context: Context,
  { kept, key }: AccountSigningCertificate,
  test: boolean,
): Promise<void> {
  const { tx, now, webhooks } = context;
  const found = await storeCertificate(tx, { ...kept, test, now });
  if (found.certificate.equals(kept.certificate)) return;
  const place = ((await latestCertificate(tx, test))?.place ?? 0) + 1;
  const lockedKey = webhooks.secrets.lock(key, placeOf(context, test, place));
  await storeAccountCertificate(
    context,
    { certificate: kept.certificate, key, kept: { ...kept, place, lockedKey } },
    test,
  );
}

function opened(context: Context, kept: StoredCertificate, { test }: Sealing): AccountSigningCertificate | undefined {
  try {
    const key = context.webhooks.secrets.open(kept.lockedKey, placeOf(context, test, kept.place)) as Secret;
    return { certificate: kept.certificate, key, kept };
  } catch {
    return undefined;
  }
}

/** The encryption context of a key: it can only be decrypted for that. */
const placeOf = ({ accountId }: Context, test: boolean, place: number): string =>
  `account seal ${accountId} ${test ? 'test' : 'live'} ${place}`;
