import { now } from '../../../app/session/test-clock-state.ts';

/** Unix seconds of noon of a civil day, which is in that day wherever in Europe one stands; now, where it is today. */
export function noonOfDay(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000;
  const moment = Math.floor(now());
  return Number.isNaN(noon) ? moment : Math.min(noon, moment);
}
