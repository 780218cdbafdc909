import { billingToJson, type Relatives } from '../../contract/billing-to-json.ts';
import { isUuid } from '../../contract/id.ts';
import {
  type Advance,
  type BillingDocument,
  type CreditNote,
  type Estimate,
  type Invoice,
  isInvoice,
  type LinedDocument,
} from '../../domain/document/document.ts';
import type { Facts, Seen } from '../../domain/document/facts.ts';
import { withTodaysFigures } from '../../domain/document/finalize.ts';
import { kinds, linedKinds, offerKinds, timedKinds } from '../../domain/document/kind.ts';
import { turnoverOfSums, turnoverWatched } from '../../domain/document/turnover.ts';
import { withTodaysDeductions } from '../../domain/invoice/refresh-deductions.ts';
import type { RefusalCode, Refused } from '../../domain/refusal.ts';
import { billedSums, type Family, family, lockFamily, type Remembered } from '../../store/documents.ts';
import { stockSeenBy } from '../catalogue/seen-stock.ts';
import { withElectronicFaults } from '../downloads/electronic-facts.ts';
import type { Context } from '../operation.ts';

/** A document with its relatives, all as they are today, and the versions their ETags are made of. */
export type SeenFamily<D extends BillingDocument = BillingDocument> = {
  seen: { document: D; facts: Facts };
  relatives: Map<string, Seen>;
  /** Of each relative, the versions of its customer and account: what a draft shows of them moves its ETag. */
  surroundings: Map<string, string>;
};

/** The kinds an operation is about, and how it says that there is none by this id. */
export type Wanted<D extends BillingDocument, R extends RefusalCode> = {
  readonly kinds: readonly D['kind'][];
  readonly missing: Refused<R>;
};

const of = <D extends BillingDocument, const R extends RefusalCode>(kinds: readonly D['kind'][], missing: Refused<R>) =>
  ({ kinds, missing }) as Wanted<D, R>;

export const wanted = {
  any: of<BillingDocument, 'document_not_found'>(kinds, { refused: 'document_not_found' }),
  lined: of<LinedDocument, 'document_not_found'>(linedKinds, { refused: 'document_not_found' }),
  estimate: of<Estimate, 'estimate_not_found'>(offerKinds, { refused: 'estimate_not_found' }),
  advance: of<Advance, 'advance_not_found'>(['advance'], { refused: 'advance_not_found' }),
  invoice: of<Invoice, 'invoice_not_found'>(['invoice'], { refused: 'invoice_not_found' }),
  /** What time can be put on. */
  billable: of<Estimate | Invoice, 'document_not_found'>(timedKinds, { refused: 'document_not_found' }),
  creditNote: of<CreditNote, 'credit_note_not_found'>(['credit_note'], { refused: 'credit_note_not_found' }),
};

/** Reads a document and its relatives. */
export const seeDocument = <D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
) => see(context, id, what, family);

/** The same, with the family locked until the transaction ends; refuses a version the caller no longer holds. */
export async function lockDocument<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
): Promise<SeenFamily<D> | Refused<R> | Refused<'version_stale'>> {
  const found = await see(context, id, what, lockFamily);
  if ('refused' in found) return found;
  const current = etagOf(found);
  const { ifMatch } = context;
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.split(',').some((tag) => tag.trim() === current))
    return { refused: 'version_stale', current };
  return found;
}

async function see<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  { kinds, missing }: Wanted<D, R>,
  from: typeof family,
): Promise<SeenFamily<D> | Refused<R>> {
  if (!isUuid(id)) return missing;
  const remembered = await from(context.tx, id);
  const asked = remembered.get(id);
  if (!asked || !kinds.includes(asked.document.kind)) return missing;
  const turnover = await turnoverThisYear(context, asked);
  const relatives = seenRelatives(remembered, context.now, turnover);
  const seen = relatives.get(id) as { document: D; facts: Facts };
  const surroundings = new Map(
    [...remembered].map(([member, { surroundingsVersion }]) => [member, surroundingsVersion]),
  );
  return { seen, relatives, surroundings };
}

/** What was billed this year, for a draft that could take its account past the franchise; undefined for others. */
export async function turnoverThisYear(
  { tx, now }: Context,
  { document, settings }: Pick<Remembered, 'document' | 'settings'>,
): Promise<number | undefined> {
  const watched = turnoverWatched(document, settings, now);
  return watched && turnoverOfSums(await billedSums(tx, watched), settings);
}

/** Everything a family is today: drafts follow what is left of their parents, parents first. */
export function seenRelatives(remembered: Family, now: number, turnoverThisYear?: number): Map<string, Seen> {
  const documents = new Map<string, BillingDocument>();
  for (const { document } of remembered.values()) {
    const all = [...remembered.values()].map((other) => other.document);
    documents.set(document.id, isInvoice(document) ? withTodaysDeductions(document, all) : document);
  }
  const seen = new Map<string, Seen>();
  for (const [id, { settings, customer, projectName, seriesLastOn }] of remembered) {
    const stored = documents.get(id) as BillingDocument;
    const parent = stored.parentId === undefined ? undefined : documents.get(stored.parentId);
    const facts: Facts = {
      settings,
      now,
      ...(customer && { customer }),
      ...(parent && { parent }),
      ...(projectName !== undefined && { projectName }),
      ...(seriesLastOn && { seriesLastOn }),
      ...(turnoverThisYear !== undefined && { turnoverThisYear }),
    };
    seen.set(id, { document: withTodaysFigures(stored, parent), facts });
  }
  return seen;
}

/**
 * The answer that shows a document, with the ETag a later write may name. Which of the kinds it is depends on the
 * document, so the compiler cannot say; the output schema of the operation does, on every answer.
 */
export async function showDocument(
  context: Context,
  found: SeenFamily,
): Promise<{ body: never; headers: Record<string, string> }> {
  const { relatives } = found;
  // Read when it is shown, and no sooner: lines may just have been written, and what was finalized warns of nothing.
  const stock = await stockSeenBy(context, [found.seen.document]);
  const known = await withElectronicFaults(found.seen.document, found.seen.facts);
  const seen = { ...found.seen, facts: stock ? { ...known, stock } : known };
  return { body: billingToJson(seen, relatives as Relatives, context) as never, headers: { etag: etagOf(found) } };
}

/**
 * A finalized document is told apart by its version; a draft, and what shows one among its relatives, also by the
 * versions of the draft's customer and account.
 */
export function etagOf({ seen: { document }, relatives, surroundings }: SeenFamily): string {
  const drafts = [...relatives.values()].filter((relative) => !relative.document.sealed);
  return `"${[document.version, ...drafts.map((draft) => surroundings.get(draft.document.id))].join('-')}"`;
}
