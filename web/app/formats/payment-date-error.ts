import { useTranslations } from '../../locales/language.ts';
import { useToday } from './dates.tsx';

/** What is wrong with the day money came or went, if anything is: it is said at its field, and nothing is noted of a day that is to come. */
export function usePaymentDateError(): (on: string) => string | undefined {
  const words = useTranslations('app').paymentDay;
  const today = useToday();
  return (on) => (on === '' ? words.missing : on > today ? words.toCome : undefined);
}
