import type pg from 'pg';

/** Settings that operators change on screens. */
export type SettingName = 'mail' | 'backup' | 'address' | 'updates';

/** A stored setting: its value (undefined if removed), who changed it, and when (Unix seconds). */
export type StoredSetting = {
  readonly value: unknown;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
};

/** `owner` owns the tables: no other role reads or writes them. */
type Owner = Pick<pg.Pool, 'query'>;

/** All stored settings by name. */
export async function storedSettings(owner: Owner): Promise<ReadonlyMap<SettingName, StoredSetting>> {
  const { rows } = await owner.query<Row>(
    'select name, version, value, changed_by, changed_at from public.facturier_setting',
  );
  return new Map(
    rows.map((row) => [
      row.name,
      {
        value: row.value === null ? undefined : JSON.parse(row.value),
        ...{ version: row.version, changedBy: row.changed_by, changedAt: row.changed_at },
      },
    ]),
  );
}

type Row = { name: SettingName; version: number; value: string | null; changed_by: string; changed_at: number };

/** Changes whenever a setting changes. The serving role may read it, and nothing else. */
export async function settingVersions(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ mark: string | null }>(
    "select string_agg(name || version, ' ' order by name) as mark from public.facturier_setting",
  );
  return rows[0]?.mark ?? '';
}

/** Stores a setting, or removes it if the value is undefined. `at`: Unix seconds. */
export async function storeSetting(
  owner: Owner,
  { name, value, by, at }: { name: SettingName; value: unknown; by: string; at: number },
): Promise<void> {
  await owner.query(
    `insert into public.facturier_setting as kept (name, version, value, changed_by, changed_at) values ($1, 1, $2, $3, $4)
     on conflict (name) do update set version = kept.version + 1, value = excluded.value,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [name, value === undefined ? null : JSON.stringify(value), by, at],
  );
}

/**
 * Adds the members of `more` to a stored setting, such as the result of a task. Neither the version
 * nor who changed it changes; a removed setting stays removed.
 */
export async function recordInSetting(owner: Owner, name: SettingName, more: object): Promise<void> {
  await owner.query(
    `update public.facturier_setting set value = (value::jsonb || $2::jsonb)::text where name = $1 and value is not null`,
    [name, JSON.stringify(more)],
  );
}

/** Whether the person was made an operator by `facturier person operator`. */
export async function isMarkedOperator(owner: Owner, personId: string): Promise<boolean> {
  const { rows } = await owner.query('select from public.facturier_operator where person_id = $1', [personId]);
  return rows.length > 0;
}

/** Makes a person an operator, or ends it. `at`: Unix seconds. */
export async function markOperator(
  owner: Owner,
  { personId, is, at }: { personId: string; is: boolean; at: number },
): Promise<void> {
  if (is)
    await owner.query(
      'insert into public.facturier_operator (person_id, since_at) values ($1, $2) on conflict do nothing',
      [personId, at],
    );
  else await owner.query('delete from public.facturier_operator where person_id = $1', [personId]);
}
