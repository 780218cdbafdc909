import { useSyncExternalStore } from 'react';
import { type Answer, call } from '../../client/call.ts';
import { currentSession } from './session.ts';

/** State of the test clock: its time, and its target while it moves. */
export type TestClock = Answer<'get-test-clock'>;

/** The test clock of one account, as the seconds it is ahead of the browser's clock. */
type KnownClock = { readonly accountId: string; readonly clock: TestClock; readonly ahead: number };

let known: KnownClock | undefined;
const listeners = new Set<() => void>();

/**
 * Unix seconds by the account's clock: the test clock in test mode, otherwise the browser's clock.
 */
export const now = (): number => Date.now() / 1000 + (knownHere()?.ahead ?? 0);

/** The last known state of the test clock; undefined in live mode and before the first response. */
export const useTestClock = (): TestClock | undefined => useSyncExternalStore(onClock, () => knownHere()?.clock);

/** Stores a test clock response for the current account. */
export function storeTestClock(clock: TestClock): void {
  const accountId = currentSession().account?.id;
  if (accountId === undefined) return;
  known = { accountId, clock, ahead: clock.now - Date.now() / 1000 };
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the account's clock. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Refreshes the test clock. In live mode or without a response, nothing changes. */
export async function fetchTestClock(): Promise<void> {
  const { account, mode, may } = currentSession();
  if (mode !== 'test' || !may('billing:read')) return;
  const clock = await call('get-test-clock').catch(() => undefined);
  const after = currentSession();
  if (clock && after.mode === 'test' && after.account?.id === account?.id) storeTestClock(clock);
}

/**
 * Waits until the test date is known, so that no screen renders with another; returns at once in
 * live mode.
 */
export const ensureTestClock = async (): Promise<void> => (knownHere() ? undefined : fetchTestClock());

function knownHere(): KnownClock | undefined {
  const { account, mode } = currentSession();
  return mode === 'test' && known?.accountId === account?.id ? known : undefined;
}
