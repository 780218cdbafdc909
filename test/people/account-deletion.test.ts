import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../support/documents/example-books.ts';
import { browser } from '../support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, newPerson, PASSWORD } from './people-fixtures.ts';

// The deletion of an account over HTTPS: who may ask, how it is confirmed, and how it is canceled.

type Person = Awaited<ReturnType<typeof newPerson>>;
let service: ServiceOverHttps;
let [owner, second, member, accountant, stranger]: Person[] = [];
let path: string;
let name: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
  second = await newPerson(service, { email: 'anne@exemple.fr', role: 'owner' });
  member = await newPerson(service, { email: 'paul@exemple.fr', role: 'member' });
  accountant = await newPerson(service, { email: 'chiffres@exemple.fr', role: 'accountant' });
  const { accountId } = await service.newAccount('Otto Fremd');
  stranger = await newPerson(service, { email: 'otto@exemple.fr', first: true, accountId });
  path = `/v2/person/accounts/${service.accountId}/deletion`;
  name = (await owner.ask('/v2/person')).json.accounts[0].name;
});
afterAll(() => service.close());

const whole = (more: object = {}) => ({ body: { name, dataTaken: true, password: PASSWORD, ...more } });
const asked = (who: Person | undefined, more: object = {}) => (who as Person).ask(path, whole(more));
const canceled = (who: Person | undefined) => (who as Person).ask(path, { method: 'DELETE' });
const read = async (who: Person | undefined) => (await (who as Person).ask(path)).json;
const mails = () =>
  inAccountOf(service, "select content from billing.mail where content like '%Suppression du compte%' order by id");
const types = async () =>
  (
    await inAccountOf(
      service,
      "select link::json ->> 'type' as type from billing.chain_link where not test order by seq",
    )
  )
    .map(({ type }) => type)
    .filter((type) => type.startsWith('deletion'));

test('get-account-deletion: nothing is asked for; without finalized documents nothing would be kept, with an invoice of 2026 until the end of 2036', async () => {
  assert.deepEqual(await read(owner), { deletion: null, recordsKeptUntil: null });
  const books = booksOf(service);
  await books.finalized(books.invoice(await books.contact()));
  assert.deepEqual(await read(member), { deletion: null, recordsKeptUntil: '2036-12-31' });
});

test('request-account-deletion is refused to members, accountants, strangers, API keys and browsers that are not signed in', async () => {
  for (const who of [member, accountant]) {
    const refused = await asked(who);
    assert.deepEqual([refused.status, refused.json.code], [403, 'account.deletion_for_owners']);
  }
  const foreign = await asked(stranger);
  assert.deepEqual([foreign.status, foreign.json.code], [404, 'account.not_found']);
  assert.equal((await service.ask(path, { method: 'POST', ...whole() })).status, 401);
  assert.equal((await browser(service).ask(path, whole())).status, 401);
  assert.equal((await (stranger as Person).ask(path)).status, 404);
  assert.deepEqual(await read(owner), { deletion: null, recordsKeptUntil: '2036-12-31' });
});

test('it needs the name of the account, the password, and that the data was taken; each is named when it is missing', async () => {
  const code = async (more: object) => {
    const { status, json } = await asked(owner, more);
    return [status, json.code, json.errors?.[0]?.pointer ?? json.pointer];
  };
  assert.deepEqual((await code({ name: 'Zoé' })).slice(0, 2), [400, 'account.name_differs']);
  assert.deepEqual((await code({ password: 'faux mot de passe' })).slice(0, 2), [403, 'person.password_wrong']);
  for (const more of [{ dataTaken: false }, { dataTaken: undefined }, { name: '' }, { name: 7 }]) {
    const { status, text } = await asked(owner, more);
    assert.equal(status, 400, JSON.stringify(more));
    assert.match(text, /dataTaken|name/);
  }
  assert.equal((await read(owner)).deletion, null);
});

test('an owner asks: due in 30 days, mailed to both owners, in the audit trail and as an event; everything goes on working', async () => {
  const { status, json } = await asked(owner, { name: ` ${name.toUpperCase()} ` });
  assert.equal(status, 201);
  assert.deepEqual([json.state, json.dueAt - json.requestedAt], ['waiting', 30 * 86_400]);
  assert.deepEqual((await read(accountant)).deletion, json);
  const sent = (await mails()).map(({ content }) => JSON.parse(content));
  assert.deepEqual(sent.map(({ recipients }) => recipients[0].address).sort(), ['anne@exemple.fr', 'zoe@exemple.fr']);
  assert.match(sent[0].text, /1er.avril.2026/u);
  assert.match(sent[0].text, /reglages\/suppression/);
  assert.deepEqual(await types(), ['deletion_requested']);
  const { docs } = (await service.ask('/v2/events?type=account.deletion_requested')).json;
  assert.deepEqual(
    docs.map(({ deletion }: { deletion: object }) => deletion),
    [json],
  );
  const books = booksOf(service);
  await books.finalized(books.invoice(await books.contact()));
  const again = await asked(second);
  assert.deepEqual(
    [again.status, again.json.code, again.json.dueAt],
    [409, 'account.deletion_asked_already', json.dueAt],
  );
});

test('cancel-account-deletion: a member cannot, the other owner can, once; then it can be asked for again', async () => {
  assert.equal((await canceled(member)).json.code, 'account.deletion_for_owners');
  assert.equal((await canceled(stranger)).status, 404);
  assert.equal((await canceled(second)).status, 204);
  assert.deepEqual((await read(owner)).deletion, null);
  assert.equal((await canceled(second)).json.code, 'account.deletion_not_asked');
  assert.deepEqual(await types(), ['deletion_requested', 'deletion_canceled']);
  assert.equal((await mails()).length, 4);
  assert.equal((await asked(second)).status, 201);
  assert.equal((await canceled(owner)).status, 204);
});

test('a sample account has no waiting time; once a deletion has begun, it cannot be canceled', async () => {
  const sample = await (owner as Person).ask('/v2/person/sample-data', { body: {} });
  const { id, name: called } = sample.json.accounts.find(({ isSample }: { isSample: boolean }) => isSample);
  const ofSample = await (owner as Person).ask(`/v2/person/accounts/${id}/deletion`, whole({ name: called }));
  assert.deepEqual([ofSample.status, ofSample.json.code], [409, 'account.deletion_of_sample']);

  const { dueAt } = (await asked(owner)).json;
  await inAccountOf(
    service,
    `update billing.account_deletion set state = 'clearing', begun_at = ${dueAt} where account_id = '${service.accountId}'`,
  );
  const late = await canceled(owner);
  assert.deepEqual([late.status, late.json.code], [409, 'account.deletion_begun']);
  assert.deepEqual(service.logged, []);
});
