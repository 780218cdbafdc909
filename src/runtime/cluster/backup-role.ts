import { join } from 'node:path';
import pg from 'pg';
import { type ClusterLocation, writeShared } from './cluster-location.ts';
import { type ClusterAccess, COPIER, connectionAs, newPassword, writeAccess } from './credentials.ts';

/** Path of pg_hba.conf, beside the cluster like facturier.conf. */
export const hostAccessFile = (home: string): string => join(home, 'pg_hba.conf');

/**
 * Writes pg_hba.conf: the backup role over the replication protocol (which `all` does not include),
 * then the cluster's own rules. Written at every start, so that older clusters get it too.
 */
export async function writeHostAccess(site: ClusterLocation): Promise<void> {
  const from = process.platform === 'win32' ? 'host replication' : 'local replication';
  const whence = process.platform === 'win32' ? ' 127.0.0.1/32' : '';
  const lines = [
    '# Written by Facturier at every start: put your own lines in cluster/pg_hba.conf.',
    `${from} ${COPIER}${whence} scram-sha-256`,
    'include cluster/pg_hba.conf',
    '',
  ];
  await writeShared(hostAccessFile(site.home), lines.join('\n'), site.runAs);
}

/**
 * Creates the backup role if a running cluster lacks it, lets it begin and end a backup, and
 * returns the access with its password. `owner` is connected to the application database.
 */
export async function ensureBackupRole(home: string, access: ClusterAccess, owner: pg.Client): Promise<ClusterAccess> {
  if (access.passwords[COPIER] && (await mayBackUp(owner))) return access;
  const password = access.passwords[COPIER] ?? newPassword();
  const client = new pg.Client(connectionAs('postgres', access));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [COPIER]);
    await client.query(`${rowCount ? 'alter' : 'create'} ${backupRoleOptions(password)}`);
    await client.query(`grant execute on function ${BACKUP_FUNCTIONS.join(', ')} to ${COPIER}`);
  } finally {
    await client.end().catch(() => {});
  }
  const known = { ...access, passwords: { ...access.passwords, [COPIER]: password } };
  await writeAccess(home, known);
  return known;
}

/** Functions of the low-level backup API, of which each database has its own rights. */
const BACKUP_FUNCTIONS = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)'];

async function mayBackUp(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean | null }>(
    `select bool_and(has_function_privilege(oid, f, 'execute')) as may
     from pg_roles, unnest($2::text[]) as f where rolname = $1`,
    [COPIER, BACKUP_FUNCTIONS],
  );
  return rows[0]?.may === true;
}

/**
 * Role options for `create` or `alter`: only replication, as page checks and WAL streaming need.
 */
export const backupRoleOptions = (password: string): string =>
  `role ${COPIER} login replication nosuperuser password '${password}'`;
