import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ran, running } from '../support/service/run-command.ts';
import { BUYER, SELLER, trialInvoice } from './trial-invoice.ts';

// A client that knows only the standard, against the command, over a real port.

const WAIT_MS_MAX = 60_000;
/** The company of the user. */
const OWN = '732829320';

type Json = any;
type Access = {
  flowUrl: string;
  directoryUrl: string;
  tokenUrl: string;
  clients: { clientId: string; clientSecret: string; siren: string }[];
};

let access: Access;
let command: ReturnType<typeof running>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  command = running({}, 'platform', '--siren', OWN);
  access = await command.line(() => true);
  for (const { siren, clientId, clientSecret } of access.clients) {
    const body = new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
    const answer = await fetch(access.tokenUrl, { method: 'POST', body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    tokens.set(siren, token);
  }
});
afterAll(() => command.interrupt());

const authorization = (siren: string) => ({ authorization: `Bearer ${tokens.get(siren)}` });

async function post(url: string, body: unknown, siren = SELLER): Promise<Json> {
  const headers = { ...authorization(siren), 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return answer.json();
}

async function deposit(number: string, trackingId: string, seller = SELLER): Promise<Response> {
  const form = new FormData();
  const info = { name: `${number}.xml`, flowSyntax: 'CII', processingRule: 'B2B', trackingId };
  form.set('flowInfo', new Blob([JSON.stringify(info)], { type: 'application/json' }), 'flowInfo.json');
  form.set('file', new Blob([ciiOf(trialInvoice({ number, seller }))], { type: 'application/xml' }), `${number}.xml`);
  return fetch(`${access.flowUrl}/v1/flows`, { method: 'POST', body: form, headers: authorization(seller) });
}

/** Follows the statuses with a cursor by the time of the last change, until one comes. */
async function until(status: string, number: string): Promise<string[]> {
  for (const end = performance.now() + WAIT_MS_MAX; performance.now() < end; await wait(200)) {
    const where = { flowType: ['CustomerInvoiceLC'], updatedAfter: '2020-01-01T00:00:00Z' };
    const { results } = await post(`${access.flowUrl}/v1/flows/search`, { limit: 100, where });
    const texts = await Promise.all(
      results.map(async ({ flowId }: { flowId: string }) => {
        const url = `${access.flowUrl}/v1/flows/${flowId}?docType=Original`;
        return (await fetch(url, { headers: authorization(SELLER) })).text();
      }),
    );
    const own = texts.filter((text) => text.includes(`<ram:IssuerAssignedID>${number}<`));
    const codes = own.map((text) => /<ram:ProcessConditionCode>(\d+)</.exec(text)?.[1] ?? '');
    if (codes.includes(status)) return codes;
  }
  throw new Error(`the status ${status} of ${number} did not come`);
}

describe('an outside client of the trial platform, over a port', () => {
  test('the command prints one line with the addresses, two clients and the own company', () => {
    assert.deepEqual(Object.keys(access), ['flowUrl', 'directoryUrl', 'tokenUrl', 'clients']);
    assert.deepEqual(access.clients.map(Object.keys), [
      ['clientId', 'clientSecret', 'siren'],
      ['clientId', 'clientSecret', 'siren'],
      ['clientId', 'clientSecret', 'siren'],
    ]);
    assert.deepEqual(
      access.clients.map(({ siren }) => siren),
      [SELLER, BUYER, OWN],
    );
    assert.equal(command.lines().length, 1);
  });

  test('a client finds the buyer, sends, is refused, repairs with a new number and is approved', async () => {
    const lines = await post(`${access.directoryUrl}/v1/directory-line/search`, {
      filters: { siren: { op: 'strict', value: BUYER } },
    });
    assert.equal(lines.results[0].addressingIdentifier, BUYER);
    const trial = access.flowUrl.replace('flow-service', 'trial');
    const behave = (behaviour: object) =>
      fetch(`${trial}/companies/${BUYER}`, { method: 'PUT', body: JSON.stringify({ behaviour }) });
    assert.equal((await behave({ action: 'refuse', reason: 'MONTANTTOTAL_ERR', afterSeconds: 2 })).status, 200);
    assert.equal((await deposit('F2027-001', 'first')).status, 202);
    assert.deepEqual(
      (await until('210', 'F2027-001')).filter((code) => Number(code) > 203),
      ['210'],
    );
    await behave({ action: 'approve', afterSeconds: 2 });
    assert.equal((await deposit('F2027-002', 'second')).status, 202);
    assert.ok(!(await until('205', 'F2027-002')).includes('210'));
    const { results } = await post(
      ...([`${access.flowUrl}/v1/flows/search`, { where: { flowType: ['SupplierInvoice'] } }, BUYER] as const),
    );
    assert.equal(results.length, 2);
  });

  test('a connection cut after acceptance leaves the flow, which the repeated deposit finds', async () => {
    const trial = access.flowUrl.replace('flow-service', 'trial');
    const fault = { cut_after_acceptance: { times: 1 } };
    await fetch(`${trial}/faults`, { method: 'PUT', body: JSON.stringify(fault) });
    await assert.rejects(deposit('F2027-003', 'third'), TypeError);
    assert.equal((await deposit('F2027-003', 'third')).status, 202);
    const search = () => post(`${access.flowUrl}/v1/flows/search`, { where: { trackingId: 'third' } });
    const isDone = ({ acknowledgement }: any) => acknowledgement.status !== 'Pending';
    let { results } = await search();
    for (; !results.every(isDone); { results } = await search()) await wait(100);
    assert.deepEqual(results.map((flow: any) => flow.acknowledgement.status).toSorted(), ['Error', 'Ok']);
  });

  test('the own company sends under its SIREN and receives an invoice on demand', async () => {
    assert.equal((await deposit('F2027-010', 'own', OWN)).status, 202);
    const trial = access.flowUrl.replace('flow-service', 'trial');
    await fetch(`${trial}/supplier-invoices`, { method: 'POST', body: JSON.stringify({ to: OWN }) });
    const search = () =>
      post(`${access.flowUrl}/v1/flows/search`, { where: { flowType: ['CustomerInvoice', 'SupplierInvoice'] } }, OWN);
    let { results } = await search();
    for (const end = performance.now() + WAIT_MS_MAX; results.length < 2 && performance.now() < end; ) {
      await wait(200);
      ({ results } = await search());
    }
    assert.deepEqual(results.map((flow: Json) => [flow.flowType, flow.acknowledgement.status]).toSorted(), [
      ['CustomerInvoice', 'Ok'],
      ['SupplierInvoice', 'Ok'],
    ]);
  });

  test('webhooks come without a request', async () => {
    const received: string[] = [];
    const server = createServer((callback, response) => {
      received.push(String(callback.headers['afnor-signature']));
      callback.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await post(`${access.flowUrl}/v1/webhooks`, { callbackUrl, flowTypes: ['CustomerInvoiceLC'] });
      await deposit('F2027-004', 'fourth');
      for (const end = performance.now() + WAIT_MS_MAX; received.length < 4 && performance.now() < end; )
        await wait(100);
      assert.ok(received.length >= 4);
      assert.ok(received.every((signature) => Buffer.from(signature, 'base64').length === 32));
    } finally {
      server.close();
    }
  });

  test('a body of more than 100 MB, an unknown path and a broken request get an answer, and the platform goes on', async () => {
    const headers = { ...authorization(SELLER), 'content-length': 100_200_000 };
    const statusOfLarge = await new Promise((resolve, reject) => {
      const asked = request(`${access.flowUrl}/v1/flows`, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        asked.destroy();
      });
      asked.on('error', reject);
      asked.write('--');
    });
    assert.equal(statusOfLarge, 413);
    assert.equal((await fetch(`${access.flowUrl}/`)).status, 401);
    assert.equal(
      (await fetch(`${access.flowUrl}/v1/flows`, { method: 'POST', body: '--', headers: authorization(SELLER) }))
        .status,
      400,
    );
    assert.equal((await fetch(`${access.flowUrl}/v1/healthcheck`)).status, 200);
  });

  test('a port or SIREN that is none gets exit code 2, a port that is taken 1', async () => {
    const wrong = await ran({}, 'platform', '--port', 'x');
    assert.deepEqual([wrong.code, /not a port/.test(wrong.err)], [2, true]);
    const company = await ran({}, 'platform', '--siren', '732829321');
    assert.deepEqual([company.code, /not a SIREN/.test(company.err)], [2, true]);
    const taken = await ran({}, 'platform', '--port', new URL(access.flowUrl).port);
    assert.deepEqual([taken.code, /not available/.test(taken.err)], [1, true]);
  });
});
