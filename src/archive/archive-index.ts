import { type Cell, dialects, writeRows } from '../csv/write-rows.ts';
import type { Closure } from '../domain/account/closure/closure.ts';
import { runningTotalsOf } from '../domain/account/closure/figures.ts';
import { nameOf, type PeriodKind } from '../domain/account/closure/period.ts';
import type { Kind } from '../domain/billing/document/kind.ts';
import type { StatedClosing } from '../domain/books/closing.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { escaped } from '../mail/escape-html.ts';
import { hasBookClosings, type Manifest } from './manifest.ts';
import { bookMembers, members } from './member-names.ts';
import type { ArchivedDocument, ArchivedPayment } from './sealed-records.ts';

/** A piece of one of the index files of an archive. */
export type Written = { readonly member: IndexMember; readonly text: string };
export type IndexMember = (typeof members)[Section | 'index'];
/** The index files of an archive. */
export const indexMembersOf = (manifest: Manifest): readonly IndexMember[] => [
  ...sectionsOf(manifest).map((section) => members[section]),
  members.index,
];

/** The position of an item in the audit chain. */
type Place = { readonly seq: number; readonly at: number; readonly sha256: string };

/**
 * Writes the index files of an archive piece by piece, in the order of its members: documents,
 * payments, closures, closings of the books. The same members give the same bytes, so a checker
 * recreates them for comparison.
 */
export type ArchiveIndex = {
  start: () => Written[];
  document: (document: ArchivedDocument, place: Place, files: readonly string[]) => Written[];
  payment: (payment: ArchivedPayment, place: Place & { number: string; currency: string }) => Written[];
  closure: (closure: Closure, place: { sha256: string; member: string }) => Written[];
  bookClosing: (closing: StatedClosing, sha256: string) => Written[];
  end: () => Written[];
};

type Section = 'documents' | 'payments' | 'closures' | 'bookClosings';
const sectionsOf = (manifest: Manifest): readonly Section[] => [
  ...(['documents', 'payments', 'closures'] as const),
  ...(hasBookClosings(manifest) ? (['bookClosings'] as const) : []),
];

export function archiveIndex(manifest: Manifest): ArchiveIndex {
  const { zone } = manifest;
  const sections = sectionsOf(manifest);
  let reached = 0;
  const page = (text: string): Written => ({ member: members.index, text });
  const row = (section: Section, cells: readonly Cell[], shown: readonly string[] = cells.map(plainly)): Written[] => [
    ...reach(section),
    { member: members[section], text: writeRows([cells], dialects.excelFr) },
    page(`<tr>${shown.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`),
  ];
  const reach = (section: Section): Written[] => {
    const written: Written[] = [];
    for (; reached <= sections.indexOf(section); reached++) {
      const opened = sections[reached] as Section;
      const heads = headings[opened].map((text) => `<th>${text}</th>`).join('');
      if (reached > 0) written.push(page('</table>\n'));
      written.push(page(`<h2 id="${opened}">${titles[opened]}</h2>\n<table>\n<tr>${heads}</tr>\n`));
    }
    return written;
  };
  return {
    start: () => [
      page(headOfPage(manifest)),
      ...sections.map((section) => ({
        member: members[section],
        text: dialects.excelFr.mark + writeRows([headings[section]], dialects.excelFr),
      })),
    ],
    document: (document, place, files) => {
      const cells = documentCells(document, place, { zone, files });
      const links = files.map((file) => `<a href="${escaped(file)}">${escaped(file.split('/').at(-1) ?? '')}</a>`);
      return row('documents', cells, [...cells.slice(0, -1).map(plainly), links.join('<br>')]);
    },
    payment: (payment, place) => row('payments', paymentCells(payment, place, zone)),
    closure: (closure, place) => closureRows(closure, place).flatMap((cells) => row('closures', cells)),
    bookClosing: (closing, sha256) => row('bookClosings', closingCells(closing, sha256)),
    end: () => [...reach(sections.at(-1) as Section), page('</table>\n</body>\n</html>\n')],
  };
}

const titles: Readonly<Record<Section, string>> = {
  documents: 'Documents',
  payments: 'Paiements',
  closures: 'Clôtures',
  bookClosings: 'Clôtures des livres',
};
const headings: Readonly<Record<Section, readonly string[]>> = {
  documents: [
    ...['Numéro', 'Nature', 'Date', 'Enregistré le', 'Client', 'Devise', 'HT', 'TVA', 'TTC', 'Acomptes déduits TTC'],
    ...['Ventilation par taux', 'Maillon', 'SHA-256', 'Fichiers'],
  ],
  payments: [
    ...['Document', 'Reçu le', 'Enregistré le', 'Moyen', 'Montant', 'Devise', 'Contre-passe', 'Identifiant'],
    ...['Maillon', 'SHA-256'],
  ],
  closures: [
    ...['Nature', 'Période', 'Numéro', 'Devise', 'Factures et acomptes', 'Montant TTC', 'Avoirs', 'Montant TTC'],
    ...['CA HT', 'TVA', 'CA TTC', 'Encaissé', 'Cumul de l’année TTC', 'Total perpétuel TTC', 'SHA-256', 'Fichier'],
  ],
  bookClosings: [
    ...['Numéro', 'Du', 'Au', 'Recettes', 'Montant EUR', 'Achats', 'Montant EUR', 'SHA-256'],
    ...['Clôture', 'Lignes des recettes', 'Lignes des achats', 'Lignes des kilomètres'],
  ],
};

const natures: Readonly<Record<Kind | PeriodKind, string>> = {
  invoice: 'Facture',
  advance: 'Facture d’acompte',
  credit_note: 'Avoir',
  estimate: 'Devis',
  purchase_order: 'Bon de commande',
  day: 'Jour',
  month: 'Mois',
  year: 'Année',
};

function documentCells(
  { kind, sealed, currency, net, vat, deducted, breakdown }: ArchivedDocument,
  { seq, at, sha256 }: Place,
  { zone, files }: { zone: string; files: readonly string[] },
): Cell[] {
  const rates = Object.entries(breakdown).map(([key, amount]) => `${key} ${money(amount.net)} + ${money(amount.vat)}`);
  return [
    ...[sealed.number, natures[kind], civilDayOf(sealed.emittedAt, zone), civilDayOf(at, zone)],
    ...[sealed.customerName, currency, cents(net), cents(vat), cents(net + vat), cents(deducted)],
    ...[rates.join(' ; '), { decimal: String(seq) }, sha256, files.join(' ; ')],
  ];
}

const paymentCells = (
  { id, receivedAt, method, otherMethod, amount, reversesId }: ArchivedPayment,
  { seq, at, sha256, number, currency }: Place & { number: string; currency: string },
  zone: string,
): Cell[] => [
  ...[number, civilDayOf(receivedAt, zone), civilDayOf(at, zone), otherMethod ?? method, cents(amount), currency],
  ...[reversesId, id, { decimal: String(seq) }, sha256],
];

function closureRows(closure: Closure, { sha256, member }: { sha256: string; member: string }): Cell[][] {
  const totals = runningTotalsOf(closure.figures);
  return Object.entries(closure.figures).map(([currency, { invoices, advances, creditNotes }]) => [
    ...[natures[closure.kind], nameOf(closure), { decimal: String(closure.n) }, currency],
    ...[{ decimal: String(invoices.count + advances.count) }, cents(invoices.total + advances.total)],
    ...[{ decimal: String(creditNotes.count) }, cents(creditNotes.total)],
    ...[cents(totals[currency]?.net), cents(totals[currency]?.vat), cents(totals[currency]?.total)],
    ...[cents(totals[currency]?.received), cents(closure.yearToDate[currency]?.total)],
    ...[cents(closure.perpetual[currency]?.total), sha256, member],
  ]);
}

function closingCells({ number, from, to, receipts, purchases, mileage }: StatedClosing, sha256: string): Cell[] {
  const files = bookMembers(number);
  return [
    ...[{ decimal: String(number) }, from, to],
    ...[{ decimal: String(receipts.count) }, cents(receipts.totals.amount)],
    ...[{ decimal: String(purchases.count) }, cents(purchases.totals.amount)],
    ...[sha256, files.closing, files.receipts, files.purchases, mileage && files.mileage],
  ];
}

const cents = (amount: number | undefined): Cell => ({ decimal: money(amount ?? 0) });
/** Cents as a number with two decimals. */
const money = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
const plainly = (cell: Cell): string =>
  typeof cell === 'string' ? escaped(cell) : (cell?.decimal.replace('.', ',') ?? '');

function headOfPage(manifest: Manifest): string {
  const { name, account, mode, from, to, zone, madeAt, software } = manifest;
  const isTest = mode === 'test' ? '<p><strong>Documents de test, sans valeur.</strong></p>\n' : '';
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<title>Archive ${escaped(name)}, du ${from} au ${to}</title>
<style>
body { font-family: system-ui, sans-serif; margin: 2rem; color: #1b1b1b; }
table { border-collapse: collapse; font-size: 0.8rem; }
th, td { border: 1px solid #bbb; padding: 0.2rem 0.4rem; text-align: left; vertical-align: top; }
th { background: #eee; position: sticky; top: 0; }
</style>
</head>
<body>
<h1>${escaped(name)}</h1>
${isTest}<p>Archive de ce qui a été enregistré du ${from} au ${to} (${escaped(zone)}), faite le ${new Date(madeAt * 1000).toISOString()}
par Facturier ${escaped(software)}. Compte ${escaped(account)}. Ce que contient chaque fichier, et comment le vérifier :
<a href="${members.readmeFr}">${members.readmeFr}</a>.</p>
<p><a href="#documents">Documents</a> · <a href="#payments">Paiements</a> · <a href="#closures">Clôtures</a>${
    hasBookClosings(manifest) ? ' · <a href="#bookClosings">Clôtures des livres</a>' : ''
  }</p>
`;
}
