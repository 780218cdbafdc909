import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { thisYear } from '../../../test/support/runner/today.ts';
import { type Ran, ran, ranHere } from '../../../test/support/service/run-command.ts';
import { serviceWithCommands } from '../../../test/support/service/service-with-commands.ts';
import { eventTypes } from '../../schemas/events/event-type.ts';

// `facturier trigger` and `facturier events` as a developer types them: against the database beside
// a server, and over HTTPS.

let here: Awaited<ReturnType<typeof serviceWithCommands>>;
let service: typeof here.service;
let ca: string;
beforeAll(async () => {
  here = await serviceWithCommands();
  ({ service, ca } = here);
});
afterAll(() => here.close());

const beside = () => here.beside();
/** In a process of its own. */
const typed = (...args: string[]): Promise<Ran> => ran(beside(), ...args);
const facturier = (...args: string[]): Promise<Ran> => ranHere(beside(), ...args);
const elsewhere = (key: string, ...args: string[]): Promise<Ran> =>
  ranHere({ FACTURIER_URL: `https://localhost:${service.port()}`, FACTURIER_KEY: key }, ...args, '--ca', ca);

const UUID = '[0-9a-f-]{36}';
const webhook = async (events: string[]): Promise<string> => {
  const body = { url: `https://example.com/${events.join()}`, events };
  return (await service.call('create-webhook', { body, caller: service.test })).json.id;
};
const queued = async (eventId: string): Promise<string[]> => {
  const { rows } = await service.owner.query('select share_id as endpoint_id from billing.job where subject_id = $1', [
    eventId,
  ]);
  return rows.map(({ endpoint_id }) => endpoint_id).sort();
};

test('trigger prints what it creates and the event, as text and as JSON, locally and over HTTPS', async () => {
  const words = await typed('trigger', 'project.created', '--data', 'name=Four à pain');
  assert.equal(words.code, 0, words.err);
  assert.match(
    words.out,
    new RegExp(
      `^✓ contact  ${UUID}\\n✓ project  ${UUID}\\n\\d\\d:\\d\\d:\\d\\d  project.created  Four à pain  ${UUID}\\n$`,
    ),
  );
  for (const json of [
    await facturier('trigger', 'invoice.paid', '--json'),
    await elsewhere(service.keys.test, 'trigger', 'INVOICE.PAID', '--json'),
  ]) {
    assert.deepEqual([json.code, json.err], [0, '']);
    const { type, made, event } = JSON.parse(json.out);
    assert.deepEqual([type, event.event.type, made.length], ['invoice.paid', 'invoice.paid', 2]);
    assert.deepEqual([event.billing.remainingAmountWithTax, event.billing.test], [0, true]);
  }
});

test('a live key needs --live, and --yes as well if official numbers are used', async () => {
  const { live, test: testKey } = service.keys;
  const type = ['trigger', 'estimate.finalized', '--json'];
  const [bare, numbers, done] = [
    await elsewhere(live, ...type),
    await elsewhere(live, ...type, '--live'),
    await elsewhere(live, ...type, '--live', '--yes'),
  ];
  assert.deepEqual([bare.code, numbers.code, done.code], [1, 1, 0], done.err);
  assert.match(JSON.parse(bare.out).refused, /this is a live key/);
  assert.match(JSON.parse(numbers.out).refused, /official numbers/);
  assert.equal(JSON.parse(done.out).event.billing.number, `D-${thisYear()}-0001`);
  assert.equal((await elsewhere(testKey, 'trigger', 'task.created', '--live')).code, 2);
  const { rows } = await service.owner.query('select count(*)::int as n from billing.document where not test');
  assert.equal(rows[0].n, 1);
});

test('an event that cannot be triggered exits with 1, an unknown type or field with 2', async () => {
  const { code, err } = await facturier('trigger', 'invoice.signed');
  assert.deepEqual([code, /Try estimate\.signed/.test(err)], [1, true]);
  assert.equal((await facturier('trigger', 'invoice.painted')).code, 2);
  assert.equal((await facturier('trigger')).code, 2);
  assert.equal((await facturier('trigger', 'task.created', '--data', 'nom=x')).code, 2);
  const refused = await facturier('trigger', 'task.created', '--data', 'priority=someday', '--json');
  assert.deepEqual([refused.code, JSON.parse(refused.out).code], [1, 'request.invalid']);
});

test('events are listed latest first, by type, or from a given one; types are listed with their labels', async () => {
  for (const type of ['task.created', 'task.deleted']) assert.equal((await facturier('trigger', type)).code, 0);
  const listed = async (...args: string[]) => {
    const { docs } = JSON.parse((await facturier('events', 'list', '--json', ...args)).out);
    return docs.map(({ event }: { event: { type: string } }) => event.type);
  };
  assert.deepEqual(await listed('--limit', '3'), ['task.deleted', 'task.created', 'task.created']);
  assert.deepEqual(await listed('--type', 'task.deleted'), ['task.deleted']);
  const { docs } = JSON.parse((await facturier('events', 'list', '--json', '--limit', '3')).out);
  assert.deepEqual(await listed('--after', docs[2].event.id), ['task.created', 'task.deleted']);
  assert.match(
    (await facturier('events', 'list', '--limit', '1')).out,
    /^\d\d:\d\d:\d\d {2}task\.deleted {2}Essai {2}\S{36}\n$/,
  );
  assert.equal((await elsewhere(service.keys.test, 'events', 'list', '--type', 'task.*')).out.split('\n').length, 4);
  for (const wrong of [
    ['--limit', '0'],
    ['--limit', 'x'],
    ['--type', 'task.painted'],
  ])
    assert.equal((await facturier('events', 'list', ...wrong)).code, 2, wrong.join(' '));

  const types = await typed('events', 'types');
  assert.equal(types.out.trimEnd().split('\n').length, eventTypes.length);
  assert.match(types.out, /^project\.created +Project created\n/);
  const described = JSON.parse((await facturier('events', 'types', '--json')).out);
  assert.deepEqual(Object.keys(described[0]).sort(), ['id', 'label', 'labels', 'sample', 'schema']);
});

test('an event is resent to every webhook subscribed to its type, or to a named one', async () => {
  const eventId = JSON.parse((await facturier('trigger', 'contact.created', '--json')).out).event.event.id;
  const none = await facturier('events', 'resend', eventId);
  assert.deepEqual([none.code, none.err.includes(`--since-event ${eventId}`)], [1, true]);
  assert.deepEqual(await queued(eventId), []);

  const [asks, all, other] = [
    await webhook(['contact.created']),
    await webhook(['*']),
    await webhook(['task.created']),
  ];
  const sent = await facturier('events', 'resend', eventId, '--json');
  assert.deepEqual([sent.code, JSON.parse(sent.out).webhooks.sort()], [0, [asks, all].sort()]);
  assert.deepEqual(await queued(eventId), [asks, all].sort());
  assert.equal((await elsewhere(service.keys.test, 'events', 'resend', eventId, '--webhook', other)).code, 0);
  assert.deepEqual(await queued(eventId), [asks, all, other].sort());

  const nowhere = '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30';
  const noEvent = await facturier('events', 'resend', nowhere, '--json');
  assert.deepEqual([noEvent.code, JSON.parse(noEvent.out).code], [1, 'event.not_found']);
  const noWebhook = await facturier('events', 'resend', eventId, '--webhook', nowhere, '--json');
  assert.deepEqual([noWebhook.code, JSON.parse(noWebhook.out).code], [1, 'webhook.not_found']);
});
