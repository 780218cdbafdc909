import { readDocumentGroup, type StoredDocumentGroup } from '../../../db/billing/read-document-group.ts';
import { billedSums } from '../../../db/billing/turnover-sums.ts';
import { takingsByDay } from '../../../db/einvoicing/counter-sales.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import {
  type Advance,
  type BillingDocument,
  type Claim,
  type CreditNote,
  type Estimate,
  hasLines,
  type Invoice,
  isInvoice,
} from '../../../domain/billing/document/document.ts';
import { factsOf } from '../../../domain/billing/document/draft-context.ts';
import type { DocumentGroup, Member } from '../../../domain/billing/document/group/document-group.ts';
import { withCurrentFigures } from '../../../domain/billing/document/group/finalize.ts';
import { claimKinds, kinds, offerKinds } from '../../../domain/billing/document/kind.ts';
import { withRateOfDay } from '../../../domain/billing/document/totals/rate-of-day.ts';
import { turnoverOfSums, turnoverWatched } from '../../../domain/billing/document/turnover/turnover.ts';
import { withCurrentDeductions } from '../../../domain/billing/invoice/current-deductions.ts';
import { netOfTakings } from '../../../domain/home/takings-turnover.ts';
import type { ReferenceRate } from '../../../domain/money/reference-rates.ts';
import type { RefusalCode, Refused } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';
import { ratesOfDrafts } from '../drafts/exchange-rates.ts';

/** The kinds an operation accepts, and its refusal if there is no document with this ID. */
export type DocumentLookup<D extends BillingDocument, R extends RefusalCode> = {
  readonly kinds: readonly D['kind'][];
  readonly missing: Refused<R>;
};

const of = <D extends BillingDocument, const R extends RefusalCode>(kinds: readonly D['kind'][], missing: Refused<R>) =>
  ({ kinds, missing }) as DocumentLookup<D, R>;

export const documentLookups = {
  any: of<BillingDocument, 'document_not_found'>(kinds, { refused: 'document_not_found' }),
  estimate: of<Estimate, 'estimate_not_found'>(offerKinds, { refused: 'estimate_not_found' }),
  advance: of<Advance, 'advance_not_found'>(['advance'], { refused: 'advance_not_found' }),
  invoice: of<Invoice, 'invoice_not_found'>(['invoice'], { refused: 'invoice_not_found' }),
  claim: of<Claim, 'document_not_found'>(claimKinds, { refused: 'document_not_found' }),
  creditNote: of<CreditNote, 'credit_note_not_found'>(['credit_note'], { refused: 'credit_note_not_found' }),
};

/** The document is an advance, but the operation needs lines. */
export const withoutLines = (document: BillingDocument): Refused<'advance_has_no_lines'> | undefined =>
  hasLines(document) ? undefined : { refused: 'advance_has_no_lines' };

/** Reads a document with its relatives, with current data. */
export const loadDocumentGroup = async <D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
): Promise<DocumentGroup<D> | Refused<R>> =>
  documentGroupToday(context, id, what, await readDocumentGroup(context.tx, id));

/** A stored document group with current data. */
export async function documentGroupToday<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  { kinds, missing }: DocumentLookup<D, R>,
  remembered: StoredDocumentGroup,
): Promise<DocumentGroup<D> | Refused<R>> {
  const requested = remembered.get(id);
  if (!requested || !kinds.includes(requested.document.kind)) return missing;
  const turnover = await turnoverThisYear(context, requested);
  const rates = await ratesOfDrafts(context, [...remembered.values()]);
  const members = membersToday(remembered, context.now, { turnoverThisYear: turnover, rates });
  return { asked: members.get(id) as Member<D>, members };
}

/**
 * The turnover of this year, takings without invoices included, for a draft that could exceed the
 * account's VAT exemption threshold; undefined for others.
 */
export async function turnoverThisYear(
  { tx, now }: Context,
  { document, settings }: { document: Pick<BillingDocument, 'sealed'>; settings: AccountSettings },
): Promise<number | undefined> {
  const watched = turnoverWatched(document, settings, now);
  if (!watched) return undefined;
  const taken = { test: tx.test, from: watched.from, to: civilDayOf(now, settings.zone) };
  const [billed, takings] = await Promise.all([
    billedSums(tx, watched),
    // Takings are euros: another currency has no threshold on the home page either.
    settings.currency === 'EUR' ? takingsByDay(tx, taken) : [],
  ]);
  return turnoverOfSums(billed, settings) + netOfTakings(takings);
}

/**
 * The current members of a group, parents first, because drafts follow the rest of their parents.
 */
function membersToday(
  remembered: StoredDocumentGroup,
  now: number,
  { turnoverThisYear, rates }: { turnoverThisYear?: number | undefined; rates: readonly ReferenceRate[] | undefined },
): Map<string, Member> {
  const documents = new Map<string, BillingDocument>();
  const stored = [...remembered.values()].map(({ document, settings }) =>
    rates ? withRateOfDay(document, { settings, now, rates }) : document,
  );
  for (const document of stored)
    documents.set(document.id, isInvoice(document) ? withCurrentDeductions(document, stored) : document);
  const members = new Map<string, Member>();
  for (const [id, { settings, contextVersion, ...known }] of remembered) {
    const { customer, projectName, seriesLastOn } = known;
    const document = documents.get(id) as BillingDocument;
    const parent = documents.get(document.parentId ?? '');
    const facts = factsOf(settings, now, { customer, parent, projectName, seriesLastOn, turnoverThisYear });
    members.set(id, { document: withCurrentFigures(document, parent), facts, contextVersion });
  }
  return members;
}
