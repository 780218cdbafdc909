import type pg from 'pg';
import { type AuditEvent, lacksState } from '../../../audit/chain/chain-link.ts';
import { standingOf, stateName } from '../../../audit/chain/state-names.ts';
import { toColumns } from '../../rows-to-columns.ts';
import { sql } from '../../transaction.ts';
import type { QueryFn } from './finding.ts';

// The last digest that the entries of one account recorded for each object, in a temporary table:
// memory does not grow with the chain, and rows are compared in the database. `sha256` is empty if
// only an entry of the first version recorded the object; `former` is then that entry's digest.
const MAKE = `create temporary table if not exists facturier_told (
  test boolean, name text collate "C", seq bigint not null, at bigint not null, sha256 text, former text,
  primary key (test, name))`;
const EMPTY = 'truncate pg_temp.facturier_told';
const TELL = sql`
  insert into pg_temp.facturier_told as t (test, name, seq, at, sha256, former)
  select $1, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
  on conflict (test, name) do update set seq = excluded.seq, at = excluded.at, sha256 = excluded.sha256,
    former = excluded.former`;

/** Creates the temporary table. Call it outside a read-only transaction. */
export async function makeRoom(client: pg.Client): Promise<void> {
  await client.query(MAKE);
  await client.query(EMPTY);
}

/** The join of the rows of one account and mode with the recorded digests (alias `told`). */
export const lastDigestJoin = (name: string, as = 'told'): string =>
  `left join pg_temp.facturier_told ${as} on ${as}.test = $2 and ${as}.name = ${name}`;

type DigestRow = { name: string; seq: number; at: number; sha256: string | null; former: string | null };

/**
 * Stores the digests of a page of entries. Nothing is assumed about the text of an entry, because a
 * forged one may contain anything.
 */
export async function storeLastDigests(
  ask: QueryFn,
  test: boolean,
  links: readonly { seq: number; said: AuditEvent }[],
): Promise<void> {
  const digests = new Map<string, DigestRow>();
  for (const { seq, said } of links) {
    const at = Number.isSafeInteger(said.at) ? said.at : 0;
    for (const each of digestsIn(said)) digests.set(each.name, { ...each, seq, at });
  }
  if (digests.size === 0) return;
  const rows = [...digests.values()].map(({ name, seq, at, sha256, former }) => [name, seq, at, sha256, former]);
  await ask(TELL, [test, ...toColumns(rows)]);
}

/** The name of a rendering: its document and the digest of its metadata. */
const renderingName = (documentId: string, about: string): string => `rendered ${documentId} ${about}`;

type Spoken = Pick<DigestRow, 'name' | 'sha256' | 'former'>;

function digestsIn(event: AuditEvent): Spoken[] {
  const { type, subject, sha256, stands } = event;
  const digests = typeof stands === 'object' && stands !== null ? Object.entries(stands) : [];
  const spoken: Spoken[] = digests.flatMap(([name, digest]) =>
    standingOf(name) && HEX.test(String(digest)) ? [{ name, sha256: String(digest), former: null }] : [],
  );
  const id = String(subject.id);
  if (!standingOf(`document ${id}`) || !HEX.test(String(sha256))) return spoken;
  if (type === 'rendered') spoken.push({ name: renderingName(id, sha256), sha256, former: null });
  // An entry of the first version names one object; its digest replaces that of earlier entries.
  const kind = formerKinds.find((each) => each === subject.kind) ?? 'document';
  if (lacksState(event)) spoken.push({ name: stateName(kind, id), sha256: null, former: sha256 });
  return spoken;
}

const formerKinds = ['payment', 'api_key', 'account'] as const;
const HEX = /^[0-9a-f]{64}$/;

/** Rows compared with the entries per batch. */
export const ROWS_AT_ONCE = 500;
