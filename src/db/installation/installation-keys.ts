import type pg from 'pg';
import type { KeyName, RecordedKeys } from '../../audit/keys/compare-keys.ts';
import { StartupError } from '../../startup-error.ts';

/** All keys in one box, as they lie in the database; `turn` counts how often they were sealed. */
export type SealedKeys = { readonly turn: number; readonly box: string };

/** Any numbers, as long as every process takes the same: who makes, notes or seals keys; who changes one, which takes minutes. */
const ADVISORY_LOCKS = { keys: 7_306_520_260_006, change: 7_306_520_260_007 };

/** A way to the tables of keys, which are the owner's alone. */
export type Asked = Pick<pg.Pool, 'query'>;

/** Runs `work` while no other process of any machine does the same. Refuses (`StartupError`) where one does so for longer than a statement may take. */
export async function withKeyLock<T>(
  owner: pg.Pool,
  what: keyof typeof ADVISORY_LOCKS,
  work: (held: Asked) => Promise<T>,
): Promise<T> {
  const client = await owner.connect();
  let broken = true;
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS[what]]).catch(refuseHeld);
    const answer = await work(client).finally(() =>
      client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS[what]]),
    );
    broken = false;
    return answer;
  } finally {
    // A lock that may still be held ends with its connection.
    client.release(broken);
  }
}

function refuseHeld(error: unknown): never {
  if ((error as { code?: string }).code !== CANCELED) throw error;
  throw new StartupError([{ text: heldElsewhere }], { cause: error });
}

/** A statement that took longer than one may. */
const CANCELED = '57014';
const heldElsewhere = {
  fr: 'une autre machine est en train de préparer ou de changer les clés de cette installation. Attendez qu’elle ait fini, puis recommencez.',
  en: 'another machine is preparing or changing the keys of this installation. Wait until it has done so, then try again.',
};

/** Which keys the installation has, as they were noted by whoever came first, and by those that replaced one. */
export async function recordedKeys(owner: Asked): Promise<RecordedKeys> {
  const { rows } = await owner.query<{ name: KeyName; fingerprint: string }>(
    'select name, fingerprint from public.facturier_key order by name, turn desc',
  );
  const of = (name: KeyName): string[] => rows.filter((row) => row.name === name).map(({ fingerprint }) => fingerprint);
  return { audit: of('audit'), webhook: of('webhook'), portal: of('portal') };
}

/** Notes that a key is today's; nothing where it is so already. PostgreSQL refuses one that was replaced. `now`: Unix seconds. */
export async function recordActiveKey(
  owner: Asked,
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

/** The box of all keys; undefined where they are not kept here. */
export async function sealedKeys(owner: Asked): Promise<SealedKeys | undefined> {
  const { rows } = await owner.query<SealedKeys>('select turn, box from public.facturier_sealed_keys');
  return rows[0];
}

/** How often they were sealed; 0 where they are not kept here. What a process looks at to know that it must fetch them. */
export async function sealedKeysVersion(owner: Asked): Promise<number> {
  const { rows } = await owner.query<{ turn: number }>('select turn from public.facturier_sealed_keys');
  return rows[0]?.turn ?? 0;
}

/** Keeps a box in the place of the one before. `now`: Unix seconds. */
export async function storeSealedKeys(owner: Asked, box: string, now: number): Promise<void> {
  await owner.query(
    `insert into public.facturier_sealed_keys as kept (turn, box, sealed_at) values (1, $1, $2)
     on conflict (only_row) do update set turn = kept.turn + 1, box = excluded.box, sealed_at = excluded.sealed_at`,
    [box, now],
  );
}

/** Forgets the box: from now on each machine has its keys by other ways. */
export async function deleteSealedKeys(owner: Asked): Promise<void> {
  await owner.query('delete from public.facturier_sealed_keys');
}
