import type { ExportedDocument } from '../../../db/billing/document-export.ts';
import type { Situation } from '../../../domain/billing/document/situation.ts';
import { textFieldNames, textRow } from '../../../domain/billing/document/text-fields.ts';
import { fr } from '../../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney } from '../../import-export/column.ts';

const situations: Readonly<Record<Situation, string>> = {
  draft: 'brouillon',
  final: 'finalisé',
  sent: 'envoyé',
  part: 'payé en partie',
  paid: 'payé',
  late: 'en retard',
  waiting: 'à signer',
  expiring: 'expire bientôt',
  expired: 'expiré',
  signed: 'signé',
  refused: 'refusé',
  canceled: 'annulé',
  credited: 'crédité',
  refunded: 'remboursé',
};

/** The columns of a document export for bookkeeping in a spreadsheet. It cannot be imported. */
export const documentColumns: readonly ShownColumn<ExportedDocument>[] = [
  { names: ['Numéro'], show: ({ number }) => number ?? undefined },
  { names: ['Type'], show: ({ kind }) => fr.kinds[kind] },
  { names: ['Client'], show: ({ customer }) => customer ?? undefined },
  { names: ['Objet'], show: ({ title }) => title ?? undefined },
  { names: ['Émis le'], show: ({ emittedOn }) => emittedOn ?? undefined },
  { names: ['Échéance'], show: ({ untilOn }) => untilOn ?? undefined },
  { names: ['État'], show: ({ situation }) => situations[situation] },
  { names: ['Devise'], show: ({ currency }) => currency },
  { names: ['Total HT'], show: ({ net }) => shownMoney(Number(net)) },
  { names: ['TVA'], show: ({ vat }) => shownMoney(Number(vat)) },
  { names: ['Total TTC'], show: ({ total }) => shownMoney(Number(total)) },
  { names: ['Reste à payer'], show: ({ toPay }) => (toPay === null ? undefined : shownMoney(Number(toPay))) },
  { names: ['Acomptes déduits TTC'], show: ({ deducted }) => shownMoney(Number(deducted)) },
  ...textFieldNames.flatMap((field) => textColumn(field, textRow(field))),
];

/** The column of a text field, under its French label on paper. */
function textColumn(field: string, row: ReturnType<typeof textRow>): ShownColumn<ExportedDocument>[] {
  return row.isExported ? [{ names: [row.printed.fr], show: ({ texts }) => texts[field] ?? undefined }] : [];
}
