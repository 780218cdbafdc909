import { dayOf } from '../../ground/days.tsx';

/** The civil day of now, as a field of days has it. */
export const today = (): string => dayOf(Date.now() / 1000);

/** Unix seconds of noon of a civil day, which is in that day wherever in Europe one stands; now, where it is today. */
export function noonOf(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000;
  const now = Math.floor(Date.now() / 1000);
  return Number.isNaN(noon) ? now : Math.min(noon, now);
}
