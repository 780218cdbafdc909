import { join } from 'node:path';
import type pg from 'pg';
import { canonicalJson } from '../../audit/canonical-json.ts';
import type { Lock } from '../../audit/heads/compact-head-log.ts';
import { lastStamp, storeTimeStamp, storeTimeStampFailure } from '../../audit/time-stamps/stored-time-stamps.ts';
import { storedChainHeads } from '../../db/audit/chain-heads.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { scheduledTask } from '../../queue/scheduled-task.ts';

/** Seconds between checks whether a time stamp is due. */
const LOOK_SECONDS = 3_600;
/** Seconds between time stamps. */
const STAMP_SECONDS = 86_400;

/** Dependencies. `owner` is a pool of the role that owns the tables. */
export type Stamping = {
  url: string;
  dataFolder: string;
  owner: pg.Pool;
  lock: Lock;
  /** Unix seconds. */
  now: () => number;
};

/**
 * Gets a time stamp (RFC 3161) for the last link of every audit chain once a day, if any chain has
 * changed. A failure is logged, recorded and retried, and blocks nothing.
 */
export const timeStampHeads = (stamping: Stamping): Job =>
  scheduledTask(lanes.stamp_heads, LOOK_SECONDS, () => timeStampHeadsOnce(stamping));

/** Requests a time stamp if one is due, in one process at a time; returns whether it did. */
export async function timeStampHeadsOnce({ url, dataFolder, owner, lock, now }: Stamping): Promise<boolean> {
  const before = await lastStamp(dataFolder);
  if (!isDue(before, now())) return false;
  return lock(join(dataFolder, 'audit', 'stamps.lock'), async () => {
    const last = await lastStamp(dataFolder);
    if (!isDue(last, now())) return false;
    const heads = await storedChainHeads(owner, dataFolder);
    const text = `${canonicalJson({ heads })}\n`;
    if (heads.length === 0 || text === last?.text) return false;
    try {
      const { requestTimeStamp } = await import('../../audit/time-stamps/time-stamp.ts');
      const { token } = await requestTimeStamp(url, Buffer.from(text));
      await storeTimeStamp(dataFolder, { text, token, at: now() });
      return true;
    } catch (error) {
      await storeTimeStampFailure(dataFolder, { at: now(), error: (error as Error).message });
      throw error;
    }
  });
}

function isDue(last: { name: string } | undefined, now: number): boolean {
  if (!last) return true;
  const at = Date.parse(last.name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z')) / 1000;
  return !(now - at < STAMP_SECONDS);
}
