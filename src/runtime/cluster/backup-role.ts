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
 * Creates the backup role if a running cluster lacks it, and returns the access with its password.
 */
export async function ensureBackupRole(home: string, access: ClusterAccess): Promise<ClusterAccess> {
  if (access.passwords[COPIER]) return access;
  const password = newPassword();
  const client = new pg.Client(connectionAs('postgres', access, 'postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [COPIER]);
    await client.query(`${rowCount ? 'alter' : 'create'} ${backupRoleOptions(password)}`);
  } finally {
    await client.end().catch(() => {});
  }
  const known = { ...access, passwords: { ...access.passwords, [COPIER]: password } };
  await writeAccess(home, known);
  return known;
}

/**
 * Role options for `create` or `alter`: only replication and file access, as base backup and WAL
 * streaming need.
 */
export const backupRoleOptions = (password: string): string =>
  `role ${COPIER} login replication nosuperuser password '${password}'`;
