import pg from 'pg';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { linksWithin } from '../../db/audit/read-for-archive.ts';
import type { QueryFn } from '../../db/audit/verify/finding.ts';
import { setAccount } from '../../db/row-security.ts';
import type { Tx } from '../../db/transaction.ts';
import { scopes } from '../../domain/account/scope.ts';
import { addDays, startOfDay } from '../../domain/time/civil-day.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { SignedStatement } from '../signed-statement.ts';
import { renderMissing } from './render-missing.ts';

/** The days to archive, of one mode of an account, and who archives them. */
export type ArchivedPeriod = {
  accountId: string;
  test: boolean;
  from: string;
  to: string;
  zone: string;
  actor: string;
};

/** Unix seconds of the days, `end` excluded. */
export const secondsOf = ({ from, to, zone }: Pick<ArchivedPeriod, 'from' | 'to' | 'zone'>) => ({
  start: startOfDay(from, zone),
  end: startOfDay(addDays(to, 1), zone),
});

/** Renders the files of the period that were never downloaded, so that the archive has them. */
export async function renderPeriod(
  services: AppServices,
  serving: pg.ClientConfig,
  period: ArchivedPeriod,
  onProgress?: (done: number, all: number) => void,
): Promise<void> {
  const { accountId, test, actor } = period;
  const span = await onSnapshot(serving, accountId, (ask) => linksWithin(ask, period, secondsOf(period)));
  if (span) await renderMissing(services, { accountId, test, scopes, actor }, span, onProgress);
}

/**
 * Records an archive in the audit chain, which proves when it was made and which one it is. Call it
 * in the transaction that makes the archive available.
 */
export async function recordArchive(
  tx: Tx,
  { now, environment: { seal } }: Pick<AppServices, 'now' | 'environment'>,
  { test, from, to, actor }: Omit<ArchivedPeriod, 'zone'>,
  { id, sha256 }: Pick<SignedStatement, 'id' | 'sha256'>,
): Promise<void> {
  const head = await lockChainHead(tx, test);
  const subject = { kind: 'archive', id, number: `${from}/${to}` };
  const { now: at } = await clockIn(now, tx, test);
  append(tx, { test, head, seal }, { type: 'archive_made', at, actor, subject, sha256 });
}

/**
 * Reads from one snapshot, however long it takes, without blocking writers: both modes of an
 * account, or, for a test mode, what a test key reads.
 */
export async function onSnapshot<T>(
  serving: pg.ClientConfig,
  whose: string | { accountId: string; test: boolean },
  work: (ask: QueryFn) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...serving, statement_timeout: 0, application_name: 'facturier archive' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const { text } of setAccount(typeof whose === 'string' ? { accountId: whose, test: false } : whose))
      await client.query(text);
    return await work(async ({ text }, values) => (await client.query(text, values as unknown[])).rows);
  } finally {
    await client.end().catch(() => {});
  }
}
