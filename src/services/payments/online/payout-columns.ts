import type { ListedLine } from '../../../db/payments/payouts.ts';
import type { Payout, PayoutLine } from '../../../domain/payments/payout.ts';
import { type ShownColumn, shownMoney } from '../../import-export/column.ts';

type Shown = ListedLine & { readonly payout: Payout };

const kinds = {
  payment: 'Paiement',
  refund: 'Remboursement',
  fee: 'Frais',
  other: 'Autre',
} as const satisfies Readonly<Record<PayoutLine['kind'], string>>;

/**
 * What an accountant needs to book payouts: for each line the amount received, the fee (627) and
 * the amount transferred to the bank.
 */
export const payoutColumns: readonly ShownColumn<Shown>[] = [
  { names: ['Versé le'], show: ({ payout }) => payout.arrivesOn },
  { names: ['Versement'], show: ({ payout }) => payout.providerId },
  { names: ['Prestataire'], show: ({ payout }) => payout.provider },
  { names: ['Nature'], show: ({ kind }) => kinds[kind] },
  { names: ['Document'], show: ({ number }) => number },
  { names: ['Client'], show: ({ customerName }) => customerName },
  { names: ['Référence'], show: ({ reference }) => reference },
  { names: ['Brut'], show: ({ gross }) => shownMoney(gross) },
  { names: ['Frais'], show: ({ fee }) => shownMoney(fee) },
  { names: ['Net'], show: ({ gross, fee }) => shownMoney(gross - fee) },
  { names: ['Devise'], show: ({ payout }) => payout.currency },
  { names: ['Total du versement'], show: ({ payout }) => shownMoney(payout.amount) },
];
