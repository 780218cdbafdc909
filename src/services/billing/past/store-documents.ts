import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../audit/canonical-json.ts';
import { settingsOf } from '../../../db/account/settings.ts';
import {
  addToCredited,
  insertPastDocuments,
  type NewPastDocument,
  pastIdsByNumber,
} from '../../../db/billing/past/past-documents.ts';
import {
  insertPastPayments,
  insertPastTurnover,
  type NewPastPayment,
  type PastTurnover,
} from '../../../db/billing/past/past-payments.ts';
import { lastClosing } from '../../../db/books/closings.ts';
import { type PaidClaim, paidClaims } from '../../../db/home/bill-facts.ts';
import { referenceRates } from '../../../db/reference-rates.ts';
import { type AccountSettings, mentionOf } from '../../../domain/account/settings.ts';
import type { PaymentMethod } from '../../../domain/billing/document/terms/payment-terms.ts';
import { type PastDocument, pastTextOf } from '../../../domain/billing/past/past-document.ts';
import { netOfForeign, type PlannedDocument } from '../../../domain/billing/past/plan-import.ts';
import { declaresVat } from '../../../domain/books/vat-return/vat-periods.ts';
import { billingAddressOf, type Party } from '../../../domain/customers/party.ts';
import { sharesOf } from '../../../domain/home/claim-history.ts';
import { withCommercial } from '../../../domain/home/commercial-part.ts';
import { collectedParts, invoicedParts } from '../../../domain/home/turnover-part.ts';
import { type ReferenceRate, rateDaysFor, referenceRate } from '../../../domain/money/reference-rates.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import { type Breakdown, minus } from '../../../domain/vat/breakdown.ts';
import type { VatCode } from '../../../domain/vat/vat-code.ts';
import { territoryOf } from '../../../domain/vat/vat-territory.ts';
import type { Context } from '../../context.ts';

/** Documents stored per statement: bounds the memory. */
const BATCH = 500;

type Here = Pick<Context, 'tx' | 'now' | 'newId'>;
/** A planned document with its customer and paper. */
export type DocumentToStore = PlannedDocument & {
  readonly customer: Party;
  readonly paper?: NonNullable<PastDocument['paper']>;
};
export type StoredDocuments = { readonly documents: number; readonly payments: number; readonly digest: string };

/**
 * Stores documents of another program with their payments and what they add to turnover. Days that
 * were closed before stay as they were closed: what falls on them counts in no book.
 */
export async function storeDocuments(
  context: Here,
  importId: string,
  documents: readonly DocumentToStore[],
): Promise<StoredDocuments> {
  const { tx, now, newId } = context;
  const [{ settings }, closing] = await Promise.all([settingsOf(tx), lastClosing(tx)]);
  const facts = { settings, closedThrough: closing?.to, rates: await ratesFor(context, settings, documents) };
  const withIds = documents.map((each) => ({ ...each, id: newId() }));
  const correctedIds = await correctedBy(context, withIds);
  // Documents come before the credit notes that correct them.
  const ordered = [
    ...withIds.filter(({ id }) => !correctedIds.has(id)),
    ...withIds.filter(({ id }) => correctedIds.has(id)),
  ];
  const digest = createHash('sha256');
  const credited = new Map<string, number>();
  let payments = 0;
  for (let start = 0; start < ordered.length; start += BATCH) {
    const some = ordered.slice(start, start + BATCH);
    const made = some.map((each) => rowOf(each, { ...facts, importId, now, correctsId: correctedIds.get(each.id) }));
    for (const { digest: one, correctsId, total } of made) {
      digest.update(one);
      if (correctsId !== undefined) credited.set(correctsId, (credited.get(correctsId) ?? 0) + total);
    }
    const paid = some.flatMap((each) => paymentsOf(context, each, { importId, closedThrough: closing?.to }));
    insertPastDocuments(tx, { importId, now }, made);
    insertPastPayments(tx, paid);
    payments += paid.length;
  }
  addToCredited(tx, credited);
  for (let start = 0; start < ordered.length; start += BATCH)
    await storeTurnover(
      context,
      ordered.slice(start, start + BATCH).map(({ id }) => id),
    );
  return { documents: ordered.length, payments, digest: digest.digest('hex') };
}

/** The past document that each credit note corrects, if it is known. */
async function correctedBy(
  { tx }: Here,
  documents: readonly (DocumentToStore & { readonly id: string })[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = documents.flatMap(({ document }) =>
    document.kind === 'credit_note' ? (document.corrects ?? []) : [],
  );
  if (numbers.length === 0) return new Map();
  const byNumber = await pastIdsByNumber(tx, [...new Set(numbers)]);
  for (const { document, id } of documents) if (document.kind !== 'credit_note') byNumber.set(document.number, id);
  return new Map(
    documents.flatMap(({ document, id }) => {
      const corrected = document.kind === 'credit_note' ? byNumber.get(document.corrects ?? '') : undefined;
      return corrected === undefined ? [] : [[id, corrected] as const];
    }),
  );
}

async function ratesFor(
  { tx }: Here,
  { currency }: AccountSettings,
  documents: readonly DocumentToStore[],
): Promise<readonly ReferenceRate[]> {
  const foreign = documents.filter(({ document }) => document.currency !== currency).map(({ document }) => document);
  if (foreign.length === 0) return [];
  const days = foreign.map(({ issuedOn }) => issuedOn).toSorted();
  const codes = [...new Set([currency, ...foreign.map((each) => each.currency)])];
  return referenceRates(tx, { from: rateDaysFor(days[0] as CivilDay).from, to: days.at(-1) as CivilDay, codes });
}

type RowFacts = {
  readonly settings: AccountSettings;
  readonly closedThrough: CivilDay | undefined;
  readonly rates: readonly ReferenceRate[];
  readonly importId: string;
  readonly now: number;
  readonly correctsId: string | undefined;
};

function rowOf(
  { id, document, total, source, customer, paper }: DocumentToStore & { readonly id: string },
  { settings, closedThrough, rates, importId, now, correctsId }: RowFacts,
): NewPastDocument {
  const { currency: base, emitter } = settings;
  const { kind, number, key, issuedOn, dueOn, currency } = document;
  const rate = currency === base ? 1 : (referenceRate(rates, { code: currency, base, on: issuedOn })?.rate ?? 1);
  const zeroRated = zeroRatedFor(customer, settings);
  const text = canonicalJson(
    pastTextOf(document, { customer, emitter, mention: mentionOf(settings), rate, base, zeroRated }),
  );
  const paid = document.payments.reduce((all, { amount }) => all + amount, 0);
  return {
    ...{ id, kind, number, issuedOn, customer, currency, total, net: netOfForeign(document), importId, text },
    ...(dueOn !== undefined && { dueOn }),
    ...(source !== undefined && { source }),
    ...(key !== undefined && { foreignKey: key }),
    ...(correctsId !== undefined && { correctsId }),
    ...(paper && { paper }),
    ...{ paid: paid as PastDocument['paid'], credited: 0 as PastDocument['credited'], takenOverAt: now },
    isInBooks: closedThrough === undefined || issuedOn > closedThrough,
    digest: createHash('sha256').update(text).digest('hex'),
  };
}

/** The VAT code of sales without VAT: by the territory of the buyer, if the account charges VAT. */
function zeroRatedFor(customer: Party, settings: AccountSettings): VatCode {
  if (!declaresVat(settings)) return 'FR_00HT';
  const territory = territoryOf(billingAddressOf(customer));
  return territory === 'outside' ? 'FR_0HUE' : territory === 'union' ? 'FR_00UE' : 'FR_00HT';
}

const paymentsOf = (
  { newId, now }: Here,
  { id, document }: DocumentToStore & { readonly id: string },
  { importId, closedThrough }: { importId: string; closedThrough: CivilDay | undefined },
): NewPastPayment[] =>
  document.payments.map(({ on, amount, method }) => ({
    ...{ id: newId(), documentId: id, on, amount, importId, at: now },
    method: method ?? USUAL_METHOD,
    isInBooks: closedThrough === undefined || on > closedThrough,
  }));

/** Where the file does not say how it was paid. */
const USUAL_METHOD = 'transfer' satisfies PaymentMethod;

/** What stored documents and their payments add to turnover: read by the rules of all bills. */
async function storeTurnover({ tx }: Here, ids: readonly string[]): Promise<void> {
  const claims = await paidClaims(tx, ids);
  insertPastTurnover(
    tx,
    claims.flatMap((claim) => [
      { documentId: claim.id, movementId: claim.id, on: claim.on, parts: invoicedParts(claim.facts, claim.on) },
      ...turnoverOfPayments(claim),
    ]),
  );
}

/** What payments of a document add to turnover; of a credit note they take away. */
export function turnoverOfPayments({ id: documentId, facts, history, days, mix }: PaidClaim): PastTurnover[] {
  const sign = facts.kind === 'credit_note' ? (share: Breakdown) => minus({}, share) : (share: Breakdown) => share;
  return [...sharesOf(history)].flatMap(([movementId, share]) => {
    const on = days.get(movementId);
    if (on === undefined) return [];
    return [{ documentId, movementId, on, parts: withCommercial(collectedParts(facts, sign(share), on), mix) }];
  });
}
