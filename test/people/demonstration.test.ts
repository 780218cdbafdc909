import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newDemonstration, VISITORS_PER_NETWORK_MAX } from '../../src/domain/people/demonstration.ts';
import { browser } from '../support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A public demonstration (DEMO): who comes in, and what they can reach.

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

test('look-at-demonstration and open-demonstration: a service of one’s own is no demonstration', async () => {
  const stranger = browser(service);
  assert.deepEqual((await stranger.ask('/v2/person/demonstration')).json, { isDemonstration: false });
  const refused = await stranger.ask('/v2/person/demonstration', { body: {} });
  assert.deepEqual([refused.status, refused.json.code], [404, 'demonstration.off'], refused.text);
});

test('each visitor gets sample data of their own, in test mode, and sees no other visitor', async () => {
  const { environment, now } = service.services;
  environment.demonstration = newDemonstration(now());
  const [ada, bea] = [browser(service), browser(service)];
  assert.deepEqual((await ada.ask('/v2/person/demonstration')).json, {
    isDemonstration: true,
    resetsAt: environment.demonstration.resetsAt,
  });
  const entered = await Promise.all([ada, bea].map((each) => each.ask('/v2/person/demonstration', { body: {} })));
  assert.deepEqual(
    entered.map(({ status, text }) => (status === 201 ? status : text)),
    [201, 201],
  );
  const [one, two] = entered.map(({ json }) => json.accounts);
  assert.deepEqual([one.length, one[0].isSample, one[0].role], [1, true, 'owner']);
  assert.notEqual(one[0].id, two[0].id);
  const within = (mode: string, id: string) => ({ headers: { 'facturier-account': id, 'facturier-mode': mode } });
  assert.ok((await ada.ask('/v2/billings', within('test', one[0].id))).json.totalDocs >= 30);
  assert.equal((await ada.ask('/v2/billings', within('test', two[0].id))).status, 403, 'the account of another');
  assert.notEqual((await ada.ask('/v2/billings', within('live', one[0].id))).status, 200, 'live mode');
  environment.demonstration.visits.byNetwork.set('127.0.0.1', VISITORS_PER_NETWORK_MAX);
  const full = await browser(service).ask('/v2/person/demonstration', { body: {} });
  assert.deepEqual([full.status, full.json.code], [429, 'demonstration.full'], full.text);
});
