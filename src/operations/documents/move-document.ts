import type { BillingDocument } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { isRefusal, type Refusal, type RefusalCode, type Refused } from '../../domain/refusal.ts';
import { totalOf } from '../../domain/vat/breakdown.ts';
import { canonicalJson } from '../../seal/canonical-json.ts';
import { type Happening, type LinkType, sha256Hex } from '../../seal/chain-link.ts';
import { append, lockHead } from '../../store/audit-chain.ts';
import { bumpFamily, move } from '../../store/documents.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';
import { lockDocument, showDocument, type Wanted } from './seen-family.ts';

/** What moves on a document, and how the audit chain names it. */
export type Moved = { document: BillingDocument; type: LinkType; about?: Record<string, unknown> };
type Shown = Awaited<ReturnType<typeof showDocument>>;

/**
 * Moves something on a document whatever its state: locks its family, asks `rule` for the document as it becomes, writes
 * it and tells the audit chain where the document is finalized. Answers the document.
 */
export async function moveDocument<D extends BillingDocument, R extends RefusalCode, Answer extends Moved | Refusal>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
  rule: (document: D, facts: Facts, relatives: readonly BillingDocument[]) => Answer,
): Promise<Shown | Refused<R> | Refused<'version_stale'> | Extract<Answer, { refused: RefusalCode }>> {
  const found = await lockDocument(context, id, what);
  if ('refused' in found) return found;
  const { document: before, facts } = found.seen;
  const relatives = [...found.relatives.values()].map(({ document }) => document);
  const answer = rule(before, facts, relatives);
  if (isRefusal(answer)) return answer as Extract<Answer, { refused: RefusalCode }>;

  const { document, type, about } = answer as Moved;
  const head = document.sealed && (await lockHead(context.tx, document.test));
  move(context.tx, document, document.sealed?.customer ?? facts.customer);
  tellDocument(context, before, document, facts);
  if (head)
    append(context.tx, { test: document.test, head, seal: context.seal }, happening(context, document, type, about));
  if (found.relatives.size > 1) bumpFamily(context.tx, document);
  found.relatives.set(document.id, { document, facts });
  return showDocument(context, { ...found, seen: { document, facts } });
}

/** What the audit chain records of a finalized document: by default, the marks that just moved. */
export function happening(
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  document: BillingDocument,
  type: LinkType,
  about: Record<string, unknown> = marksOf(document),
): Happening {
  const { net, vat } = totalOf(document.totals.breakdown);
  return {
    type,
    at: now,
    actor,
    subject: { kind: document.kind, id: document.id, ...(document.sealed && { number: document.sealed.number }) },
    totals: { net, vat, total: net + vat, currency: document.content.currency.code },
    sha256: sha256Hex(canonicalJson(about)),
  };
}

const marksOf = ({ id, state, signedAt, refusedAt, paidAt, canceledAt, archivedAt, refundAt }: BillingDocument) => ({
  id,
  state,
  signedAt,
  refusedAt,
  paidAt,
  canceledAt,
  archivedAt,
  refundAt,
});
