import { canonicalJson } from '../../../audit/canonical-json.ts';
import { sha256Hex } from '../../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../../db/audit/append-to-chain.ts';
import { findRendering, insertRendering, type Rendering } from '../../../db/billing/stored-files.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { auditEvent } from '../document-group/audit-events.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { readVerifiedBytes } from './read-verified-bytes.ts';
import { sha256Of } from './render-document.ts';

/** The key a rendering is stored under. */
export const renderingOf = (
  { id, canceledAt, content }: BillingDocument,
  { format, locale }: Pick<Rendering, 'format'> & { locale: string },
): Rendering => ({
  documentId: id,
  format,
  // The electronic invoice is in the document's language, whatever the reader's.
  locale: format === 'cii' || format === 'ubl' ? content.locale : locale,
  canceled: canceledAt !== undefined && (format === 'pdf' || format === 'facturx'),
});

/**
 * Stores the rendering of a finalized document and records its hash in the audit chain. Concurrent
 * renderings get the one stored first. The object store, if there is one, already has the bytes.
 */
export async function storeRendering(
  context: Context,
  rendering: Rendering,
  bytes: Buffer,
): Promise<Buffer | Refused<'document_not_found' | 'version_stale'>> {
  const { tx, objects, now, seal } = context;
  const locked = await lockDocumentGroup(context, rendering.documentId, documentLookups.any);
  if ('refused' in locked) return locked;
  const sha256 = sha256Of(bytes);
  const kept = await findRendering(tx, rendering);
  if (kept) return kept.sha256.equals(sha256) ? bytes : readVerifiedBytes(context, kept);
  const { document } = locked.group.asked;
  const { test } = document;
  await insertRendering(tx, objects, { ...rendering, sha256, bytes, test, now, sent: true });
  const head = await lockChainHead(tx, test);
  const { documentId: id, ...how } = rendering;
  const about = { id, ...how, sha256: sha256.toString('hex') };
  append(tx, { test, head, seal }, auditEvent(context, document, 'rendered', sha256Hex(canonicalJson(about))));
  return bytes;
}
