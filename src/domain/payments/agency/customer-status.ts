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

/** The state of a customer by Urssaf's code; unknown codes give `unknown`. */
export const standingOf = (code: string): AgencyCustomerState => states.get(code) ?? 'unknown';

/**
 * When to check a customer's state at Urssaf again. Until they accept: after a quarter of the
 * time since registration, at least a 24th of a day and at most a day. Daily if blocked or in an
 * unknown state. Undefined if active, or if only the customer can act.
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
