import { money } from '../../app/formats/money.tsx';
import type { Totals } from './url-filters.ts';

type Member = 'withTax' | 'remainingToPay' | 'remainingToRefund';

/** An amount of what was added up, in each currency of it. What remains to pay or to refund is left out where nothing does. */
export const amountsOf = ({ currencies }: Totals, member: Member, language: 'fr' | 'en'): string =>
  currencies
    .filter((each) => (member !== 'remainingToPay' && member !== 'remainingToRefund') || each[member] !== 0)
    .map((each) => money(each[member] ?? 0, each.currency, language))
    .join(' · ');
