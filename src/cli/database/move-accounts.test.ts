import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../terminal/output.ts';
import { listShards, moveAccounts } from './move-accounts.ts';

const onOneMachine = { database: { embedded: true } } as CommandContext;
const account = '01a20768-c28d-739c-98e6-635b9c60973d';

test('on a single machine accounts cannot be moved, and the refusal says how to use several', async () => {
  const isTold = (error: unknown) =>
    error instanceof CommandError && /citus\.md/.test(error.text.fr) && /citus\.md/.test(error.text.en);
  await assert.rejects(listShards(onOneMachine, {}), isTold);
  await assert.rejects(moveAccounts(onOneMachine, { balance: true }), isTold);
  await assert.rejects(moveAccounts(onOneMachine, { account, to: 'node-2:5432' }), isTold);
});

test('a move without source and destination is a usage error', async () => {
  for (const said of [
    {},
    { account },
    { to: 'a:1' },
    { account: 'x', to: 'a:1' },
    { account, to: 'a' },
    { account, balance: true },
  ])
    await assert.rejects(moveAccounts(onOneMachine, said), UsageError);
});
