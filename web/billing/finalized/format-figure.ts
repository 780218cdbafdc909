import { money } from '../../app/formats/money.tsx';

/** A figure in a table of one currency, which stands in the totals alone. */
export const bare = (cents: number): string => money(cents, 'EUR').replace(/[\s\u00a0]?€[\s\u00a0]?/, '');
