import { useWords } from '../../locales/language.ts';
import { typedIban } from './parse-iban.ts';

/** What is wrong with an IBAN while it is typed, in words; undefined of an empty field and of a possible IBAN. */
export function useIbanFault(): (text: string) => string | undefined {
  const { iban: words } = useWords('app');
  return (text) => {
    const typed = typedIban(text);
    if (typed.is === 'short') return words.short(typed.left);
    return typed.is === 'wrong' ? words.wrong : undefined;
  };
}
