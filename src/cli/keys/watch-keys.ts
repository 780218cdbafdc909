import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { keyStorage } from '../../db/installation/key-storage.ts';
import { fetchSharedKeys } from './sync-keys.ts';

/** Milliseconds between two checks of the shared keys for changes. */
const LOOK_MS = 3_000;
/**
 * Milliseconds after which every process that reaches the database has the published keys: three
 * checks.
 */
export const SHARED_KEYS_PROPAGATION_MS = 3 * LOOK_MS;

/**
 * While the process serves, fetches keys that another machine changed; returns a function that
 * stops it. The signing key is used at once, the others after the next start. A fetch error is
 * logged once, and again if its reason changes or it recurs after a success.
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
  let lastError: string | undefined;
  const look = async (): Promise<void> => {
    // Keep the mark of the fetched keys, not of the earlier check: they may have changed in
    // between.
    if ((await place.mark()) !== seen) seen = await fetchSharedKeys({ config, owner });
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .then(
        () => {
          lastError = undefined;
        },
        (error: unknown) => {
          if (lastError !== String(error)) log.error({ err: error }, 'the shared keys could not be fetched');
          lastError = String(error);
        },
      )
      .finally(() => {
        looking = false;
      });
  }, lookMs).unref();
  return () => clearInterval(timer);
}
