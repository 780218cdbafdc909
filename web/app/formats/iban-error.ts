import { useTranslations } from '../../locales/language.ts';
import { parseIban } from './parse-iban.ts';

/** What is wrong with an IBAN while it is typed, in words; undefined of an empty field and of a possible IBAN. */
export function useIbanError(): (text: string) => string | undefined {
  const { iban: words } = useTranslations('app');
  return (text) => {
    const typed = parseIban(text);
    if (typed.is === 'short') return words.short(typed.left);
    return typed.is === 'wrong' ? words.wrong : undefined;
  };
}
