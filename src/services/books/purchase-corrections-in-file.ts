import { type Purchase, type PurchaseFacts, takenBack } from '../../domain/books/purchase.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import type { ImportWork } from '../import-export/import-file.ts';
import { headerOf, type ReadRow } from '../import-export/read-row.ts';

/** A row that is a purchase, and the facts that it states. */
export type PurchaseRow = { readonly row: ReadRow; readonly facts: PurchaseFacts };
type Links = Pick<Purchase, 'correctsId' | 'replacesId'>;

/** Records lines in the register, one batch at a time. */
export type PurchaseWriter = {
  /** A line; undefined if its year is full, which is noted. */
  readonly add: (row: PurchaseRow, links?: Links) => Promise<Purchase | undefined>;
  readonly flush: () => void;
};

/**
 * Counter-entries and replacements of a file, recorded after the lines they name. They name them
 * by the ids of the file; lines of the register are corrected by correct-purchase.
 */
export function correctionsInFile(work: ImportWork, writer: PurchaseWriter) {
  const { file, notes } = work;
  const recorded = new Map<string, Purchase>();
  const corrections = new Map<string, PurchaseRow[]>();
  const replacements = new Map<string, PurchaseRow[]>();
  const refuse = ({ row }: PurchaseRow, fault: CustomFault, member: 'correctsId' | 'replacesId'): void =>
    notes.bad(row.row, fault, headerOf(member, file));

  /** Records what takes a line back and stands for it; returns the file’s id of the replacement. */
  const settleLine = async (id: string): Promise<string | undefined> => {
    const line = recorded.get(id);
    const [correction, ...further] = taken(corrections, id);
    for (const row of further) refuse(row, TAKEN_BACK_TWICE, 'correctsId');
    if (!line || !correction) return undefined;
    const facts = takenBack(line);
    if (!isSame(facts, correction.facts)) refuse(correction, NOT_ITS_OPPOSITE, 'correctsId');
    else if (!(await writer.add({ row: correction.row, facts }, { correctsId: line.id }))) return undefined;
    const [replacement, ...others] = taken(replacements, id);
    for (const row of others) refuse(row, REPLACED_TWICE, 'replacesId');
    if (!replacement) return undefined;
    const added = await writer.add(replacement, { replacesId: line.id });
    const own = idOf(replacement, 'id');
    if (added && own !== undefined) recorded.set(own, added);
    return own;
  };

  return {
    /** Whether the file has a column for them. */
    areThere: file.places.has('correctsId') || file.places.has('replacesId'),
    /** A line that was recorded, which later rows may name. */
    recorded: (row: PurchaseRow, purchase: Purchase | undefined): void => {
      const id = idOf(row, 'id');
      if (id !== undefined && purchase) recorded.set(id, purchase);
    },
    /** Keeps rows until all lines are recorded. */
    hold: (rows: readonly PurchaseRow[]): void => {
      for (const row of rows) {
        const corrected = idOf(row, 'correctsId');
        if (corrected !== undefined) kept(corrections, corrected).push(row);
        else kept(replacements, idOf(row, 'replacesId') ?? '').push(row);
      }
    },
    settle: async (): Promise<void> => {
      for (const id of corrections.keys()) {
        // A replacement may have been taken back in turn.
        for (let next: string | undefined = id; next !== undefined && recorded.has(next); ) {
          next = await settleLine(next);
          await work.turn();
        }
      }
      for (const rows of corrections.values()) for (const row of rows) refuse(row, LINE_NOT_IN_FILE, 'correctsId');
      for (const rows of replacements.values()) for (const row of rows) refuse(row, LINE_NOT_IN_FILE, 'replacesId');
      writer.flush();
    },
  };
}

function idOf({ row: { said } }: PurchaseRow, member: 'id' | 'correctsId' | 'replacesId'): string | undefined {
  const id = said[member];
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

function kept(rows: Map<string, PurchaseRow[]>, id: string): PurchaseRow[] {
  const there = rows.get(id) ?? [];
  rows.set(id, there);
  return there;
}

function taken(rows: Map<string, PurchaseRow[]>, id: string): PurchaseRow[] {
  const there = rows.get(id) ?? [];
  rows.delete(id);
  return there;
}

const isSame = (one: PurchaseRow['facts'], other: PurchaseRow['facts']): boolean =>
  one.paidOn === other.paidOn && one.amount === other.amount && one.deductibleVat === other.deductibleVat;

const LINE_NOT_IN_FILE: CustomFault = {
  code: 'purchase_link_unknown',
  fr: 'La ligne annulée n’est pas parmi celles que ce fichier ajoute. Si elle est déjà au registre, corrigez-la là-bas',
  en: 'The line it takes back is not among those that this file adds. If the register has it, correct it there',
};
const NOT_ITS_OPPOSITE: CustomFault = {
  code: 'purchase_counter_entry_differs',
  fr: 'Une annulation a le jour de sa ligne et ses montants, en sens inverse',
  en: 'A counter-entry has the day of its line, and its amounts negated',
};
const TAKEN_BACK_TWICE: CustomFault = {
  code: 'purchase_taken_back_twice',
  fr: 'Une autre ligne du fichier l’annule déjà',
  en: 'Another row of the file already takes it back',
};
const REPLACED_TWICE: CustomFault = {
  code: 'purchase_replaced_twice',
  fr: 'Une autre ligne du fichier la remplace déjà',
  en: 'Another row of the file already replaces it',
};
