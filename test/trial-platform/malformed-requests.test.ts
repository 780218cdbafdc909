import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ConnectionCut } from '../../src/trial-platform/answer.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { formOf, trialHere } from './trial-client.ts';
import { BUYER, SELLER, trialInvoice } from './trial-invoice.ts';

// Requests that no client should send, and clients that repeat themselves: the platform answers
// each with a body of the standard, and keeps each invoice once.

const PATHS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/flow-service/v1/flows/search'],
  ['POST', '/flow-service/v1/webhooks'],
  ['POST', '/directory-service/v1/siren/search'],
  ['POST', '/directory-service/v1/siret/search'],
  ['POST', '/directory-service/v1/routing-code/search'],
  ['POST', '/directory-service/v1/directory-line/search'],
  ['PUT', `/trial/companies/${BUYER}`],
  ['POST', '/trial/supplier-invoices'],
  ['POST', '/trial/invoices/x/act'],
  ['GET', '/flow-service/v1/flows/%00'],
  ['DELETE', '/flow-service/v1/webhooks/%2e%2e'],
  ['GET', '/directory-service/v1/siren/code-insee:%F0%9F%98%80'],
  ['GET', '/trial/invoices/__proto__/act'],
  ['GET', '//flow-service//v1//flows'],
];
const NAMES = [
  ...['where', 'limit', 'cursor', 'filters', 'fields', 'include', 'sorting', 'ignore', 'callbackUrl', 'flowTypes'],
  ...['action', 'behaviour', 'name', 'to', '__proto__', 'constructor', 'updatedAfter', 'siren', 'value'],
];
const VALUES: readonly unknown[] = [
  ...[null, 1, -1, 1e300, '', 'x', [], {}, true, '\ud800', '__proto__', ['a'], { value: {} }, 'x'.repeat(5_000)],
  ...[{ op: 'strict' }, '2027-13-45T00:00:00Z'],
];

test('2,000 malformed bodies get an answer below 500, and so do files of every kind', async () => {
  const seed = seedOf('MALFORMED_SEED');
  const { pick, int, chance } = seeded(seed);
  const here = trialHere();
  const authorization = `Bearer ${await here.token(SELLER)}`;
  const made = (depth: number): unknown =>
    depth > 2 || chance(30)
      ? pick(VALUES)
      : Object.fromEntries(Array.from({ length: int(0, 4) }, () => [pick(NAMES), made(depth + 1)]));
  const statuses = new Set<number>();
  for (let n = 0; n < 2_000; n++) {
    const [method, url] = pick(PATHS);
    const body = Buffer.from(chance(10) ? '{"where":' : (JSON.stringify(made(0)) ?? ''));
    const { status } = await here.platform.answer({ method, url, headers: { authorization }, body });
    statuses.add(status);
    assert.ok(status < 500, `${status} ${method} ${url} ${body.toString()} (MALFORMED_SEED=${seed})`);
  }
  assert.ok(statuses.has(400) && statuses.has(404) && statuses.has(200));
  const files = ['', '<', '<a/>', '%PDF-1.7', '<Report/>', '\u0000', '<a>'.repeat(5_000)];
  for (const flowSyntax of ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR'])
    for (const file of files) {
      const { headers, bytes } = await formOf({ name: '\ud800', flowSyntax }, file);
      const url = '/flow-service/v1/flows';
      const said = await here.platform.answer({
        method: 'POST',
        url,
        headers: { ...headers, authorization },
        body: bytes,
      });
      assert.equal(said.status, 202, `${flowSyntax} ${file.slice(0, 20)}`);
    }
});

/** Deposits 60 invoices by a client that repeats each until it is answered; counts those kept. */
async function keptOf60({ isSameAgain }: { isSameAgain: boolean }): Promise<number> {
  const here = trialHere();
  const { chance } = seeded(60);
  let attempts = 0;
  for (let n = 0; n < 60; n++)
    for (let isAnswered = false; !isAnswered; attempts++) {
      const name = isSameAgain ? `F${n}` : `F${n}-${attempts}`;
      const fault = chance(40) ? 'cut_after_acceptance' : chance(30) ? 'unavailable' : 'slow';
      await here.trial('PUT', 'faults', { [fault]: { times: 1, milliseconds: 0 } });
      const said = await here
        .deposit({ file: ciiOf(trialInvoice({ number: name })), info: { trackingId: name } })
        .catch((error: unknown) => {
          if (error instanceof ConnectionCut) return undefined;
          throw error;
        });
      isAnswered = said?.status === 202;
    }
  here.pass(5);
  assert.ok(attempts > 80, `${attempts} attempts`);
  const { results } = await here.search({ flowType: ['CustomerInvoice'], ackStatus: 'Ok' }, { limit: 100 });
  return results.length;
}

test('60 invoices over a connection that is cut and refused are kept once each, by their tracking ids', async () => {
  assert.equal(await keptOf60({ isSameAgain: true }), 60);
});

test('a client that repeats under new names is kept more than 60 times: the control', async () => {
  assert.ok((await keptOf60({ isSameAgain: false })) > 60);
});
