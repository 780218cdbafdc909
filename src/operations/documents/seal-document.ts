import { afterFinalizing } from '../../domain/document/after-finalizing.ts';
import { type BillingDocument, type Finalized, isInvoice } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { finalize, yearToNumber } from '../../domain/document/finalize.ts';
import { seriesOf } from '../../domain/document/kind.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { withTodaysDeductions } from '../../domain/invoice/refresh-deductions.ts';
import { nextNumber } from '../../domain/numbering/next-number.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { ChainHead } from '../../seal/audit-seal.ts';
import { canonicalJson } from '../../seal/canonical-json.ts';
import { sha256Hex } from '../../seal/chain-link.ts';
import { append, heedClock } from '../../store/audit-chain.ts';
import { bumpFamily, move, sealDraft, updateDraft } from '../../store/documents.ts';
import { advanceSeries, openYear, type SeriesState, seriesToday } from '../../store/series.ts';
import { settingsOf } from '../../store/settings.ts';
import { moveStockOf } from '../catalogue/move-stock.ts';
import { withElectronicFaults } from '../downloads/electronic-facts.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';
import { happening } from './move-document.ts';
import type { SeenFamily } from './seen-family.ts';

/** What must be locked before a number is given: the family, then the counters of the series, then the audit chain. */
export type Locked = {
  found: SeenFamily;
  series: readonly SeriesState[];
  head: ChainHead;
  /** The bill a credit note cancels as a whole: all the stock it took comes back. */
  cancels?: BillingDocument;
};

/**
 * Finalizes the draft that was found: takes the next number of its series, freezes it, moves its relatives, and tells
 * the audit chain, whose new head comes back. `found` shows the finalized document from then on.
 */
export async function sealDocument(
  context: Context,
  { found, series, head, cancels }: Locked,
): Promise<{ document: Finalized; head: ChainHead } | Refused<'already_finalized' | 'not_finalizable'>> {
  const { tx } = context;
  const { document: draft } = found.seen;
  // Before the number: days of a series that ran ahead with a clock would be told as the draft's fault.
  heedClock({ test: draft.test, head, seal: context.seal }, context.now);
  const prefix = seriesOf(draft.kind, draft.test);
  const year = yearToNumber(draft, found.seen.facts);
  const counters = await openYear(tx, series, { test: draft.test, prefix, year });
  const years = await yearsOf(context, { series: [...series, counters], test: draft.test, prefix, year });
  const facts = await withElectronicFaults(draft, withLastDay(found.seen.facts, years));

  // Until a series has its first number of the year its format may change; under the head of the chain it cannot.
  const { settings } = counters.last === 0 ? await settingsOf(tx) : facts;
  const { counter, format } = nextNumber(draft.kind, { test: draft.test, year, last: counters.last }, settings);
  const document = finalize(draft, facts, { counter, format, year });
  if (isRefusal(document)) return document;

  const text = sealedText(document);
  const sha256 = sha256Hex(text);
  const { zone } = facts.settings;
  const kept = { text, sha256: Buffer.from(sha256, 'hex'), prefix, year, counter };
  advanceSeries(tx, { test: draft.test, prefix, year }, { counter, day: civilDayOf(document.sealed.emittedAt, zone) });
  sealDraft(tx, document, document.sealed, kept, zone);
  tellDocument(context, draft, document, facts);
  const relatives = [...found.relatives.values()].map((relative) => relative.document);
  moveStockOf(context, document, { relatives, whole: cancels });
  const were = new Map(relatives.map((relative) => [relative.id, relative]));
  writeRelatives(context, found, document);
  for (const [id, { document: is, facts }] of found.relatives) {
    // Whoever cancels a bill tells of it: its state goes back to what it was.
    if (id !== document.id && id !== cancels?.id) tellDocument(context, were.get(id), is, facts);
  }
  const link = { ...happening(context, document, 'finalized'), sha256 };
  return { document, head: append(tx, { test: draft.test, head, seal: context.seal }, link) };
}

/**
 * Whoever waited for the locks has not seen a year that was opened meanwhile. That concerns only what is numbered in a
 * year that may be over by now, by a clock that may have stood still while we waited: it looks again.
 */
async function yearsOf(
  { tx, now }: Context,
  { series, test, prefix, year }: { series: readonly SeriesState[]; test: boolean; prefix: string; year: number },
): Promise<readonly SeriesState[]> {
  const isThisYear = new Date((now + 2 * DAY_SECONDS) * 1000).getUTCFullYear() === year;
  return isThisYear ? series : seriesToday(tx, { test, prefix });
}

const DAY_SECONDS = 86_400;

/** The locked counters know the last day of the series better than what was read before the lock. */
function withLastDay(facts: Facts, series: readonly SeriesState[]): Facts {
  const days = series.flatMap(({ lastOn }) => lastOn ?? []);
  return days.length === 0 ? facts : { ...facts, seriesLastOn: days.reduce((a, b) => (a > b ? a : b)) };
}

/** What is frozen: hashed, signed, and never written again. What moves afterwards is not in it. */
const sealedText = ({
  id,
  kind,
  test,
  familyId,
  parentId,
  customerId,
  content,
  totals,
  sealed,
  createdAt,
}: Finalized) => canonicalJson({ id, kind, test, familyId, parentId, customerId, content, totals, sealed, createdAt });

/** Writes what the finalization changed around it, and shows it in `found`. */
function writeRelatives(context: Context, found: SeenFamily, document: Finalized): void {
  const { tx, now } = context;
  const { relatives } = found;
  const show = (changed: BillingDocument): void => {
    const facts = relatives.get(changed.id)?.facts ?? found.seen.facts;
    relatives.set(changed.id, { document: changed, facts });
  };
  show(document);
  found.seen = { document, facts: found.seen.facts };
  const parentOf = ({ parentId }: BillingDocument) => parentId && relatives.get(parentId)?.document;
  const moved = afterFinalizing(document, (child) => parentOf(child) || undefined);
  for (const relative of moved) {
    show(relative);
    move(tx, relative, relative.sealed?.customer);
  }

  const all = [...relatives.values()].map((relative) => relative.document);
  const redrafted = all.filter((relative) => isInvoice(relative) && relative.content.isFinal && !relative.sealed);
  for (const draft of redrafted) {
    const facts = relatives.get(draft.id)?.facts ?? found.seen.facts;
    const refreshed = { ...withTodaysDeductions(draft as never, all), version: draft.version + 1 } as BillingDocument;
    show(refreshed);
    updateDraft(tx, refreshed, datesOf(refreshed, now, facts.settings.zone), facts.settings.zone, facts.customer);
  }
  if (relatives.size > 1) bumpFamily(tx, document, ...moved, ...redrafted);
}
