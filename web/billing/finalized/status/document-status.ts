import type { StateName } from '../../../app/components/status.tsx';
import { dayOf, today } from '../../../app/formats/dates.tsx';
import type { Words } from '../../../locales/catalogues.ts';
import { dots } from '../../lists/status-dots.ts';
import { type Billing, isClaim, natureOf } from '../document-queries.ts';
import { partPaid } from './paid-share.ts';

export type Said = { readonly of: StateName; readonly text: string; readonly part?: number };
type StateWords = Words<'finalized'>['state'];

const DAY_MS = 86_400_000;

/** Civil days from today to a moment; negative if it has passed. */
export const daysUntil = (seconds: number): number =>
  Math.round((Date.parse(dayOf(seconds)) - Date.parse(today())) / DAY_MS);

/** The most urgent state of a document, as the service determines it. */
export function stateOf(billing: Billing, words: StateWords): Said {
  const { situation } = billing;
  const part = isClaim(billing) && (situation === 'late' || situation === 'part') ? partPaid(billing) : undefined;
  return { of: dots[situation], text: wordOf(billing, words), ...(part && { part }) };
}

function wordOf(billing: Billing, words: StateWords): string {
  const { situation, situationDays = 0 } = billing;
  switch (situation) {
    case 'late':
    case 'expiring':
      return words[situation](situationDays);
    case 'final':
    case 'sent':
      return words[situation][natureOf(billing)];
    default:
      return words[situation];
  }
}
