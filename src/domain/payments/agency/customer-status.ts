import type { AgencyCustomerState } from './next-step.ts';
import { AGENCY_DAY_SECONDS } from './request-progress.ts';

const states: ReadonlyMap<string, AgencyCustomerState> = new Map([
  ['APPAREILLAGE_EC', 'not_activated'],
  ['APPAREILLAGE_VALIDE', 'active'],
  ['OK', 'active'],
  ['APPAREILLAGE_NF', 'not_found'],
  ['PARTICULIER_BLOQUE', 'blocked'],
  ['MANDAT_ECHU', 'expired'],
]);

/** How a customer stands, by the agency's code; one we do not know is unknown. */
export const standingOf = (code: string): AgencyCustomerState => states.get(code) ?? 'unknown';

/**
 * When the agency is asked again how a customer stands: as long as he has not said yes, after a quarter of the time since he was
 * registered, at least a 24th of a day and at most a day; each day where he is blocked, or stands as we do not know; undefined
 * where he is active, or only he can do something about it.
 */
export function nextStandingAt(
  {
    state,
    registeredAt,
    test,
  }: { readonly state: AgencyCustomerState; readonly registeredAt: number; readonly test: boolean },
  now: number,
): number | undefined {
  const day = AGENCY_DAY_SECONDS[test ? 'test' : 'live'];
  if (state === 'active' || state === 'not_found' || state === 'expired') return undefined;
  if (state !== 'not_activated') return now + day;
  return now + Math.min(day, Math.max(Math.floor(day / 24), Math.floor((now - registeredAt) / 4)));
}
