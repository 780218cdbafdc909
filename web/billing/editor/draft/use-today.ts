import { useSyncExternalStore } from 'react';
import { now, onClock } from '../../../app/session/test-clock-state.ts';
import { type Day, dayOfSeconds } from '../fields/parse-date.ts';

const MINUTE_MS = 60_000;

/** Today in a time zone by the account's clock; updates at midnight. */
export const useToday = (zone: string): Day => useSyncExternalStore(everyMinute, () => dayOfSeconds(now(), zone));

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  const forget = onClock(listener);
  return () => {
    clearInterval(timer);
    forget();
  };
}
