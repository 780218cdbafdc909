import { useTranslations } from '../../locales/language.ts';
import { useToday } from './dates.tsx';

/** Error text of a payment date, if any: future payments cannot be recorded. */
export function usePaymentDateError(): (on: string) => string | undefined {
  const words = useTranslations('app').paymentDay;
  const today = useToday();
  return (on) => (on === '' ? words.missing : on > today ? words.toCome : undefined);
}
