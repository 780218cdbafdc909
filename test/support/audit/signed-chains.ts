import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type OpenChainSigner, openChainSigner } from '../../../src/audit/chain/open-chain-signer.ts';
import type { KeptHead } from '../../../src/audit/heads/exported-heads.ts';
import { readKnownHeads } from '../../../src/audit/heads/known-heads.ts';
import type { CommandContext } from '../../../src/cli/command-context.ts';
import { allAccountIds, existingAccounts } from '../../../src/db/account/all-accounts.ts';
import { keysOfChainHeads } from '../../../src/db/audit/chain-heads.ts';
import { findingsOutsideDatabase, type Verified } from '../../../src/db/audit/verify/verify-accounts.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import { testCluster } from '../database/test-database.ts';
import { testService } from '../service/in-process-service.ts';
import { verifyRepeatedly } from './verify-repeatedly.ts';

/**
 * A service whose chains are signed with the keys of a data folder, as in production, and verified
 * like `verify` does.
 */
export async function signedChains() {
  const folder = await mkdtemp(join(tmpdir(), 'facturier sealed '));
  const seals = [await openChainSigner(folder, { lock: withFileLock })];
  const service = await testService({ seal: seals[0] as OpenChainSigner });
  /** A chain signer as a process opens it at startup. */
  const opened = async (): Promise<OpenChainSigner> => {
    const inUse = await keysOfChainHeads(service.owner);
    const seal = await openChainSigner(folder, { lock: withFileLock, inUse });
    seals.push(seal);
    return seal;
  };
  /** The dependencies of an operator command. */
  const workplace = (seal: OpenChainSigner): CommandContext => {
    const services = { ...service.services, environment: { ...service.services.environment, seal } };
    const { owner } = service;
    return {
      config: { dataFolder: folder },
      owner,
      pool: service.services.pool,
      seal,
      services,
    } as unknown as CommandContext;
  };
  /** All checkpoints are on disk. */
  const flushed = async (): Promise<void> => {
    for (const seal of seals) await seal.close();
  };
  const auditor = verifyRepeatedly(service.database.serving);
  const { database } = service.database.serving as { database: string };
  const forger = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await forger.connect();
  // An attacker with database access can do anything: triggers only stop honest programs.
  await forger.query("set session_replication_role = 'replica'");
  return {
    ...service,
    folder,
    opened,
    workplace,
    /** The same service, as another process calls it. */
    anotherProcess: async () => ({ ...service, call: service.callOn(await opened()) }),
    flushed,
    /** A client without the triggers’ restrictions. */
    forger,
    verified: async (given: { trust?: readonly string[]; heads?: readonly KeptHead[] } = {}): Promise<Verified> => {
      await flushed();
      const known = await readKnownHeads(folder, given);
      const { owner } = service;
      const verified = await auditor.verified(allAccountIds(owner), known);
      verified.findings.push(
        ...(await findingsOutsideDatabase((ids) => existingAccounts(owner, ids), known, verified)),
      );
      return verified;
    },
    close: async () => {
      await flushed();
      await forger.end();
      await auditor.close();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type SignedChains = Awaited<ReturnType<typeof signedChains>>;

/** The distinct faults of a verification. */
export const faultsOf = ({ findings }: Verified): string[] => [...new Set(findings.map(({ fault }) => fault))].sort();
