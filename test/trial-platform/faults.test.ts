import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'vitest';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ConnectionCut } from '../../src/trial-platform/answer.ts';
import { type FaultName, type FaultSetting, faultNames } from '../../src/trial-platform/faults.ts';
import { trialHere } from './trial-client.ts';
import { SELLER, trialInvoice } from './trial-invoice.ts';
import { trialReport } from './trial-report.ts';

type Here = ReturnType<typeof trialHere>;

/** What a client sees of a fault; the control is the same without it. */
const seen: Record<FaultName, (here: Here) => Promise<unknown>> = {
  slow: async (here) => {
    const began = performance.now();
    await here.flows('webhooks');
    return performance.now() - began >= SLOW_MS;
  },
  too_many_requests: async (here) => {
    const body = { where: { flowDirection: ['In'] } };
    const { status, headers } = await here.flows('flows/search', { method: 'POST', body });
    return `${status} ${headers['retry-after']}`;
  },
  unavailable: async (here) => (await here.flows('healthcheck', { as: null })).status,
  expired_token: async (here) => (await here.flows('webhooks')).status,
  cut_after_acceptance: async (here) => {
    const deposit = () => here.deposit({ file: ciiOf(trialInvoice()), info: { trackingId: 'once' } });
    const first = await deposit().catch((error: unknown) => error);
    await here.trial('DELETE', 'faults');
    here.pass(5);
    const { json } = await deposit();
    here.pass(5);
    const { details = [] } = (await here.metadata(json.flowId)).acknowledgement;
    const kept = (await here.search({ trackingId: 'once', ackStatus: 'Ok' })).results.length;
    return [first instanceof ConnectionCut, kept, details[0]?.reasonCode];
  },
  virus: (here) => firstReason(here),
  checksum_mismatch: (here) => firstReason(here),
  duplicate_statuses: (here) => codes(here),
  out_of_order_statuses: (here) => codes(here),
  unknown_codes: async (here) => [await codes(here), await firstReason(here, 'F2')],
  reject_report: async (here) => {
    await here.deposit({ syntax: 'FRR', file: trialReport() });
    here.pass(5);
    const [status] = await here.statuses(SELLER, 'StateTransactionReportLC');
    return [status?.status, status?.details[0]?.reason];
  },
  version_1_1: async (here) => {
    for (const number of ['F1', 'F2']) await here.invoice({ number });
    const { nextCursor } = await here.search({ flowDirection: ['Out'] }, { limit: 1 });
    const where = { flowType: ['StateTransactionReport'] };
    const unknown = await here.flows('flows/search', { method: 'POST', body: { where } });
    const long = await here.deposit({ file: 'x', info: { trackingId: 'x'.repeat(37) } });
    return [typeof nextCursor, unknown.status, long.status];
  },
  reject_processing_rule: async (here) => {
    const statusOf = async (info: object) => (await here.deposit({ file: 'x', info: { ...info } })).status;
    return [await statusOf({ processingRule: 'B2B' }), await statusOf({})];
  },
  directory_204_206: async (here) => {
    const post = (body: object) => here.platformAnswer('/directory-service/v1/siren/search', body);
    const none = await post({ filters: { siren: { op: 'strict', value: '732829320' } } });
    return [none.status, (await post({ limit: 1 })).status, (await post({})).status];
  },
  signature_over_payload: async (here) => {
    const body = { callbackUrl: 'https://client.example/' };
    const { signingKey } = (await here.flows('webhooks', { method: 'POST', body })).json;
    await here.invoice();
    const [callback] = here.callbacks;
    const signed = `${callback?.body}@${callback?.headers['afnor-signature-timestamp']}`;
    const mac = createHmac('sha256', Buffer.from(signingKey, 'base64')).update(signed).digest('base64');
    return callback?.headers['afnor-signature'] === mac;
  },
};
const SLOW_MS = 300;

async function firstReason(here: Here, number = 'F1'): Promise<string> {
  const flowId = await here.invoice({ number });
  here.pass(5);
  const { status, details = [] } = (await here.metadata(flowId)).acknowledgement;
  return `${status} ${details[0]?.reasonCode}`;
}

async function codes(here: Here): Promise<string> {
  await here.invoice();
  here.pass(60);
  return (await here.codes()).join(' ');
}

/** What is seen with the fault, and without it. */
const expected: Record<FaultName, readonly [withFault: unknown, without: unknown, FaultSetting?]> = {
  slow: [true, false, { milliseconds: SLOW_MS }],
  too_many_requests: ['429 7', '200 undefined', { retryAfterSeconds: 7 }],
  unavailable: [503, 200],
  expired_token: [401, 200],
  cut_after_acceptance: [
    [true, 1, 'AlreadyExistingFlow'],
    [false, 1, 'AlreadyExistingFlow'],
  ],
  virus: ['Error VirusFound', 'Ok undefined'],
  checksum_mismatch: ['Error ChecksumMismatch', 'Ok undefined'],
  duplicate_statuses: ['200 200 201 201 202 202 203 203 205 205', '200 201 202 203 205'],
  out_of_order_statuses: ['205 203 202 201 200', '200 201 202 203 205'],
  unknown_codes: [
    ['200 201 202 203 299 205', 'Ok ReasonOfTomorrow'],
    ['200 201 202 203 205', 'Ok undefined'],
  ],
  reject_report: [
    ['301', 'REJ_COH'],
    ['300', undefined],
  ],
  version_1_1: [
    ['undefined', 400, 400],
    ['string', 200, 202],
  ],
  reject_processing_rule: [
    [400, 202],
    [202, 202],
  ],
  directory_204_206: [
    [204, 206, 200],
    [200, 200, 200],
  ],
  signature_over_payload: [true, false],
};

describe('the faults of the trial platform', () => {
  for (const name of faultNames) {
    const [withFault, without, setting = {}] = expected[name];
    test(`${name}: a client sees ${JSON.stringify(withFault)}`, async () => {
      assert.deepEqual(await seen[name](trialHere({ faults: { [name]: setting } })), withFault);
      const here = trialHere();
      assert.deepEqual((await here.trial('PUT', 'faults', { [name]: setting })).json, { [name]: setting });
      assert.deepEqual(await seen[name](here), withFault);
    });

    test(`${name}: without it a client sees ${JSON.stringify(without)}`, async () => {
      assert.deepEqual(await seen[name](trialHere()), without);
    });
  }

  test('a fault of 2 times strikes twice, and is then off', async () => {
    const here = trialHere();
    await here.trial('PUT', 'faults', { unavailable: { times: 2 } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await here.flows('webhooks')).status);
    assert.deepEqual(statuses, [503, 503, 200, 200]);
    assert.deepEqual((await here.trial('GET', 'faults')).json, {});
  });

  test('faults that do not exist, or have other figures, get 400', async () => {
    const here = trialHere();
    for (const body of [{ earthquake: {} }, { slow: { milliseconds: -1 } }, { slow: { times: 0 } }, { slow: true }, []])
      assert.equal((await here.trial('PUT', 'faults', body)).status, 400, JSON.stringify(body));
    assert.equal((await here.trial('GET', 'nothing')).status, 404);
    assert.equal((await here.flows('webhooks')).status, 200);
  });

  test('a slow answer delays no other client', async () => {
    const here = trialHere();
    await here.token(SELLER);
    await here.trial('PUT', 'faults', { slow: { milliseconds: 2_000, times: 1 } });
    const ended: string[] = [];
    const slow = here.flows('webhooks').then(() => ended.push('slow'));
    const others = [1, 2, 3].map(() => here.flows('webhooks').then(() => ended.push('other')));
    await Promise.all([slow, ...others]);
    assert.deepEqual(ended, ['other', 'other', 'other', 'slow']);
  });
});
