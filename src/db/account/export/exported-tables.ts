import { TIME_LANES } from '../../../domain/queue/queues.ts';
import type { QueryFn } from '../../audit/verify/finding.ts';
import { sql } from '../../sql.ts';
import { IS_NAMED_FILE } from './exported-files.ts';

/** A column of an exported table, as in the catalogue of PostgreSQL. */
export type ExportedColumn = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isGenerated: boolean;
  readonly comment: string | null;
  /** The table a foreign key of this column leads to. */
  readonly references: string | null;
};

/** A table of which an export contains the rows of the account. */
export type ExportedTable = {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly ExportedColumn[];
  /** Columns of the primary key, without the account. */
  readonly key: readonly string[];
};

/** Why an export does not contain a table or a column. */
export type LeftOutReason = keyof typeof leftOutReasons;

export const leftOutReasons = {
  secret: {
    fr: 'Secret, ou chiffré par une clé de cette installation : à régler de nouveau après une restauration.',
    en: 'Secret, or encrypted by a key of this installation: set it up again after a restore.',
  },
  link: {
    fr: 'Lien ou code qui donne accès, valable sur cette installation.',
    en: 'A link or code that grants access, valid on this installation.',
  },
  derived: {
    fr: 'Calculé à partir d’autres tables.',
    en: 'Computed from other tables.',
  },
  technical: {
    fr: 'Trace technique de cette installation, gardée quelques jours.',
    en: 'Technical trace of this installation, kept for some days.',
  },
  trial: {
    fr: 'Plateforme d’essai du mode test, sans valeur.',
    en: 'Stand-in platform of test mode, without value.',
  },
  request: {
    fr: 'Demande faite à cette installation.',
    en: 'A request made to this installation.',
  },
  file: {
    fr: 'Fichier fait à partir de ces données : il se refait.',
    en: 'A file made from this data: it can be made again.',
  },
} as const;

/** Tables that no export contains. Every other table with `account_id` is exported. */
export const tablesLeftOut: Readonly<Record<string, LeftOutReason>> = {
  agency_account: 'secret',
  agency_customer: 'secret',
  payment_account: 'secret',
  platform_connection: 'secret',
  invitation: 'link',
  signature_code: 'link',
  booked_turnover: 'derived',
  file_tally: 'derived',
  account_deletion: 'request',
  day_count: 'technical',
  forgotten_object: 'technical',
  idempotency: 'technical',
  key_request: 'technical',
  try: 'technical',
  agency_trial: 'trial',
  trial_flow: 'trial',
  trial_platform: 'trial',
  account_export: 'file',
  account_export_part: 'file',
  archive: 'file',
  archive_part: 'file',
};

/** How the rows of a table are read, if not as they are. */
type Reading = {
  readonly leftOut?: Readonly<Record<string, LeftOutReason>>;
  /** SQL of the value, by column. */
  readonly values?: Readonly<Record<string, string>>;
  readonly where?: string;
};

const textOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Jobs without which an account forgets what it does on time, and puts its events in order. */
const KEPT_LANES = [...TIME_LANES, 'feed_places', 'late_stamps'] as const;

const readings: Readonly<Record<string, Reading>> = {
  api_key: { leftOut: { secret_sha256: 'secret' } },
  account_seal: { leftOut: { locked_key: 'secret' } },
  endpoint: { values: { content: "(t.content::jsonb - 'secret' - 'former')::text" } },
  // Bytes are files of the export.
  file: { leftOut: { bytes: 'file' }, where: IS_NAMED_FILE },
  job: {
    leftOut: {
      ...{ ready: 'technical', leased_until: 'technical', claim: 'technical' },
      ...{ tried: 'technical', tries: 'technical', track: 'technical' },
    },
    where: `t.lane in (${textOf(KEPT_LANES)})`,
  },
};

/** Columns of an exported table that no export contains. */
export const columnsLeftOut = (table: string): Readonly<Record<string, LeftOutReason>> =>
  readings[table]?.leftOut ?? {};

const TABLES = sql`
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isRequired', a.attnotnull, 'isGenerated', a.attgenerated <> '', 'comment', col_description(c.oid, a.attnum),
        'references', (select r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and a.attname not in ('account_id', 'test') and a.attnum = any(f.conkey)
          order by r.relname limit 1))
      order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(a.attname order by array_position(i.indkey::int[], a.attnum::int))
     from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indrelid = c.oid and i.indisprimary and a.attname <> 'account_id') as key
  from pg_class c
  where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id' and not o.attisdropped)
  order by c.relname`;

/** Every table with rows of accounts, by name: those that are exported. */
export async function exportedTables(ask: QueryFn): Promise<ExportedTable[]> {
  const tables = (await ask(TABLES, [])) as (Omit<ExportedTable, 'key'> & { key: string[] | null })[];
  return tables.filter(({ name }) => !(name in tablesLeftOut)).map(withoutLeftOut);
}

const withoutLeftOut = (table: Omit<ExportedTable, 'key'> & { key: string[] | null }): ExportedTable => ({
  ...table,
  columns: table.columns.filter(({ name }) => !(name in columnsLeftOut(table.name))),
  key: table.key ?? [],
});

/** Rows read at once; bounds the memory. Some rows contain files. */
const ROWS_AT_ONCE = 500;
const ROWS_WITH_BYTES_AT_ONCE = 50;

/**
 * The rows of an account as JSON texts of one line each, in the order of the primary key, batch by
 * batch. Bytes are hexadecimal (`\x…`), columns in their order.
 */
export async function* recordTexts(ask: QueryFn, accountId: string, table: ExportedTable): AsyncGenerator<string[]> {
  const limit = table.columns.some(({ type }) => type === 'bytea') ? ROWS_WITH_BYTES_AT_ONCE : ROWS_AT_ONCE;
  for (let after: readonly unknown[] | undefined; ; ) {
    const texts = (await ask({ text: pageOf(table, limit, after !== undefined) }, [accountId, ...(after ?? [])])).map(
      ({ line }) => line as string,
    );
    if (texts.length > 0) yield texts;
    const last = texts.at(-1);
    if (last === undefined || texts.length < limit || table.key.length === 0) return;
    const row = JSON.parse(last) as Record<string, unknown>;
    after = table.key.map((column) => row[column]);
  }
}

/** Names come from the catalogue of the database, never from a request. */
function pageOf({ name, columns, key }: ExportedTable, limit: number, isFollowing: boolean): string {
  const { values = {}, where } = readings[name] ?? {};
  const typeOf = (column: string): string => columns.find((each) => each.name === column)?.type ?? 'text';
  // A JSON text may contain line ends, which `jsonb` has not.
  const valueOf = (column: ExportedColumn): string =>
    values[column.name] ?? (column.type === 'json' ? `t.${column.name}::jsonb` : `t.${column.name}`);
  const selected = columns.map((column) => `${valueOf(column)} as ${column.name}`).join(', ');
  const order = key.map((column) => `t.${column}`).join(', ');
  const following = key.map((column, place) => `$${place + 2}::text::${typeOf(column)}`).join(', ');
  return `
    select row_to_json(r)::text as line from (
      select ${selected} from billing.${name} t
      where t.account_id = $1 ${where ? `and ${where}` : ''} ${isFollowing ? `and (${order}) > (${following})` : ''}
      ${key.length > 0 ? `order by ${order}` : ''} limit ${limit}) r`;
}
