import { useSyncExternalStore } from 'react';
import { type Answer, call } from '../../client/call.ts';
import { currentSession } from './session.ts';

/** What the clock of the test mode shows, and where it goes while it is moved. */
export type TestClock = Answer<'get-test-clock'>;

/** The clock of one account's test mode, and seconds it is ahead of the clock of this browser. */
type Told = { readonly accountId: string; readonly clock: TestClock; readonly ahead: number };

let told: Told | undefined;
const listeners = new Set<() => void>();

/** Unix seconds by the account's clock: in test mode what the test clock shows, else what this browser does. */
export const now = (): number => Date.now() / 1000 + (toldHere()?.ahead ?? 0);

/** What the test clock showed last; undefined in live mode, and until it was asked. */
export const useTestClock = (): TestClock | undefined => useSyncExternalStore(onClock, () => toldHere()?.clock);

/** Takes what the service answered of the test clock of the account this tab is about. */
export function storeTestClock(clock: TestClock): void {
  const accountId = currentSession().account?.id;
  if (accountId === undefined) return;
  told = { accountId, clock, ahead: clock.now - Date.now() / 1000 };
  for (const listener of listeners) listener();
}

/** Calls whenever the account's clock was moved, or may have been. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the test clock anew. Where there is none to be read (live mode, no answer) nothing changes. */
export async function fetchTestClock(): Promise<void> {
  const { account, mode, may } = currentSession();
  if (mode !== 'test' || !may('billing:read')) return;
  const clock = await call('get-test-clock').catch(() => undefined);
  const after = currentSession();
  if (clock && after.mode === 'test' && after.account?.id === account?.id) storeTestClock(clock);
}

/** Waits until the day of the test mode is known, so that no screen is drawn with another; in live mode there is nothing to wait for. */
export const ensureTestClock = async (): Promise<void> => (toldHere() ? undefined : fetchTestClock());

function toldHere(): Told | undefined {
  const { account, mode } = currentSession();
  return mode === 'test' && told?.accountId === account?.id ? told : undefined;
}
