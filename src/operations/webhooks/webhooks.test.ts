import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Said, type TestService, testService } from '../../../test/support/service-to-call.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

const HOOK = { url: 'https://example.com/hook', events: ['project.created', 'invoice.paid'] };
const ask = async (name: string, said: Said = {}) => service.call(name, said);
const made = async (body: object, given: Said = {}) => (await ask('create-webhook', { body, ...given })).json;

test('create-webhook answers the endpoint with its secret, types sorted and each once, and never the secret again', async () => {
  const body = { ...HOOK, events: ['Project.Created', 'invoice.paid', 'PROJECT.CREATED'], source: 'make' };
  const { secret, ...webhook } = await made(body);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { id, ...rest } = webhook;
  assert.deepEqual(rest, {
    companyId: service.accountId,
    url: 'https://example.com/hook',
    description: '',
    events: ['invoice.paid', 'project.created'],
    isActivated: true,
    test: false,
    createdAt: service.clock.now,
    updatedAt: service.clock.now,
    source: 'make',
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    formerSecretUntil: null,
  });
  assert.deepEqual((await ask('get-webhook', { path: { id } })).json, webhook);
  assert.deepEqual((await ask('list-webhooks', { query: { url: HOOK.url } })).json.docs, [webhook]);
  assert.deepEqual(await made({ ...HOOK, description: 'Again' }), webhook);
});
