import assert from 'node:assert/strict';
import { test } from 'vitest';
import { trialHere } from './trial-client.ts';
import { BUYER, SELLER } from './trial-invoice.ts';
import { trialReport } from './trial-report.ts';

const LC = 'StateTransactionReportLC';

/** Deposits a report, and lists the answers of the tax office so far: code and reasons. */
async function answers(here: ReturnType<typeof trialHere>, file: string): Promise<string[]> {
  const { json } = await here.deposit({ syntax: 'FRR', file });
  here.pass(5);
  assert.equal((await here.metadata(json.flowId)).acknowledgement.status, 'Ok');
  return (await here.statuses(SELLER, LC)).map(({ status, details }) =>
    [status, ...details.map(({ reason }) => reason)].join(' '),
  );
}

test('a sound report is answered 300 about its own ID, as a life cycle of e-reports', async () => {
  const here = trialHere();
  assert.deepEqual(await answers(here, trialReport()), ['300']);
  const [status] = await here.statuses(SELLER, LC);
  assert.deepEqual(
    [status?.invoice.number, status?.guideline, status?.phase, status?.issuer.role],
    ['T-202708', 'urn.cpro.gouv.fr:1p0:CDV:ereportingF10', '304', 'DFH'],
  );
});

const rejected: readonly [string, string, string][] = [
  ['dated on the last day of its period', 'REJ_PER', trialReport({ createdAt: '20270831235900' })],
  ['whose rates add up to 1,000.00 of 1,000.02', 'REJ_COH', trialReport({ net: 100_002 })],
  ['of another company', 'REJ_COH', trialReport({ siren: BUYER })],
  ['of an unknown type', 'REJ_SEMAN', trialReport().replace('>IN<', '>MO<')],
  ['of an unknown category', 'REJ_SEMAN', trialReport().replace('>TPS1<', '>TPS9<')],
  ['whose ID has an accent', 'REJ_SEMAN', trialReport({ id: 'Té' })],
  ['whose ID is 200,000 characters long', 'REJ_SEMAN', trialReport({ id: 'T'.repeat(200_000) })],
  ['from a platform of three characters', 'REJ_SEMAN', trialReport().replace('>0123<', '>123<')],
];
for (const [what, reason, file] of rejected)
  test(`a report ${what} is answered 301 ${reason}`, async () => {
    const [first] = await answers(trialHere(), file);
    assert.equal(first, `301 ${reason}`);
  });

test('an ID is taken over once; a rejected one may be used again', async () => {
  const here = trialHere();
  assert.deepEqual(await answers(here, trialReport({ net: 100_002 })), ['301 REJ_COH']);
  assert.deepEqual(await answers(here, trialReport()), ['301 REJ_COH', '300']);
  assert.deepEqual(await answers(here, trialReport()), ['301 REJ_COH', '300', '301 REJ_UNI']);
  const second = trialReport({ id: 'T-202708-2', type: 'RE' });
  assert.equal((await answers(here, second)).at(-1), '300');
});

test('a replacement may state nothing, a first report may not', async () => {
  const here = trialHere();
  const empty = (type: 'IN' | 'RE') =>
    trialReport({ id: `T-${type}`, type }).replace(/<Transactions>[\s\S]*<\/Transactions>/, '');
  assert.deepEqual(await answers(here, empty('RE')), ['300']);
  const { json } = await here.deposit({ syntax: 'FRR', file: empty('IN') });
  here.pass(5);
  assert.equal((await here.metadata(json.flowId)).acknowledgement.status, 'Error');
});

test('duplicate_statuses and unknown_codes: 300 twice, and a status 299 that no list has', async () => {
  const here = trialHere({ faults: { duplicate_statuses: {}, unknown_codes: {} } });
  assert.deepEqual(await answers(here, trialReport()), ['299', '299', '300', '300']);
});
