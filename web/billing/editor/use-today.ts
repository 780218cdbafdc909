import { useSyncExternalStore } from 'react';
import { type Day, dayOfSeconds } from './typed-day.ts';

const MINUTE_MS = 60_000;

/** The day it is in a zone; a page that stays open over midnight goes on to the next. */
export const useToday = (zone: string): Day =>
  useSyncExternalStore(everyMinute, () => dayOfSeconds(Date.now() / 1000, zone));

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
}
