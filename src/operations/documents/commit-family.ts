import { type BillingDocument, type Finalized, isFinalized } from '../../domain/document/document.ts';
import { documentsOf, type Family, type Member } from '../../domain/document/family.ts';
import {
  type Change,
  changesBetween,
  draftChange,
  newlyCanceled,
  newlySealed,
  sealedAfter,
} from '../../domain/document/family-change.ts';
import type { NextNumber } from '../../domain/document/finalize.ts';
import { seriesOf } from '../../domain/document/kind.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { canonicalJson } from '../../seal/canonical-json.ts';
import { type Happening, type LinkType, sha256Hex } from '../../seal/chain-link.ts';
import { append, lockHead } from '../../store/audit-chain.ts';
import { insertPayment } from '../../store/payments.ts';
import { advanceSeries } from '../../store/series.ts';
import { bumpFamily, deleteDraft, insertDraft, move, sealDraft, updateDraft } from '../../store/write-documents.ts';
import { moveStockOf } from '../catalogue/move-stock.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';
import { happening, paymentHappening } from './happening.ts';
import type { Held } from './hold-family.ts';

/** What cannot be seen in the difference between two moments of a family. */
type Besides = {
  /** The number that was given in this step. */
  readonly number?: NextNumber;
  /** How the audit chain calls what moved on the finalized document the family is about, and what that was, if not its marks. */
  readonly as?: { readonly type: LinkType; readonly about?: Record<string, unknown> };
  /** Payments that moved it, or their counter-entries: each is a link of its own. */
  readonly payments?: readonly Payment[];
};
type Before = Pick<Held, 'head'> & { readonly family?: Family };

/**
 * Writes what became of a held family, and answers it: nothing else ever writes a document. From the difference follow the
 * rows and the versions of relatives, the counter, the stock, what is told, and the links of the audit chain, which is
 * touched only where something finalized moved. It is sent, and travels with the commit.
 */
export async function commitFamily<D extends BillingDocument>(
  context: Context,
  before: Before,
  after: Family<D>,
  besides: Besides = {},
): Promise<Family<D>> {
  await write(context, before, after, besides);
  return after;
}

/** The same where a draft was deleted: `after` is what is left of its family, undefined where it was alone. */
export const commitDeletion = (context: Context, before: Held, after: Family | undefined): Promise<void> =>
  write(context, before, after, {});

async function write(context: Context, before: Before, after: Family | undefined, besides: Besides): Promise<void> {
  const changes = changesBetween(before.family, after);
  const { as, payments = [], number } = besides;
  // What has links of its own is written behind those of the others: a link says what stands when it is made.
  const isOwn = ({ after: member }: Change): boolean =>
    (as !== undefined || payments.length > 0) && member !== undefined && member.document === after?.asked.document;
  const others = changes.filter((change) => !isOwn(change));
  const link = await linking(context, before, changes);

  const sealing = others.map(newlySealed).find((document) => document !== undefined);
  const sealed = sealing && sealedText(sealing);
  for (const change of others) writeDocument(context, change, number && sealed && { ...number, ...sealed });
  for (const change of others) tellChange(context, change);
  if (sealing) moveStockOf(context, sealing, { relatives: documentsOf(after as Family), whole: canceledIn(changes) });
  const moved = sealing ?? others.map(sealedAfter).find((document) => document !== undefined);
  if (moved) link(happening(context, moved, sealing ? 'finalized' : 'moved', sealed?.sha256));

  for (const change of changes.filter(isOwn)) {
    const { document } = change.after as Member;
    writeDocument(context, change);
    tellChange(context, change);
    if (as && isFinalized(document))
      link(happening(context, document, as.type, as.about && sha256Hex(canonicalJson(as.about))));
    for (const payment of payments) {
      const kept = insertPayment(context.tx, payment, document.test, (change.after as Member).facts.settings.zone);
      link(paymentHappening(context, document, payment, kept));
    }
  }
  raiseVersions(context, changes, after);
}

/** Appends to the chain of these documents, whose head is locked by now where any of them is finalized. */
async function linking(
  { tx, seal }: Context,
  before: Before,
  changes: readonly Change[],
): Promise<(said: Happening) => void> {
  const sealed = changes.map(sealedAfter).find((document) => document !== undefined);
  if (!sealed) return () => {};
  const { test } = sealed;
  let head = before.head ?? (await lockHead(tx, test));
  return (said) => {
    head = append(tx, { test, head, seal }, said);
  };
}

/** The bill that a credit note cancels in the same step: all the stock it took comes back. */
const canceledIn = (changes: readonly Change[]): BillingDocument | undefined =>
  changes.find(newlyCanceled)?.before?.document;

function writeDocument(context: Context, change: Change, sealing?: NextNumber & Sealing): void {
  const { tx, now } = context;
  if (!change.after) return deleteDraft(tx, change.before.document.id);
  const { document, facts, draftedAs = document } = change.after;
  const { settings, customer } = facts;
  const dates = (draft: BillingDocument) => datesOf(draft, now, settings.zone);
  if (!change.before) insertDraft(tx, draftedAs, dates(draftedAs), settings.zone, customer);
  if (newlySealed(change)) {
    if (!sealing) throw new Error(`${document.id} was finalized without a number`);
    return writeSealed(context, document as Finalized, sealing, settings.zone);
  }
  if (document.sealed) return move(tx, document, document.sealed.customer);
  if (!change.before) return;
  const { edited, moved } = draftChange(change.before.document, document);
  if (edited) updateDraft(tx, document, dates(document), settings.zone, customer);
  if (moved || !edited) move(tx, document, customer);
}

function writeSealed(
  { tx }: Context,
  document: Finalized,
  { text, sha256, year, counter }: NextNumber & Sealing,
  zone: string,
): void {
  const { kind, test, sealed } = document;
  const prefix = seriesOf(kind, test);
  advanceSeries(tx, { test, prefix, year }, { counter, day: civilDayOf(sealed.emittedAt, zone) });
  sealDraft(tx, document, sealed, { text, sha256: Buffer.from(sha256, 'hex'), prefix, year, counter }, zone);
}

/** What is frozen, and its digest in hex. */
type Sealing = { readonly text: string; readonly sha256: string };

/** What is frozen is hashed, signed, and never written again. What moves afterwards is not in it. */
function sealedText(document: Finalized): Sealing {
  const { id, kind, test, familyId, parentId, customerId, content, totals, sealed, createdAt } = document;
  const text = canonicalJson({ id, kind, test, familyId, parentId, customerId, content, totals, sealed, createdAt });
  return { text, sha256: sha256Hex(text) };
}

function tellChange(context: Context, { before, after }: Change): void {
  const { facts } = (after ?? before) as Member;
  const drafted = before ? undefined : after?.draftedAs;
  if (drafted) tellDocument(context, undefined, drafted, facts);
  tellDocument(context, drafted ?? before?.document, after?.document, facts);
}

/** Relatives show one another, so the ETag of each changes with any of them. */
function raiseVersions({ tx }: Context, changes: readonly Change[], after: Family | undefined): void {
  const written = changes.map((change) => (change.after ?? change.before).document);
  const [any] = written;
  const others = (after?.members.size ?? 0) - changes.filter((change) => change.after).length;
  const ids = written.map(({ id }) => id);
  if (any && others > 0) bumpFamily(tx, any.familyId, ids);
}
