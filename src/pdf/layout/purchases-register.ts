import type { Purchase, PurchaseNature } from '../../domain/books/purchase.ts';
import type { PurchaseTotals } from '../../domain/books/purchase-totals.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { type BookFrame, type BookPeriods, bookWritten, layOutBook, periodsTable } from './book-layout.ts';
import type { PrintedDocument } from './printed-document.ts';

/** A line with its words. */
type RegisterLine = {
  readonly line: Purchase;
  readonly nature: string;
  readonly method: string;
  /** Its VAT by rate, in words. */
  readonly vat: readonly string[];
};

type RegisterInput = BookFrame &
  BookPeriods<PurchaseTotals> & {
    readonly lines: readonly RegisterLine[];
    readonly total: PurchaseTotals;
    readonly natureNames: Readonly<Record<PurchaseNature, string>>;
  };

/** The law that asks for the register, printed on it. */
const DUTY =
  'Registre récapitulant par année le détail des achats, avec le mode de règlement et les références des pièces justificatives (CGI, art. 50-0, 5 ; C. com., art. L123-28 et D123-205-1). Les achats sont classés par date de paiement ; le numéro suit l’ordre d’enregistrement dans l’année. Un achat payé sur une période déjà clôturée est porté au premier jour ouvert. Une annulation est une ligne nouvelle, négative.';

/** Lays the register of purchases out for print, in French. */
export function printedRegister(given: RegisterInput): PrintedDocument {
  const { total, lines, natureNames } = given;
  const hasVat = lines.some(({ line }) => line.deductibleVat !== 0);
  return layOutBook(given, {
    heading: 'Registre des achats',
    headline: { label: 'Achats payés', amount: total.amount },
    columns: { designation: 'Fournisseur, nature et pièce', vat: hasVat ? 'TVA déductible' : undefined },
    count: total.count,
    lines: lines.map((each) => ({ amount: each.line.amount, printed: printedLine(each) })),
    parts: [
      ...total.natures.map(({ nature, amount }): [string, Cents] => [natureNames[nature], amount]),
      ['dont espèces', total.cash],
      ...(total.deductibleVat === 0 ? [] : [['dont TVA déductible', total.deductibleVat] as const]),
    ],
    periods: periodsTable(given, {
      head: ['Lignes', 'dont espèces', ...(hasVat ? ['dont TVA déductible'] : []), 'Total'],
      row: ({ count, cash, deductibleVat, amount }) => [
        ...[String(count), bookWritten.amount(cash)],
        ...(hasVat ? [bookWritten.amount(deductibleVat)] : []),
        bookWritten.amount(amount),
      ],
    }),
    duty: DUTY,
  });
}

function printedLine({ line, nature, method, vat }: RegisterLine): PrintedDocument['table']['lines'][number] {
  const { correctsId, designation, reference, receipt } = line;
  const said = [correctsId === undefined ? undefined : 'Annulation', nature, designation, reference];
  return {
    designation: line.supplierName,
    notes: [
      said.filter((each) => each !== undefined).join(' · '),
      ...(line.bookedOn === line.paidOn ? [] : [`payé le ${bookWritten.day(line.paidOn)}, période clôturée`]),
      ...vat.map((each) => `TVA ${each}`),
      ...(receipt ? [`Justificatif : ${receipt.name}`] : []),
    ],
    cells: {
      position: String(line.number),
      share: bookWritten.shortDay(line.bookedOn),
      quantity: method,
      vat: bookWritten.amount(line.deductibleVat),
      total: bookWritten.amount(line.amount),
    },
  };
}
