import { now } from '../../../app/session/test-clock-state.ts';

/**
 * Unix seconds of noon on a civil date, which is that date everywhere in Europe; for today, the
 * current time.
 */
export function noonOfDay(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000;
  const moment = Math.floor(now());
  return Number.isNaN(noon) ? moment : Math.min(noon, moment);
}
