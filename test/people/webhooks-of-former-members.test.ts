import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, newPerson } from './people-fixtures.ts';

// A webhook belongs to its creator: it ends when they leave, unless another member takes it over.

type Somebody = Awaited<ReturnType<typeof newPerson>>;
let service: ServiceOverHttps;
let owner: Somebody;
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'owner@exemple.fr', first: true });
});
afterAll(() => service.close());

const code = ({ json }: Answered): string => json?.code;
const hookOf = async (who: Pick<Somebody, 'ask'>, name: string, said: object = {}) => {
  const body = { url: `https://hooks.example.com/${name}`, events: ['*'] };
  const made = await who.ask('/v2/webhooks', { body, ...said });
  assert.equal(made.status, 201, made.text);
  return made.json as { id: string; madeBy: string | null };
};
const seen = async (id: string) => {
  const { isActivated, disabledReason, madeBy } = (await owner.ask(`/v2/webhooks/${id}`)).json;
  return [isActivated, disabledReason, madeBy];
};
const queued = async (id: string) =>
  (await inAccountOf(service, `select from billing.job where lane = 'delivery' and share_id = '${id}'`)).length;
const happens = () => service.ask('/contact', { body: { firstname: 'Ada', lastname: 'Lovelace' } });

test('lists show who created a webhook: a person, also through their key; none for keys without a person', async () => {
  const paul = await newPerson(service, { email: 'paul@exemple.fr', role: 'owner' });
  const { key } = (await paul.ask('/v2/api-keys', { body: { name: 'Clé de Paul' } })).json;
  const [own, byKey, ofNobody] = [
    await hookOf(paul, 'own'),
    await hookOf(service, 'by-key', { key }),
    await hookOf(service, 'of-nobody'),
  ];
  const { docs } = (await owner.ask('/v2/webhooks?limit=100')).json;
  const makers = new Map(docs.map(({ id, madeBy }: { id: string; madeBy: string | null }) => [id, madeBy]));
  assert.deepEqual([makers.get(own.id), makers.get(byKey.id), makers.get(ofNobody.id)], [paul.id, paul.id, null]);
});

test('removing a member disables webhooks they or their key created or redirected; no delivery is queued for them', async () => {
  const nina = await newPerson(service, { email: 'nina@exemple.fr', role: 'member' });
  const made = await hookOf(nina, 'nina');
  const moved = await hookOf(owner, 'owner');
  const stays = await hookOf(owner, 'stays');
  await nina.ask(`/v2/webhooks/${moved.id}`, { method: 'PATCH', body: { url: 'https://nina.example.com/' } });
  await happens();
  const before = await queued(made.id);
  assert.ok(before > 0, 'control: it delivered while she was here');
  assert.equal((await owner.ask(`/v2/people/${nina.id}`, { method: 'DELETE' })).status, 204);
  for (const { id } of [made, moved]) assert.deepEqual(await seen(id), [false, 'maker_left', nina.id]);
  assert.deepEqual(await seen(stays.id), [true, null, owner.id]);
  const others = await queued(stays.id);
  await happens();
  assert.equal(await queued(made.id), before);
  assert.ok((await queued(stays.id)) > others, 'control: the owner’s goes on');
  // A member who enables a webhook becomes its owner.
  await owner.ask(`/v2/webhooks/${made.id}`, { method: 'PATCH', body: { isActivated: true } });
  assert.deepEqual(await seen(made.id), [true, null, owner.id]);
});

test('another member takes over the webhooks by name; accountants, the person themselves and unknown people cannot', async () => {
  const leaver = await newPerson(service, { email: 'leaver@exemple.fr', role: 'member' });
  const accountant = await newPerson(service, { email: 'comptable@exemple.fr', role: 'accountant' });
  const hook = await hookOf(leaver, 'leaver');
  const remove = (to: string) => owner.ask(`/v2/people/${leaver.id}?webhooksTo=${to}`, { method: 'DELETE' });
  assert.equal(code(await remove(accountant.id)), 'person.makes_no_webhooks');
  assert.equal(code(await remove(leaver.id)), 'person.not_found');
  assert.equal(code(await remove(service.accountId)), 'person.not_found');
  assert.deepEqual(await seen(hook.id), [true, null, leaver.id], 'nothing has changed by what was refused');
  assert.equal((await remove(owner.id)).status, 204);
  assert.deepEqual(await seen(hook.id), [true, null, owner.id]);
});

test('webhooks of a member who becomes an accountant are disabled; the database enforces it too', async () => {
  const member = await newPerson(service, { email: 'lower@exemple.fr', role: 'member' });
  const hook = await hookOf(member, 'lower');
  const forgotten = inAccountOf(service, `update billing.membership set left_at = 1 where person_id = '${member.id}'`);
  await assert.rejects(forgotten, { code: 'FA003' });
  const body = { role: 'accountant' };
  assert.equal((await owner.ask(`/v2/people/${member.id}`, { method: 'PATCH', body })).status, 200);
  assert.deepEqual(await seen(hook.id), [false, 'maker_left', member.id]);
});

test('members and accountants can leave an account but remove no other member; access ends within a second', async () => {
  for (const role of ['member', 'accountant'] as const) {
    const leaver = await newPerson(service, { email: `${role}-leaves@exemple.fr`, role });
    const remove = (id: string) => leaver.ask(`/v2/people/${id}`, { method: 'DELETE' });
    assert.equal(code(await remove(owner.id)), 'auth.scope_missing', role);
    const hook = role === 'member' ? await hookOf(leaver, 'leaves') : undefined;
    assert.equal((await remove(leaver.id)).status, 204, role);
    if (hook) assert.deepEqual(await seen(hook.id), [false, 'maker_left', leaver.id]);
    await until('they are a member no more', async () => (await leaver.ask('/v2/billings')).status === 403);
    assert.deepEqual((await leaver.ask('/v2/person')).json.accounts, []);
  }
  const { key } = (await owner.ask('/v2/api-keys', { body: { name: 'Lecture', scopes: ['account:read'] } })).json;
  const byKey = await service.ask(`/v2/people/${owner.id}`, { key, method: 'DELETE' });
  assert.equal(code(byKey), 'auth.scope_missing', 'a key has no membership to leave');
});

test('a person who leaves loses access with the next request', async () => {
  const max = await newPerson(service, { email: 'max@exemple.fr', role: 'member' });
  assert.equal((await max.ask('/v2/person')).json.accounts.length, 1);
  assert.equal((await max.ask(`/v2/people/${max.id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual((await max.ask('/v2/person')).json.accounts, []);
  assert.equal(code(await max.ask('/v2/billings')), 'auth.account_not_yours');
});
