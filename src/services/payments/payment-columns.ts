import type { ListedPayment } from '../../db/payments/payments.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { rateOfKey } from '../../domain/vat/breakdown.ts';
import { fr } from '../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney } from '../import-export/column.ts';
import { byRate, rateColumns } from '../import-export/rate-columns.ts';

/** A payment as a row of an export. */
export type ExportedPayment = ListedPayment & { readonly id: string; readonly payment: Payment };

/** A listed payment with its id and what was recorded. */
export const exportedPayment = (listed: ListedPayment): ExportedPayment => ({
  ...listed,
  id: listed.row.id,
  payment: JSON.parse(listed.row.content) as Payment,
});

const ratesOf = ({ parts }: ExportedPayment) =>
  byRate(
    parts.flatMap(({ key, net, vat }) => (key === 'disbursement' ? [] : [{ rate: rateOfKey(key), net, vat }])),
  ).filter(({ net, vat }) => net !== 0 || vat !== 0);

const disbursementsOf = ({ parts }: ExportedPayment): number =>
  parts.reduce((all, { key, net, vat }) => (key === 'disbursement' ? all + net + vat : all), 0);

/** The columns of a payment export for bookkeeping. It cannot be imported. */
export const paymentColumns: readonly ShownColumn<ExportedPayment>[] = [
  { names: ['Reçu le'], show: ({ row }) => row.received_on },
  { names: ['Document'], show: ({ row }) => row.number },
  { names: ['Type'], show: ({ row }) => fr.kinds[row.kind as Kind] },
  { names: ['Client'], show: ({ row }) => row.customer_name ?? undefined },
  { names: ['Opération'], show: ({ payment }) => (payment.reversesId === undefined ? 'Paiement' : 'Annulation') },
  {
    names: ['Mode'],
    show: ({ payment: { method, otherMethod } }) =>
      method === 'other' ? (otherMethod ?? fr.methods.other) : fr.methods[method],
  },
  { names: ['Devise'], show: ({ row }) => row.currency },
  { names: ['Montant TTC'], show: ({ payment }) => shownMoney(payment.amount) },
  ...rateColumns(ratesOf),
  {
    names: ['Débours'],
    show: (exported) => {
      const amount = disbursementsOf(exported);
      return amount === 0 ? undefined : shownMoney(amount);
    },
  },
  {
    names: ['TVA exigible par ce paiement'],
    show: ({ parts }) => shownMoney(parts.reduce((all, { isDue, vat }) => (isDue ? all + vat : all), 0)),
  },
  { names: ['Commission'], show: ({ payment }) => shownMoney(payment.regulations?.commission) },
  { names: ['Opération bancaire'], show: ({ payment }) => payment.transactionId },
  { names: ['Identifiant'], show: ({ id }) => id },
  { names: ['Annule'], show: ({ payment }) => payment.reversesId },
];
