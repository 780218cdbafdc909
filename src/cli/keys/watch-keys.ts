import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { keyStorage } from '../../db/installation/key-storage.ts';
import { fetchSharedKeys } from './sync-keys.ts';

/** Milliseconds between two looks of a process at whether the keys it shares with others were changed. */
const LOOK_MS = 3_000;
/** Milliseconds after which every process that reaches the database has what was put there: three looks. */
export const SHARED_KEYS_PROPAGATION_MS = 3 * LOOK_MS;

/**
 * Brings keys that another machine changed here, while the process serves; gives what ends that. The signing key is taken at once,
 * the others at the next start. Why they could not be fetched is told once, and again where it is another reason or was well meanwhile.
 */
export function watchKeys(
  { config, owner }: { config: Config; owner: pg.Pool },
  log: Pick<Logger, 'error' | 'info'>,
  lookMs = LOOK_MS,
): () => void {
  const { keysShared } = config;
  if (!keysShared) return () => {};
  const place = keyStorage(keysShared, owner);
  let seen: string | undefined;
  let looking = false;
  let told: string | undefined;
  const look = async (): Promise<void> => {
    // What was fetched counts, not what was looked at before: it may have been changed in between, and changed back since.
    if ((await place.mark()) !== seen) seen = await fetchSharedKeys({ config, owner });
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .then(
        () => {
          told = undefined;
        },
        (error: unknown) => {
          if (told !== String(error)) log.error({ err: error }, 'the shared keys could not be fetched');
          told = String(error);
        },
      )
      .finally(() => {
        looking = false;
      });
  }, lookMs).unref();
  return () => clearInterval(timer);
}
