import { money, percent } from '../../ground/money.tsx';
import type { Offer } from './document-queries.ts';

type Planned = Offer['advanceEstimateLines']['advances'][number];

/** The advance an offer announced that is asked for next, if one is left. */
export const nextPlanned = ({
  advanceEstimateLines,
  advances,
}: Pick<Offer, 'advanceEstimateLines' | 'advances'>): Planned | undefined =>
  advanceEstimateLines.advances[advances.length];

/** Its amount, or its share: `30 %`. */
export const plannedText = ({ mode, value }: Planned, currency: string): string =>
  mode === 'AMOUNT' ? money(value, currency) : percent(value / 100, { decimals: 2 });
