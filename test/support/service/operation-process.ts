// A second process that runs the operations a test sends to it. Start it with `fork` and
// '{"serving": …, "dataFolder": …, "reading": …}' (second-process.ts).
import { v7 } from 'uuid';
import { operations } from '../../../src/api/index.ts';
import { openChainSigner } from '../../../src/audit/chain/open-chain-signer.ts';
import { knownPublicKeys } from '../../../src/audit/keys/public-keys.ts';
import { openPortalTokens } from '../../../src/audit/secrets/portal-tokens.ts';
import { openWebhookSecrets } from '../../../src/audit/secrets/webhook-secrets.ts';
import { openPool } from '../../../src/db/connections/pool.ts';
import { openReplica } from '../../../src/db/connections/replica.ts';
import { createWalPositions } from '../../../src/db/connections/wal-positions.ts';
import { trackWalPositions } from '../../../src/db/transaction.ts';
import { defaultQuotas } from '../../../src/domain/account/quota.ts';
import { isRefusal } from '../../../src/domain/refusal.ts';
import { openPrinter } from '../../../src/pdf/printer.ts';
import { type Answer, jsonOf } from '../../../src/pipeline/answer.ts';
import { runOperation } from '../../../src/pipeline/run-operation.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';
import type { Begun, Ordered, Performed } from './second-process.ts';

const { serving, dataFolder, reading } = JSON.parse(process.argv[2] ?? '') as Begun;
const pool = openPool(serving);
const positions = createWalPositions();
trackWalPositions(pool, positions);
const replica = reading && (await openReplica({ database: serving, replica: reading, positions, tell: () => {} }));
let reads = 0;
/** The replica, with a count of the reads that used it. */
const counted = replica && {
  ...replica,
  shows: (accountId: string, saw: number): boolean => {
    const does = replica.shows(accountId, saw);
    if (does) reads += 1;
    return does;
  },
};
const seal = await openChainSigner(dataFolder, { lock: withFileLock });
const printer = openPrinter();
const environment: AppServices['environment'] = {
  ...{ serviceName: 'Facturier', publicUrl: 'https://localhost:8443', seal, printer, quotas: { ...defaultQuotas } },
  portalTokens: await openPortalTokens(dataFolder),
  webhooks: { secrets: await openWebhookSecrets(dataFolder), allowedNetworks: ['127.0.0.0/8'] },
  mail: { from: 'factures@service.example' },
  proof: { serving, known: async () => ({ keys: await knownPublicKeys(dataFolder) }) },
};
const byName = new Map(operations.map((operation) => [operation.name, operation]));

async function performed({ n, name, caller, asked, now }: Ordered): Promise<Performed> {
  const operation = byName.get(name);
  if (!operation) return { n, fault: `there is no operation ${name}` };
  try {
    const services: AppServices = { pool, environment, now: () => now, newId: () => v7(), positions };
    if (counted) services.replica = counted;
    const answer = await runOperation(services, operation, caller, asked);
    const told = { n, reads, position: positions.needed(caller.accountId) };
    if (isRefusal(answer)) return { ...told, answer };
    const { status, headers, file } = answer as Answer;
    const json = jsonOf(answer as Answer)?.toString();
    return { ...told, answer: { status, headers, ...(json && { json }), ...(file && { file: JSON.stringify(file) }) } };
  } catch (error) {
    return { n, fault: String((error as Error).stack) };
  }
}

process.on('message', async (ordered: Ordered) => process.send?.(await performed(ordered)));
process.once('disconnect', async () => {
  await Promise.all([replica?.close(), seal.close(), printer.close(), pool.end()]);
});
process.send?.('at work');
