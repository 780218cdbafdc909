import type { EReportEntryShown } from '../../../schemas/einvoicing/e-reporting.ts';
import { type ShownColumn, shownMoney } from '../../import-export/column.ts';

const sources = {
  document: 'Facture ou avoir',
  payment: 'Encaissement',
  counter_sale: 'Recette sans facture',
} as const satisfies Readonly<Record<EReportEntryShown['source'], string>>;

/** The columns of the CSV of an e-report, for the accountant. */
export const reportColumns: readonly ShownColumn<EReportEntryShown>[] = [
  { names: ['Date'], show: ({ on }) => on },
  { names: ['Bloc'], show: ({ block }) => block },
  { names: ['Catégorie'], show: ({ category }) => category },
  { names: ['Origine'], show: ({ source }) => sources[source] },
  { names: ['Document'], show: ({ number }) => number },
  { names: ['Client'], show: ({ customerName }) => customerName },
  { names: ['Devise'], show: ({ currency }) => currency },
  { names: ['Montant HT'], show: ({ net }) => (net === undefined ? undefined : shownMoney(net)) },
  { names: ['TVA en euros'], show: ({ vat }) => (vat === undefined ? undefined : shownMoney(vat)) },
  { names: ['Encaissé TTC par taux'], show: ({ rates }) => rates?.map(shownRate).join(' ; ') },
];

const shownRate = ({ rate, amount }: { rate: number; amount: number }): string =>
  `${(rate / 100).toString().replace('.', ',')} % : ${(amount / 100).toFixed(2).replace('.', ',')}`;
