import { money, percent } from '../../../app/formats/money.tsx';
import type { Planned } from './next-planned-advance.ts';

/** A planned advance as an amount or a share: `30 %`. */
export const plannedAdvanceText = ({ mode, value }: Planned, currency: string): string =>
  mode === 'AMOUNT' ? money(value, currency) : percent(value / 100, { decimals: 2 });
