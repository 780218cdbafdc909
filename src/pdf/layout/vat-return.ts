import type { SheetLine } from '../../domain/books/vat-return/vat-sheet.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { type BookFrame, bookWritten, layOutBook } from './book-layout.ts';
import type { PrintedDocument } from './printed-document.ts';

type VatReturnInput = BookFrame & {
  readonly form: 'ca3' | 'ca12';
  readonly source: string;
  readonly lines: readonly SheetLine[];
  /** Whole euros. */
  readonly due: number;
  readonly credit: number;
  readonly dueOn: string;
};

const formNames = { ca3: '3310-CA3', ca12: '3517-S (CA12)' };
const EURO = 100;

/** Lays the VAT return out for print, in French: the lines of the form with what to write. */
export function printedVatReturn(given: VatReturnInput): PrintedDocument {
  const { form, source, lines, due, credit, dueOn } = given;
  const book = layOutBook(given, {
    heading: `Déclaration de TVA ${formNames[form]}`,
    headline:
      credit > 0
        ? { label: 'Crédit à reporter', amount: ofEuros(credit) }
        : { label: 'TVA à payer', amount: ofEuros(due) },
    columns: { designation: 'Libellé', vat: 'Base hors taxe (€)' },
    count: lines.length,
    lines: lines.map((line) => ({ amount: cents(0), printed: printedLine(line) })),
    parts: [],
    periods: undefined,
    duty: `Montants en euros, arrondis comme le demande le formulaire. Lignes et libellés : ${source}. Préparé à partir des documents, encaissements et achats enregistrés ; rien n’est transmis à l’administration. À déclarer et payer au plus tard le ${bookWritten.day(dueOn)}.`,
  });
  return {
    ...book,
    table: {
      ...book.table,
      columns: [
        { key: 'position', label: 'Ligne' },
        { key: 'designation', label: 'Libellé' },
        { key: 'vat', label: 'Base hors taxe (€)' },
        { key: 'total', label: 'Taxe (€)' },
      ],
      // The lines of a form are no column to add up.
      sums: lines.map(() => ''),
      ...{ toCarry: '', carried: '' },
    },
  };
}

const ofEuros = (euros: number): Cents => cents(euros * EURO);

const printedLine = ({ name, fr, base, tax }: SheetLine): PrintedDocument['table']['lines'][number] => ({
  designation: fr,
  notes: [],
  cells: { position: name, vat: written(base?.euros), total: written(tax?.euros) },
});

const written = (euros: number | undefined): string => (euros === undefined ? '' : whole.format(euros));
const whole = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });
