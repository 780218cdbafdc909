import { useTranslations } from '../../locales/language.ts';
import { parseIban } from './parse-iban.ts';

/**
 * Error text of an IBAN while it is typed; undefined if the field is empty or the IBAN is valid.
 */
export function useIbanError(): (text: string) => string | undefined {
  const { iban: words } = useTranslations('app');
  return (text) => {
    const typed = parseIban(text);
    if (typed.is === 'short') return words.short(typed.left);
    return typed.is === 'wrong' ? words.wrong : undefined;
  };
}
