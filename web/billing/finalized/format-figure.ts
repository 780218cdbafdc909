import { money } from '../../app/formats/money.tsx';

/** A figure in a table with a single currency, which appears only in the totals. */
export const bare = (cents: number): string => money(cents, 'EUR').replace(/[\s\u00a0]?€[\s\u00a0]?/, '');
