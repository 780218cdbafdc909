import { typedNumber } from '../ground/money.tsx';
import type { Language } from '../words/language.ts';

const MINUTES = 60;

/** Minutes as the hours that are typed; nothing where there are none. */
export const hoursText = (minutes: number | undefined, language: Language): string =>
  minutes ? typedNumber(minutes / MINUTES, language) : '';

/** Typed hours as minutes, null for none. What cannot be read goes as it is typed: the service says what is wrong with it. */
export function minutesOf(typed: string): number | null {
  const hours = Number(typed.replace(/[\s\u00a0\u202fh]/g, '').replace(',', '.'));
  const minutes = Math.round(hours * MINUTES);
  return Number.isFinite(minutes) ? minutes || null : (typed as unknown as number);
}
