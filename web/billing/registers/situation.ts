import type { StateName } from '../../ground/parts/state.tsx';
import type { Listed } from './listed.ts';

/** How a document stands, in the one word that presses most, as the service's filter `situation` has it. */
export type Situation =
  | { readonly is: 'draft'; readonly isReady: boolean }
  | { readonly is: 'late' | 'expiring'; readonly days: number; readonly part?: number }
  | { readonly is: 'part'; readonly part: number }
  | { readonly is: 'final' | 'sent' | 'paid' | 'waiting' | 'expired' | 'signed' | 'refused' | 'canceled' | 'refunded' };

/** Days before its last one from which an offer is about to expire. */
const EXPIRING_DAYS = 7;
const DAY_MS = 86_400_000;

/** How a document stands on a day, as 2026-11-20. */
export function situationOf(row: Listed, day: string): Situation {
  if (row.isCanceled) return { is: 'canceled' };
  if (row.state === 'draft') return { is: 'draft', isReady: row.isReady };
  if (row.state !== 'finalized') return { is: row.state };
  if (row.type === 'estimate' || row.type === 'purchase_order') return offer(row, day);
  const part = row.remaining === undefined || row.total === 0 ? 0 : (row.total - row.remaining) / row.total;
  if (row.remaining !== undefined && row.remaining > 0) {
    const late = row.dueOn === undefined ? 0 : between(row.dueOn, day);
    if (late > 0) return { is: 'late', days: late, ...(part > 0 && { part }) };
    if (part > 0) return { is: 'part', part };
  }
  if (row.isRefunded) return { is: 'refunded' };
  return { is: row.isSent ? 'sent' : 'final' };
}

function offer(row: Listed, day: string): Situation {
  const left = row.validUntilOn === undefined ? undefined : between(day, row.validUntilOn);
  if (left !== undefined && left < 0) return { is: 'expired' };
  if (left !== undefined && left <= EXPIRING_DAYS) return { is: 'expiring', days: left };
  return { is: row.isSent ? 'waiting' : 'final' };
}

/** Civil days from one to the other. */
const between = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The dot each has. */
export const dots: Readonly<Record<Situation['is'], StateName>> = {
  draft: 'draft',
  late: 'late',
  expiring: 'expiring',
  part: 'part',
  final: 'final',
  sent: 'sent',
  paid: 'paid',
  waiting: 'waiting',
  expired: 'expired',
  signed: 'signed',
  refused: 'refused',
  canceled: 'canceled',
  refunded: 'ok',
};
