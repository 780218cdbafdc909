import type { ExportedDocument } from '../../../db/billing/document-export.ts';
import { kindRow } from '../../../domain/billing/document/kind.ts';
import type { Situation } from '../../../domain/billing/document/situation.ts';
import { textFieldNames, textRow } from '../../../domain/billing/document/text-fields.ts';
import {
  amountOf,
  type Breakdown,
  keysOf,
  minus,
  rateOfKey,
  withoutDisbursement,
} from '../../../domain/vat/breakdown.ts';
import { fr } from '../../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney } from '../../import-export/column.ts';
import { byRate, type OfRate, rateColumns } from '../../import-export/rate-columns.ts';

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

/**
 * The columns of a document export for bookkeeping in a spreadsheet. It cannot be imported. New
 * columns are added at the end.
 */
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
  ...rateColumns(ratesOf),
  { names: ['Débours'], show: disbursementsOf },
  {
    names: ['Encaissé'],
    show: ({ payments }) =>
      payments.length === 0 ? undefined : shownMoney(payments.reduce((all, { amount }) => all + amount, 0)),
  },
  { names: ['Paiements'], show: ({ payments }) => payments.map(shownPayment).join(' ; ') },
];

/** The amounts of a document by key, without deducted advances; negative for a credit note. */
function amountsOf({ breakdown, deductions, kind }: ExportedDocument): Breakdown {
  const own = deductions.reduce<Breakdown>((rest, deduction) => minus(rest, deduction.breakdown), breakdown);
  return kindRow(kind).turnover < 0 ? minus({}, own) : own;
}

function ratesOf(exported: ExportedDocument): OfRate[] {
  const own = withoutDisbursement(amountsOf(exported));
  return byRate(keysOf(own).map((key) => ({ rate: rateOfKey(key), ...amountOf(own, key) })));
}

function disbursementsOf(exported: ExportedDocument) {
  const { net } = amountOf(amountsOf(exported), 'disbursement');
  return net === 0 ? undefined : shownMoney(net);
}

/** 2026-03-02, 400,00, virement. */
const shownPayment = ({ on, amount, method }: ExportedDocument['payments'][number]): string =>
  `${on} ${(amount / 100).toFixed(2).replace('.', ',')} ${fr.methods[method]}`;

/** The column of a text field, under its French label on paper. */
function textColumn(field: string, row: ReturnType<typeof textRow>): ShownColumn<ExportedDocument>[] {
  return row.isExported ? [{ names: [row.printed.fr], show: ({ texts }) => texts[field] ?? undefined }] : [];
}
