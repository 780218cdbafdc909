import { setTimeout as wait } from 'node:timers/promises';
import type { Due, Settled } from '../store/deliveries.ts';

/** Endpoints of one sort, and how many tries at once they may have. */
export type Lane = { readonly troubled: boolean; readonly inAll: number; readonly share: number };

/** What one process is trying, and what its tries came to and is not written yet. */
export type TriesUnderWay = {
  /** Tries under way, by endpoint. */
  busy: ReadonlyMap<string, number>;
  /** How many more may begin in a lane. */
  room: (lane: Lane) => number;
  begin: (due: Due, lane: Lane) => void;
  /** Ends a try; `settled` is to be written. */
  finish: (due: Due, settled: Settled) => void;
  /** Hands out what is to be written, or takes it back where that failed. */
  takeDone: () => readonly Settled[];
  putBack: (settled: readonly Settled[]) => void;
  /** Resolves when nothing is under way, or after so many milliseconds. */
  ended: (mostMs: number) => Promise<void>;
};

const POLL_MS = 10;

export function triesUnderWay(): TriesUnderWay {
  const busy = new Map<string, number>();
  const inLane = new Map<Lane, number>();
  const laneOf = new Map<Due, Lane>();
  let done: Settled[] = [];
  const add = <K>(counts: Map<K, number>, key: K, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    busy,
    room: (lane) => lane.inAll - (inLane.get(lane) ?? 0),
    begin: (due, lane) => {
      laneOf.set(due, lane);
      add(busy, due.endpointId, 1);
      add(inLane, lane, 1);
    },
    finish: (due, settled) => {
      const lane = laneOf.get(due);
      if (!lane) return;
      laneOf.delete(due);
      add(busy, due.endpointId, -1);
      add(inLane, lane, -1);
      done.push(settled);
    },
    takeDone: () => done.splice(0),
    putBack: (settled) => {
      done = [...settled, ...done];
    },
    ended: async (mostMs) => {
      for (let waited = 0; laneOf.size > 0 && waited < mostMs; waited += POLL_MS) await wait(POLL_MS);
    },
  };
}
