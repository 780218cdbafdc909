import { settingsOf } from '../../db/account/settings.ts';
import { lastClosing } from '../../db/books/closings.ts';
import { countAlike, insertPurchases } from '../../db/books/purchase-batch.ts';
import { lastPurchaseNumber, lockPurchases } from '../../db/books/purchases.ts';
import { bookingDay } from '../../domain/books/closing.ts';
import {
  PURCHASES_OF_YEAR_MAX,
  type Purchase,
  type PurchaseFacts,
  purchaseRefused,
  supplierNameKey,
} from '../../domain/books/purchase.ts';
import { owedVat } from '../../domain/books/purchase-vat.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { PurchaseForm, purchaseFactsOf } from '../../schemas/books/purchase.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import type { Importer, ImportWork } from '../import-export/import-file.ts';
import { headerOf, type ReadRow } from '../import-export/read-row.ts';
import { faultOf, formOf, hasRequiredFields } from '../import-export/row-faults.ts';
import { publishPurchases } from './publish-purchase-events.ts';
import { purchaseColumns } from './purchase-columns.ts';
import { correctionsInFile, type PurchaseRow, type PurchaseWriter } from './purchase-corrections-in-file.ts';

const REQUIRED = ['paidOn', 'supplierName', 'amount'] as const;

/** What an import of purchases adds up to. */
export type PurchaseSums = {
  known: number;
  bookedLater: number;
  amount: number;
  deductibleVat: number;
  owedVat: number;
};

/**
 * Records the rows of a file in the register of purchases. A row that the register already has is
 * left out, so that importing a file twice records nothing twice; two equal rows of one file are
 * two purchases. Counter-entries and replacements name their line by its id in the file.
 */
export const purchaseImporter = (sums: PurchaseSums, { importKnown }: { readonly importKnown: boolean }): Importer => ({
  columns: purchaseColumns,
  required: REQUIRED,
  keys: () => [],
  readings: async (work) => {
    Object.assign(sums, noSums());
    await lockPurchases(work.context.tx);
    const writer = await openWriter(work, sums);
    const facts = await factsReader(work);
    const sift = sifter(work, sums, importKnown);
    const corrections = correctionsInFile(work, writer);
    const take = async (rows: readonly ReadRow[]): Promise<PurchaseRow[]> => {
      const stated = rows.map((row) => ({ row, facts: facts(row) }));
      return sift(stated.filter((each): each is PurchaseRow => each.facts !== undefined));
    };
    const plain = async (rows: readonly ReadRow[]): Promise<void> => {
      for (const row of await take(rows)) {
        corrections.recorded(row, await writer.add(row));
        await work.turn();
      }
      writer.flush();
    };
    if (!corrections.areThere) return [{ takes: () => true, slice: plain }];
    return [
      { takes: (row) => !isLinked(row), slice: plain },
      { takes: isLinked, slice: async (rows) => corrections.hold(await take(rows)) },
      { takes: () => false, slice: corrections.settle },
    ];
  },
});

export const noSums = (): PurchaseSums => ({ known: 0, bookedLater: 0, amount: 0, deductibleVat: 0, owedVat: 0 });

const isLinked = ({ said }: ReadRow): boolean => said.correctsId !== undefined || said.replacesId !== undefined;

/** Reads the facts of a row, and notes what is wrong. */
async function factsReader(work: ImportWork): Promise<(row: ReadRow) => PurchaseFacts | undefined> {
  const { tx, now } = work.context;
  const { settings } = await settingsOf(tx);
  const rules = { today: civilDayOf(now, settings.zone), deducts: declaresVat(settings) };
  return ({ row, said }) => {
    if (!hasRequiredFields(REQUIRED, said, row, work)) return undefined;
    const { nature = 'other', method = 'other' } = said;
    const { paidOn, supplierName, designation, amount, deductibleVat, reference, vatByRate: vat } = said;
    const members = { paidOn, supplierName, designation, amount, deductibleVat, reference, vat };
    const stated = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
    const form = formOf(PurchaseForm, { ...stated, nature, method }, row, work);
    if (!form) return undefined;
    const facts = purchaseFactsOf(withOneDeduction(form), rules);
    const refused = purchaseRefused(facts, rules);
    if (refused) {
      work.notes.bad(row, faultOf(refused), headerOf(COLUMN_OF[refused.refused], work.file));
      return undefined;
    }
    if (said.nature === undefined) work.notes.doubtful(row, NATURE_MISSING, headerOf('nature', work.file));
    if (said.method === undefined) work.notes.doubtful(row, METHOD_MISSING, headerOf('method', work.file));
    if (said.receipt !== undefined) work.notes.doubtful(row, RECEIPT_NOT_THERE, headerOf('receipt', work.file));
    return facts;
  };
}

const COLUMN_OF = {
  purchase_to_come: 'paidOn',
  purchase_vat_exceeds: 'deductibleVat',
  purchase_vat_disagrees: 'vatByRate',
} as const;

type Form = Parameters<typeof purchaseFactsOf>[0];

/** One rate that was charged, without a part of its own, is deductible as far as the row says. */
function withOneDeduction({ vat, deductibleVat, ...form }: Form): Form {
  const charged = (vat ?? []).filter(({ treatment }) => treatment === 'charged');
  const isOne = charged.length === 1 && deductibleVat !== undefined;
  const rows = vat?.map((row) =>
    isOne && row.treatment === 'charged' && row.deductible === undefined ? { ...row, deductible: deductibleVat } : row,
  );
  return { ...form, ...(rows && { vat: rows }), ...(deductibleVat !== undefined && { deductibleVat }) };
}

/** Leaves out rows that the register already has, as often as it has them. */
function sifter(work: ImportWork, sums: PurchaseSums, importKnown: boolean) {
  const seen = new Map<string, { readonly there: number; times: number }>();
  return async (rows: readonly PurchaseRow[]): Promise<PurchaseRow[]> => {
    const all = new Map(rows.map(({ facts }) => [likenessOf(facts), facts]));
    const unknown = new Map([...all].filter(([key]) => !seen.has(key)));
    const counts = await countAlike(work.context.tx, [...unknown.values()]);
    for (const [place, key] of [...unknown.keys()].entries()) seen.set(key, { there: counts[place] ?? 0, times: 0 });
    return rows.filter(({ row, facts }) => {
      const alike = seen.get(likenessOf(facts));
      if (!alike || (alike.times += 1) > alike.there || importKnown) return true;
      sums.known += 1;
      work.notes.doubtful(row.row, KNOWN);
      return false;
    });
  };
}

const likenessOf = ({ paidOn, supplierName, amount, reference }: PurchaseFacts): string =>
  JSON.stringify([paidOn, supplierNameKey(supplierName), amount, reference ?? '']);

/** Gives lines their day of booking and their number, as if recorded by hand in this order. */
async function openWriter(work: ImportWork, sums: PurchaseSums): Promise<PurchaseWriter> {
  const { context, notes } = work;
  const { tx, now, newId } = context;
  const closedThrough = (await lastClosing(tx))?.to;
  const numbers = new Map<string, number>();
  let batch: Purchase[] = [];
  const numberAfter = async (year: string): Promise<number> =>
    1 + (numbers.get(year) ?? (await lastPurchaseNumber(tx, Number(year))));
  return {
    add: async ({ row, facts }, links = {}) => {
      const bookedOn = bookingDay(facts.paidOn, closedThrough);
      const year = bookedOn.slice(0, 4);
      const number = await numberAfter(year);
      if (number > PURCHASES_OF_YEAR_MAX) {
        notes.bad(row.row, faultOf({ refused: 'purchases_of_year_full', limit: PURCHASES_OF_YEAR_MAX }));
        return undefined;
      }
      numbers.set(year, number);
      const purchase: Purchase = { ...facts, ...links, id: newId(), number, bookedOn, createdAt: now };
      batch.push(purchase);
      addUp(sums, purchase);
      if (bookedOn !== facts.paidOn) notes.doubtful(row.row, bookedLater(bookedOn), headerOf('paidOn', work.file));
      return purchase;
    },
    flush: () => {
      notes.created(batch.length);
      if (work.writes()) {
        insertPurchases(tx, batch);
        publishPurchases(context, batch);
      }
      batch = [];
    },
  };
}

function addUp(sums: PurchaseSums, { amount, deductibleVat, vat, bookedOn, paidOn }: Purchase): void {
  sums.amount += amount;
  sums.deductibleVat += deductibleVat;
  sums.owedVat += owedVat(vat).owed;
  if (bookedOn !== paidOn) sums.bookedLater += 1;
}

const KNOWN: CustomFault = {
  code: 'purchase_known',
  fr: 'Déjà dans le registre, ligne laissée de côté : même jour, même fournisseur, même montant, même pièce',
  en: 'Already in the register, row left out: same day, supplier, amount and reference',
};
const NATURE_MISSING: CustomFault = {
  code: 'nature_missing',
  fr: 'Sans nature : « Autres achats »',
  en: 'Without a nature: "Other purchases"',
};
const METHOD_MISSING: CustomFault = {
  code: 'method_missing',
  fr: 'Sans mode de règlement : « autre »',
  en: 'Without a means of payment: "other"',
};
const RECEIPT_NOT_THERE: CustomFault = {
  code: 'receipt_not_imported',
  fr: 'Un tableau ne contient pas le justificatif : gardez-le à part',
  en: 'A table does not contain the receipt: keep it separately',
};
const bookedLater = (day: CivilDay): CustomFault => ({
  code: 'purchase_booked_later',
  fr: `Payé dans une période clôturée : inscrit au ${day}`,
  en: `Paid in a closed period: booked on ${day}`,
});
