import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Workplace } from '../command-context.ts';
import { CommandRefused, WrongUsage } from '../terminal/output.ts';
import { placeList, placeMove } from './move-accounts.ts';

const onOneMachine = { database: { embedded: true } } as Workplace;
const account = '01a20768-c28d-739c-98e6-635b9c60973d';

test('where the database is on one machine there is nothing to place, and the refusal says how to have several', async () => {
  const isTold = (error: unknown) =>
    error instanceof CommandRefused && /spread\.md/.test(error.text.fr) && /spread\.md/.test(error.text.en);
  await assert.rejects(placeList(onOneMachine, {}), isTold);
  await assert.rejects(placeMove(onOneMachine, { balance: true }), isTold);
  await assert.rejects(placeMove(onOneMachine, { account, to: 'node-2:5432' }), isTold);
});

test('a move that does not say what goes where is wrong usage', async () => {
  for (const said of [
    {},
    { account },
    { to: 'a:1' },
    { account: 'x', to: 'a:1' },
    { account, to: 'a' },
    { account, balance: true },
  ])
    await assert.rejects(placeMove(onOneMachine, said), WrongUsage);
});
