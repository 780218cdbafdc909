import type { Spread } from '../store/spread/spread-tables.ts';
import { inWords } from './output.ts';

/** What was spread over machines, in words; nothing where all was before. */
export function spreadWords({ withAccount, whole }: Spread): string[] {
  return [
    ...(withAccount.length > 0 ? [inWords(goWithAccount(withAccount.length))] : []),
    ...(whole.length > 0 ? [inWords(stayWhole(whole))] : []),
  ];
}

const goWithAccount = (count: number) => ({
  fr: `Tables réparties sur les machines par compte : ${String(count)}.`,
  en: `Tables spread over the machines by account: ${String(count)}.`,
});

const stayWhole = (tables: readonly string[]) => ({
  fr: `Tables gardées entières sur la machine d’entrée : ${tables.join(', ')}.`,
  en: `Tables kept whole on the entry machine: ${tables.join(', ')}.`,
});
