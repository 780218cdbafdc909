import { money } from '../../app/formats/money.tsx';
import type { Totals } from './url-filters.ts';

type Member = 'withTax' | 'remainingToPay' | 'remainingToRefund';

/** A total per currency. A balance or refund of zero is left out. */
export const amountsOf = ({ currencies }: Totals, member: Member, language: 'fr' | 'en'): string =>
  currencies
    .filter((each) => (member !== 'remainingToPay' && member !== 'remainingToRefund') || each[member] !== 0)
    .map((each) => money(each[member] ?? 0, each.currency, language))
    .join(' · ');
