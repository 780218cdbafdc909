import { mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { firstAndLastAt } from '../../db/audit/read-for-archive.ts';
import { bytesOf, type KeptFile } from '../../db/billing/stored-files.ts';
import { knownMigrations } from '../../db/migrate.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { SignedStatement } from '../signed-statement.ts';
import { manifestOf, writeArchive } from '../write/create-archive.ts';
import { type ArchivedPeriod, onSnapshot, renderPeriod } from '../write/period-archive.ts';
import type { OpenSpoolFile } from '../write/spool-file.ts';
import { type WrittenExport, writeAccountExport } from './write-export.ts';

/** The account and mode to export, and who exports it. */
export type RequestedExport = {
  readonly id: string;
  readonly accountId: string;
  readonly test: boolean;
  readonly actor: string;
  /** Name and time zone of the account. */
  readonly name: string;
  readonly zone: string;
  readonly software: string;
};

/** An export that was written, and the archive in it, which the audit trail records. */
export type FinishedExport = WrittenExport & {
  readonly archived?: { readonly period: ArchivedPeriod; readonly statement: SignedStatement };
};

/**
 * Renders the files of documents that were never downloaded, so that the export has them, and
 * returns the days with records; undefined if nothing was recorded.
 */
export async function prepareExport(
  services: AppServices,
  serving: pg.ClientConfig,
  { accountId, test, actor, zone }: RequestedExport,
  onProgress?: (done: number, all: number) => void,
): Promise<ArchivedPeriod | undefined> {
  const span = await onSnapshot(serving, accountId, (ask) => firstAndLastAt(ask, { accountId, test }));
  if (!span) return undefined;
  // A test clock may be ahead.
  const days = { from: civilDayOf(span.first, zone), to: civilDayOf(Math.max(span.last, services.now()), zone) };
  const period = { accountId, test, actor, zone, ...days };
  await renderPeriod(services, serving, period, onProgress);
  return period;
}

/** Writes the export of an account to `out` from one snapshot, with the archive of `period`. */
export async function writeExport(
  services: AppServices,
  serving: pg.ClientConfig,
  {
    requested,
    period,
    out,
    onProgress,
  }: {
    requested: RequestedExport;
    period: ArchivedPeriod | undefined;
    out: Writable;
    onProgress?: (done: number, all: number) => void;
  },
): Promise<FinishedExport> {
  const { accountId, test, id, name, software } = requested;
  const { proof, objects, seal } = services.environment;
  if (!proof) throw new Error('this process cannot export accounts');
  const { keys } = await proof.known();
  const schema = (await knownMigrations()).at(-1)?.number ?? 0;
  const now = services.now();
  return onSnapshot(serving, { accountId, test }, (ask) =>
    withSpoolFiles(async (open) => {
      const sources = {
        ...{ ask, keys, signer: seal.signer(undefined), ...(onProgress && { onProgress }) },
        bytesOf: (file: KeptFile) => bytesOf({ objects, accountId }, file),
      };
      let statement: SignedStatement | undefined;
      const archived = async (into: Writable): Promise<boolean> => {
        const asked = period && { ...period, id, name, now, software };
        const manifest = asked && (await manifestOf(asked, sources));
        if (!asked || !manifest) return false;
        ({ statement } = await writeArchive(into, { open, manifest, asked, making: sources }));
        return true;
      };
      const asked = { accountId, test, id, name, now, software, schema };
      const written = await writeAccountExport(out, { open, asked, sources: { ...sources, writeArchive: archived } });
      return { ...written, ...(period && statement && { archived: { period, statement } }) };
    }),
  );
}

/** Temporary files that vanish with the process: each is unlinked as soon as it is open. */
async function withSpoolFiles<T>(work: (open: OpenSpoolFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-export-'));
  const open = (name: string): number => {
    const path = join(folder, name);
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return fd;
  };
  try {
    return await work(open);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
