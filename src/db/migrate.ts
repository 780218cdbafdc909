import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartupError, type TranslatedText } from '../startup-error.ts';
import { splitForNodes, splitStatements } from './sharding/migration-statements.ts';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * An arbitrary number that every version of Facturier must share: one process migrates while the
 * others wait.
 */
export const MIGRATING_LOCK = 7_306_520_260_001;

/**
 * Migrates a database as its owner: applies each missing migration in order, in its own
 * transaction, and returns their names. Concurrent processes wait for each other. Refuses
 * (`StartupError`) a folder with a gap in its numbers, an applied migration that has changed
 * since, and a database migrated by a newer version or older than the baseline.
 */
export async function migrate(
  owner: pg.ClientConfig,
  folder: string = FOLDER,
  /** The last migration to apply; all if absent. */
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await migrationsIn(folder);
  const [first] = migrations;
  if (first && upTo > 0 && upTo < first.number) refuse(olderThanBaseline(padded(upTo), first.name));
  return connected(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATING_LOCK]);
    // Readable by everyone: processes without the owner's role check whether the database is ready.
    await client.query(`create table if not exists public.facturier_migration (
      number int primary key, name text not null unique, sha256 text not null, landed_at timestamptz not null default now());
      grant select on public.facturier_migration to public`);
    const pending = lackedBy(await landedIn(client), migrations).filter(({ number }) => number <= upTo);
    const passedOn = pending.length > 0 && (await isSharded(client));
    for (const migration of pending) await land(client, migration, passedOn);
    return pending.map((migration) => migration.name);
  });
}

/**
 * Whether a database has every migration of this version; refuses (`StartupError`) as `migrate`
 * does.
 */
export async function isUpToDate(client: pg.Client, folder: string = FOLDER): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('public.facturier_migration') is not null as made",
  );
  return rows[0]?.made === true && lackedBy(await landedIn(client), await migrationsIn(folder)).length === 0;
}

/** The migrations applied to a database, in order. */
export const landedMigrations = (client: pg.Client): Promise<readonly Landed[]> => landedIn(client);

/** All migrations of this version, in order. */
export const knownMigrations = async (folder: string = FOLDER): Promise<readonly Migration[]> => migrationsIn(folder);

export type Landed = { readonly number: number; readonly name: string; readonly sha256: string };
type Digests = {
  /**
   * Digests of earlier texts of a migration that had to be fixed because it could not be applied
   * everywhere.
   */
  readonly formerly: readonly string[];
  /** For a baseline: the last of the migrations it replaces. */
  readonly replaces?: Pick<Landed, 'name' | 'sha256'> | undefined;
};
type Migration = Landed & Digests & { readonly sql: string };

/**
 * The line of a migration with the digest of its text before a fix. Both texts must have the same
 * effect.
 */
const FORMERLY = /^-- formerly ([0-9a-f]{64})$/gm;
/** The line of a baseline with the name and digest of the last migration it replaces. */
const REPLACES = /^-- replaces (\d{4}-[a-z0-9-]+\.sql) ([0-9a-f]{64})$/m;

/**
 * Whether an applied migration is known to this version: in its current or an earlier text, or as
 * the last one that the baseline replaced.
 */
const isKnown = (
  known: Pick<Landed, 'name' | 'sha256'> & Digests,
  { name, sha256 }: Pick<Landed, 'name' | 'sha256'>,
): boolean =>
  (known.name === name && [known.sha256, ...known.formerly].includes(sha256)) ||
  (known.replaces?.name === name && known.replaces.sha256 === sha256);

/**
 * The migrations of a folder: SQL files, or folders whose files run together as one migration. The
 * first may have any number.
 */
async function migrationsIn(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql')).map(({ name }) => name);
  const first = Number(numberIn(names.toSorted()[0] ?? '') ?? 1);
  return Promise.all(
    names.toSorted().map(async (name, index) => {
      const number = Number(numberIn(name));
      if (number !== first + index) refuse(outOfOrder(name, first + index));
      const sql = await sqlOf(join(folder, name));
      const formerly = [...sql.matchAll(FORMERLY)].map(([, sha256]) => sha256 as string);
      const [, replacedName, replacedSha256] = REPLACES.exec(sql) ?? [];
      const replaces = replacedName && replacedSha256 ? { name: replacedName, sha256: replacedSha256 } : undefined;
      return { number, name, sql, formerly, replaces, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

const numberIn = (name: string): string | undefined => /^(\d{4})-[a-z0-9-]+(?:\.sql)?$/.exec(name)?.[1];

async function sqlOf(path: string): Promise<string> {
  const files = path.endsWith('.sql') ? [path] : (await readdir(path)).toSorted().map((name) => join(path, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  // A checkout on Windows may have other line ends; the migration is the same.
  return texts.join('\n').replaceAll('\r\n', '\n');
}

async function connected<T>(settings: pg.ClientConfig, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ application_name: 'facturier migrate', ...settings });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function landedIn(client: pg.Client): Promise<Landed[]> {
  const { rows } = await client.query<Landed>(
    'select number, name, sha256 from public.facturier_migration order by number',
  );
  return rows;
}

async function isSharded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as known",
  );
  return rows[0]?.known === true;
}

function lackedBy(landed: readonly Landed[], migrations: readonly Migration[]): Migration[] {
  const misfit = misfitOf(landed, migrations);
  if (misfit) refuse(MISFITS[misfit.kind](misfit.name, migrations[0]?.name ?? ''));
  return migrations.filter(({ number }) => number > (landed.at(-1)?.number ?? 0));
}

/** Why a database does not continue in this version, and the migration that shows it. */
type Misfit = { readonly kind: 'older' | 'newer' | 'changed'; readonly name: string };

/** Compares applied migrations with those of this version. */
export function misfitOf(
  landed: readonly Pick<Landed, 'name' | 'sha256'>[],
  migrations: readonly Migration[],
): Misfit | undefined {
  const first = migrations[0]?.number ?? 0;
  // A name without a number stays in the list, and is reported as unknown below.
  const since = landed.filter(({ name }) => !(Number(numberIn(name)) < first));
  const last = landed.at(-1);
  if (last && since.length === 0) return { kind: 'older', name: last.name };
  for (const [index, was] of since.entries()) {
    const is = migrations[index];
    if (!is) return { kind: 'newer', name: was.name };
    if (!isKnown(is, was)) return { kind: 'changed', name: was.name };
  }
  return undefined;
}

/** `passedOn`: the migration is sent statement by statement, so that Citus forwards each. */
async function land(client: pg.Client, migration: Migration, passedOn: boolean): Promise<void> {
  await client.query('begin');
  try {
    const statements = passedOn ? splitStatements(migration.sql).flatMap(splitForNodes) : [migration.sql];
    for (const statement of statements) await client.query(statement);
    await client.query('insert into public.facturier_migration (number, name, sha256) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

function refuse(text: TranslatedText): never {
  throw new StartupError([{ text }]);
}

const outOfOrder = (name: string, number: number) => ({
  fr: `le nom de la migration ${name} devrait commencer par ${padded(number)}. Les numéros se suivent sans trou, puis vient « -mots-en-minuscules.sql ».`,
  en: `the name of migration ${name} should start with ${padded(number)}. Numbers have no gaps, and "-words-in-lower-case.sql" follows.`,
});

const changed = (name: string) => ({
  fr: `la migration ${name} a changé depuis qu’elle a été appliquée à cette base. Remettez le fichier d’origine ; un changement s’écrit dans une nouvelle migration.`,
  en: `the migration ${name} has changed since it was applied to this database. Put the original file back; a change goes into a new migration.`,
});

const newerDatabase = (name: string) => ({
  fr: `cette base a reçu la migration ${name}, que cette version de Facturier ne connaît pas. Utilisez la version de Facturier la plus récente qui a servi avec cette base.`,
  en: `this database has the migration ${name}, which this version of Facturier does not know. Use the newest version of Facturier that has run on this database.`,
});

const olderThanBaseline = (name: string, first: string) => ({
  fr: `cette base s’arrête à la migration ${name} ; cette version de Facturier reprend à ${first}. Démarrez une fois la version 0.1, qui met la base à jour, puis celle-ci (docs/fr/host/upgrade.md dit comment l’obtenir). Rien n’a été changé.`,
  en: `this database stops at migration ${name}; this version of Facturier continues from ${first}. Start version 0.1 once, which brings the database up to date, then this one (docs/en/host/upgrade.md says how to get it). Nothing was changed.`,
});

const MISFITS = { older: olderThanBaseline, newer: newerDatabase, changed } as const;

const padded = (number: number): string => String(number).padStart(4, '0');
