import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { type OpenChainSigner, openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { knownPublicKeys } from '../../src/audit/keys/public-keys.ts';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import { openReplica, type Replica } from '../../src/db/connections/replica.ts';
import { createWalPositions } from '../../src/db/connections/wal-positions.ts';
import { trackWalPositions } from '../../src/db/transaction.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import { type RequestInput, runOperation } from '../../src/pipeline/run-operation.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import { type Streaming, streamingReplica } from '../support/database/streaming-replica.ts';
import { booksOf, operationNamed, TRAINING } from '../support/documents/example-books.ts';
import { bookedDocuments, numberProblems } from '../support/documents/numbering-check.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { secondProcess } from '../support/service/second-process.ts';

let pair: Streaming;
let beside: Awaited<ReturnType<typeof secondProcess>>;
let seal: OpenChainSigner;
let service: TestService;
let replica: Replica;
/** This process reading from the replica. */
let reader: AppServices;
beforeAll(async () => {
  pair = await streamingReplica();
  beside = await secondProcess(pair.primary, { reading: pair.replica.serving });
  seal = await openChainSigner(beside.dataFolder, { lock: withFileLock });
  service = await testService({ database: pair.primary, seal });
  const positions = createWalPositions();
  trackWalPositions(service.services.pool, positions);
  const connections = { database: pair.primary.serving, replica: pair.replica.serving };
  replica = await openReplica({ ...connections, positions, tell: () => {} });
  reader = { ...service.services, replica, positions };
});
afterAll(async () => {
  await replica?.close();
  await service?.close();
  await seal?.close();
  await beside?.close();
  await pair?.discard();
});

type Parts = { path?: object; query?: object; body?: object };
/** The parts of a response that this test compares. */
type Shown = { id: string; docs: { id: string }[] };

test('a process killed while writing is replaced: another finishes its requests and reads up to its last returned position', async () => {
  const { live: caller, accountId } = service;
  const books = booksOf(service);
  const answered: string[] = [];
  let begun = 0;
  /** Pending requests to the killed process, by idempotency key. */
  const unanswered = new Map<string, [string, Parts]>();
  const ask = async (performing: typeof runOperation, name: string, parts: Parts, more: Partial<RequestInput> = {}) => {
    const asked = { parts: { path: {}, query: {}, body: {}, ...parts }, language: 'en' as const, ...more };
    const answer = await performing(reader, operationNamed(name), caller, asked);
    if ('refused' in answer) throw new Error(`${name}: ${answer.refused}`);
    return valueOf(answer) as Shown;
  };
  const writes = async (name: string, parts: Parts) => {
    const idempotencyKey = randomUUID();
    unanswered.set(idempotencyKey, [name, parts]);
    const made = await ask(beside.runOperation, name, parts, { idempotencyKey });
    unanswered.delete(idempotencyKey);
    return made;
  };
  try {
    await books.company();
    const customer = await books.contact();
    await pair.caughtUp();
    const reads = () => ask(beside.runOperation, 'get-billings', { query: { limit: '20' } });
    await until(async () => (await reads()) && beside.last.reads > 0, 'it asks the replica nothing');
    await pair.replica.pause();
    const client = async (): Promise<void> => {
      for (;;) {
        begun += 1;
        const { id } = await writes('create-invoice', { path: { id: customer }, body: { lines: [TRAINING] } });
        await writes('finalize-billing', { path: { id } });
        await reads();
        answered.push(id);
      }
    };
    const clients = [client(), client(), client(), client()].map((each) => each.catch(() => {}));
    await until(() => answered.length >= 10 && unanswered.size > 0, 'it writes nothing');
    assert.ok((await beside.kill()) > 0);
    await Promise.all(clients);
    const listed = await ask(runOperation, 'get-billings', { query: { limit: '100' } }, { saw: beside.last.position });
    assert.deepEqual(
      answered.filter((id) => listed.docs.every((doc) => doc.id !== id)),
      [],
    );
    // Control: the replica has none of them.
    const there = `select count(*)::int as many from billing.document where id = any('{${answered.join(',')}}')`;
    assert.equal((await pair.replica.ask(there)).rows[0].many, 0);
    for (const [idempotencyKey, [name, parts]] of unanswered) {
      const { id } = await finished(() => ask(runOperation, name, parts, { idempotencyKey }));
      if (name === 'create-invoice') await ask(runOperation, 'finalize-billing', { path: { id } });
    }
    const booked = await bookedDocuments(service.owner, accountId);
    assert.deepEqual(numberProblems(booked), []);
    // Every started request is done exactly once.
    assert.equal(booked.length, begun);
    const known = { keys: await knownPublicKeys(beside.dataFolder), anchors: new Map() };
    assert.deepEqual((await verifyAccounts(pair.primary.serving, [accountId], known)).findings, []);
  } finally {
    await pair.replica.resume();
  }
});

/** PostgreSQL may need a moment to notice that the first client is gone. */
async function finished<T>(asking: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await asking();
    } catch (error) {
      if (!(error as Error).message.endsWith('idempotency_key_in_flight')) throw error;
      await wait(20);
    }
  }
}

async function until(is: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await is())) {
    assert.ok(performance.now() < end, what);
    await wait(20);
  }
}
