import type pg from 'pg';
import type { KeyName, RecordedKeys } from '../../audit/keys/compare-keys.ts';
import { StartupError } from '../../startup-error.ts';

/**
 * All keys in one encrypted box, as stored in the database; `turn` counts how often it was
 * written.
 */
export type SealedKeys = { readonly turn: number; readonly box: string };

/**
 * Arbitrary lock numbers that all processes share: `keys` for creating, recording or encrypting
 * keys, `change` for rotating a key, which takes minutes.
 */
const ADVISORY_LOCKS = { keys: 7_306_520_260_006, change: 7_306_520_260_007 };

/** Access to the key tables, which only the owner can read. */
export type KeyTables = Pick<pg.Pool, 'query'>;

/**
 * Runs `work` while no other process on any machine does the same. Refuses (`StartupError`) if
 * another takes longer than the statement timeout.
 */
export async function withKeyLock<T>(
  owner: pg.Pool,
  what: keyof typeof ADVISORY_LOCKS,
  work: (held: KeyTables) => Promise<T>,
): Promise<T> {
  const client = await owner.connect();
  let broken = true;
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS[what]]).catch(refuseLocked);
    const answer = await work(client).finally(() =>
      client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS[what]]),
    );
    broken = false;
    return answer;
  } finally {
    // If the lock may still be held, the connection is closed, which releases it.
    client.release(broken);
  }
}

function refuseLocked(error: unknown): never {
  if ((error as { code?: string }).code !== CANCELED) throw error;
  throw new StartupError([{ text: lockedElsewhere }], { cause: error });
}

/** A statement exceeded its timeout. */
const CANCELED = '57014';
const lockedElsewhere = {
  fr: 'une autre machine est en train de préparer ou de changer les clés de cette installation. Attendez que cette machine ait fini, puis recommencez.',
  en: 'another machine is preparing or changing the keys of this installation. Wait until that machine has finished, then try again.',
};

/** The keys of the installation as recorded by the first process and at each rotation. */
export async function recordedKeys(owner: KeyTables): Promise<RecordedKeys> {
  const { rows } = await owner.query<{ name: KeyName; fingerprint: string }>(
    'select name, fingerprint from public.facturier_key order by name, turn desc',
  );
  const of = (name: KeyName): string[] => rows.filter((row) => row.name === name).map(({ fingerprint }) => fingerprint);
  return { audit: of('audit'), webhook: of('webhook'), portal: of('portal') };
}

/**
 * Records a key as the current one; does nothing if it is already. PostgreSQL refuses a replaced
 * key. `now`: Unix seconds.
 */
export async function recordActiveKey(
  owner: KeyTables,
  { name, fingerprint, now }: { name: KeyName; fingerprint: string; now: number },
): Promise<void> {
  const before = (await recordedKeys(owner))[name];
  if (before[0] === fingerprint) return;
  await owner.query('insert into public.facturier_key (name, turn, fingerprint, noted_at) values ($1, $2, $3, $4)', [
    name,
    before.length + 1,
    fingerprint,
    now,
  ]);
}

/** The encrypted box with all keys; undefined if the database does not store them. */
export async function sealedKeys(owner: KeyTables): Promise<SealedKeys | undefined> {
  const { rows } = await owner.query<SealedKeys>('select turn, box from public.facturier_sealed_keys');
  return rows[0];
}

/**
 * How often the encrypted box was written; 0 if the database does not store the keys. Processes
 * poll this number to know when to fetch the keys.
 */
export async function sealedKeysVersion(owner: KeyTables): Promise<number> {
  const { rows } = await owner.query<{ turn: number }>('select turn from public.facturier_sealed_keys');
  return rows[0]?.turn ?? 0;
}

/** Replaces the box. `now`: Unix seconds. */
export async function storeSealedKeys(owner: KeyTables, box: string, now: number): Promise<void> {
  await owner.query(
    `insert into public.facturier_sealed_keys as kept (turn, box, sealed_at) values (1, $1, $2)
     on conflict (only_row) do update set turn = kept.turn + 1, box = excluded.box, sealed_at = excluded.sealed_at`,
    [box, now],
  );
}

/** Deletes the encrypted box: from now on each machine gets the keys in another way. */
export async function deleteSealedKeys(owner: KeyTables): Promise<void> {
  await owner.query('delete from public.facturier_sealed_keys');
}
