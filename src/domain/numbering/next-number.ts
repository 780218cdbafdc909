import type { AccountSettings } from '../account/settings.ts';
import type { Kind } from '../document/kind.ts';
import { defaultFormat } from './number-format.ts';
import { type NumberFormat, seriesOf } from './series.ts';

/** The number that follows `last` in a series, as a counter and the format to write it in. The first may start above 1. */
export function nextNumber(
  kind: Kind,
  test: boolean,
  last: number,
  settings: AccountSettings,
): { counter: number; format: NumberFormat } {
  const chosen = settings.numbering[seriesOf[kind]];
  const first = test ? 1 : (chosen?.startsAt ?? 1);
  return { counter: last === 0 ? first : last + 1, format: chosen?.format ?? defaultFormat };
}
