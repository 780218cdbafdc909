import type { Tx } from '../../db/transaction.ts';
import type { AccountingBasis } from '../../domain/books/accounting/chart-of-accounts.ts';
import type { EntryLine } from '../../domain/books/accounting/entry.ts';
import { journalNames } from '../../domain/books/accounting/entry.ts';
import {
  entryFileName,
  entryNumber,
  fileHeader,
  fileLines,
  type NumberedEntry,
} from '../../domain/books/accounting/entry-file.ts';
import { fr } from '../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney } from '../import-export/column.ts';
import { lettererOf } from './letter-entries.ts';
import { openedEventsAfter } from './opened-ledger.ts';
import { hasPurchases, LEDGER_BATCH, type Ledger, type LedgerPlace } from './read-entries.ts';

/** A part of a file of entries; `next` is where the following part continues. */
export type EntryFilePart = { readonly entries: readonly NumberedEntry[]; readonly next: LedgerPlace | undefined };

/** The next part of the entries of a period. */
export async function entryFilePart(tx: Tx, ledger: Ledger, after: LedgerPlace): Promise<EntryFilePart> {
  const events = await openedEventsAfter(tx, ledger, after, LEDGER_BATCH);
  const letter = await lettererOf(tx, ledger);
  const entries = await letter(events.flatMap((event) => event.entries));
  return { entries, next: events.length < LEDGER_BATCH ? undefined : events.at(-1)?.place };
}

/** The text of a part in the format of the tax office; the first part starts with the header. */
export function entryFileText({ entries }: EntryFilePart, { chart }: Ledger, isFirst: boolean): string {
  const form = { basis: chart.basis, methodName };
  const lines = entries.map((entry) => fileLines(entry, form));
  return (isFirst ? fileHeader(form) : '') + lines.join('');
}

const methodName = (method: string): string => fr.methods[method as keyof typeof fr.methods];

/** The name of the file of a period. */
export const nameOfEntryFile = async (tx: Tx, ledger: Ledger): Promise<string> =>
  entryFileName({
    ...{ from: ledger.from, to: ledger.to, siren: ledger.settings.emitter.siret?.slice(0, SIREN_DIGITS) },
    ...{ test: tx.test, hasPurchases: await hasPurchases(tx, ledger) },
  });

const SIREN_DIGITS = 9;

/** A line of an entry in a spreadsheet. */
type Shown = EntryLine & { readonly entry: NumberedEntry };

/** The lines of entries, for a spreadsheet. */
export const shownLines = (entries: readonly NumberedEntry[]): Shown[] =>
  entries.flatMap((entry) => entry.lines.map((line) => ({ ...line, entry })));

/** The columns of the journals in a spreadsheet. */
export const entryColumns: readonly ShownColumn<Shown>[] = [
  { names: ['Journal'], show: ({ entry }) => entry.journal },
  { names: ['Libellé du journal'], show: ({ entry }) => journalNames[entry.journal] },
  { names: ['Écriture'], show: ({ entry }) => entryNumber(entry) },
  { names: ['Date'], show: ({ entry }) => entry.on },
  { names: ['Compte'], show: ({ account }) => account.number },
  { names: ['Libellé du compte'], show: ({ account }) => account.label },
  { names: ['Compte auxiliaire'], show: ({ auxiliary }) => auxiliary?.number },
  { names: ['Tiers'], show: ({ auxiliary }) => auxiliary?.name },
  { names: ['Pièce'], show: ({ entry }) => entry.piece },
  { names: ['Libellé'], show: ({ entry }) => entry.label },
  { names: ['Débit'], show: ({ amount }) => (amount > 0 ? shownMoney(amount) : undefined) },
  { names: ['Crédit'], show: ({ amount }) => (amount < 0 ? shownMoney(-amount) : undefined) },
  { names: ['Devise'], show: ({ entry, foreign }) => (foreign === undefined ? undefined : entry.currency) },
  {
    names: ['Montant en devise'],
    show: ({ foreign }) => (foreign === undefined ? undefined : shownMoney(Math.abs(foreign))),
  },
  { names: ['Lettrage'], show: ({ letter }) => letter?.code },
  { names: ['Date de lettrage'], show: ({ letter }) => letter?.on },
];

/**
 * The description that goes with the file (LPF art. A47 A-1, X): in French, because it is for the
 * tax office and accountants.
 */
export function entryFileDescription(
  { from, to, chart, settings }: Ledger,
  { name, isWhole }: { readonly name: string; readonly isWhole: boolean },
): string {
  const scope = isWhole
    ? 'Contenu : ventes, encaissements et achats enregistrés dans Facturier. Les écritures d’inventaire, de paie et d’emprunt n’y sont pas.'
    : 'Contenu : ventes et encaissements seulement. Les achats de la période ne sont pas enregistrés dans Facturier : ce fichier n’est pas le fichier des écritures comptables (FEC) de l’entreprise, il est à importer par l’expert-comptable.';
  const lines = [
    `Fichier : ${name}`,
    `Entreprise : ${settings.emitter.name ?? ''}`,
    `Période : du ${from} au ${to}`,
    scope,
    `Comptabilité : ${basisNames[chart.basis]}.`,
    'Format : texte à plat, champs séparés par une tabulation, fin de ligne CR LF, codage UTF-8 sans marque d’ordre, première ligne avec les noms des champs.',
    'Champs : ceux de l’article A47 A-1 du livre des procédures fiscales, dans son ordre. Dates AAAAMMJJ, montants en euros avec une virgule décimale.',
    `Journaux : ${Object.entries(journalNames)
      .map(([code, label]) => `${code} ${label}`)
      .join(', ')}.`,
    'EcritureNum : code du journal, tiret, numéro continu depuis 1 au premier jour de la période, dans l’ordre des dates.',
    'Journal AN : les soldes des comptes de bilan au premier jour d’un exercice, par client, fournisseur et pièce ouverte, le résultat de chaque exercice antérieur en 120 ou 129 (101 pour un entrepreneur individuel), et les soldes saisis.',
    'CompAuxNum : C et douze caractères de l’identifiant du client ; F et le nom du fournisseur.',
    'ValidDate : le jour de la finalisation de la pièce ou de l’enregistrement du mouvement.',
    'Montantdevise : sans signe, du côté du débit ou du crédit de la ligne ; la conversion suit le taux de la pièce.',
    'EcritureLet : le numéro de la pièce dont la dette est soldée au dernier jour de la période ; vide pour une dette ouverte. Une pièce de la période réglée après son dernier jour n’est pas lettrée ; un règlement de la période porte le numéro d’une pièce antérieure qu’il solde.',
    'DateLet : la date de la dernière écriture lettrée. Comptes lettrés : clients, avances et acomptes reçus, autres avoirs, fournisseurs.',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

const basisNames: Readonly<Record<AccountingBasis, string>> = {
  invoices: 'créances et dettes (les ventes à la facture)',
  payments: 'recettes et dépenses (les ventes à l’encaissement, quatre champs supplémentaires)',
};
