import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { newWebhookSecret } from '../../src/audit/secrets/webhook-secrets.ts';
import { migrate } from '../../src/db/migrate.ts';
import { deliverEvent } from '../../src/jobs/events/deliver-webhook.ts';
import { sendMail } from '../../src/jobs/mail/send-mail.ts';
import type { Letter } from '../../src/jobs/mail/smtp-client.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { freshDatabase } from '../support/database/test-database.ts';
import { until } from '../support/runner/wait-until.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

// What waited in the two queues of before there was one, written as their version wrote it.

/** The last migration with two queues. */
const TWO_QUEUES = 15;
const MINUTE = 60;
const CONTENT = JSON.stringify({
  ...{ subject: 'Facture', fromName: 'Camille', html: '<p>Bonjour</p>', text: 'Bonjour' },
  recipients: [{ address: 'lea@example.org', as: 'to', state: 'waiting' }],
});
const ids = () => randomUUID();
const events = { fresh: ids(), failedTwice: ids(), held: ids(), later: ids(), taken: ids(), hopeless: ids() };
const mails = { waits: ids(), sent: ids() };

let service: TestService;
let hooks: Receiver;
let above: Awaited<ReturnType<typeof superuserQuery>>;
let endpoint: string;
before(async () => {
  hooks = await receiver({ clear: true });
  const database = await freshDatabase({ migrated: false });
  await migrate(database.ownerUrl, undefined, TWO_QUEUES);
  service = await testService({ database });
  above = await superuserQuery(database);
  endpoint = service.services.newId();
  await insertFormerEndpoint(endpoint);
});
after(async () => {
  await above.close();
  await service.close();
  await hooks.close();
});

/** A webhook, as the version before wrote it: without who made it. */
async function insertFormerEndpoint(id: string): Promise<void> {
  const secret = service.services.environment.webhooks.secrets.lock(newWebhookSecret(), id);
  await above.query(
    `insert into billing.endpoint (account_id, test, id, url, events, fingerprint, active, content, created_at, updated_at)
     values ($1, false, $2, $3, array['task.created'], '\\x01', true, $4, $5, $5)`,
    [service.accountId, id, `${hooks.url}hook`, JSON.stringify({ description: '', secret }), service.clock.now],
  );
}

type Queued = { state?: string; tries?: (number | null)[]; leasedUntil?: number; nextAt?: number };

/** An event with its delivery, as the version before queued it; its tries by their statuses. */
async function queueDelivery(id: string, queued: Queued = {}): Promise<void> {
  const { now } = service.clock;
  const { state = 'waiting', tries = [], leasedUntil = null, nextAt = now } = queued;
  await above.query(
    `insert into billing.event (account_id, id, test, type, subject_id, at, body) values ($1, $2, false, 'task.created', $2, $3, '{}')`,
    [service.accountId, id, now],
  );
  await insertFormerDelivery(id, [state, tries.length, nextAt, leasedUntil]);
  for (const [at, status] of tries.entries())
    await above.query(
      `insert into billing.attempt (account_id, endpoint_id, event_id, n, test, at, latency_ms, status, fault, answer)
       values ($1, $2, $3, $4, false, $5, 7, $6, $7, 'said')`,
      [service.accountId, endpoint, id, at + 1, now - MINUTE + at, status, status === 200 ? null : 'status_not_2xx'],
    );
}
const insertFormerDelivery = (id: string, values: unknown[]) =>
  above.query(
    `insert into billing.delivery (account_id, endpoint_id, event_id, test, state, tried, attempts, next_at, leased_until)
     values ($1, $2, $3, false, $4, $5, $5, $6, $7)`,
    [service.accountId, endpoint, id, ...values],
  );
const insertFormerMail = (id: string, state: string, nextAt: number | null) =>
  above.query(
    `insert into billing.mail (account_id, id, test, purpose, state, content, attempts, next_at, created_at)
     values ($1, $2, false, 'notice', $3, $4, 1, $5, $6)`,
    [service.accountId, id, state, CONTENT, nextAt, service.clock.now],
  );

test('what waited for endpoints and mail servers before there was one queue is delivered and sent after', async () => {
  const { clock } = service;
  await queueDelivery(events.fresh);
  await queueDelivery(events.failedTwice, { tries: [500, 500] });
  await queueDelivery(events.held, { leasedUntil: clock.now + MINUTE });
  await queueDelivery(events.later, { tries: [503], nextAt: clock.now + 5 * MINUTE });
  await queueDelivery(events.taken, { tries: [500, 200], state: 'delivered' });
  await queueDelivery(events.hopeless, { tries: [500], state: 'given_up' });
  await insertFormerMail(mails.waits, 'waiting', clock.now);
  await insertFormerMail(mails.sent, 'sent', clock.now);
  await above.query(
    `insert into billing.mail_attempt (account_id, mail_id, n, test, at, latency_ms, status, fault) values ($1, $2, 1, false, $3, 9, 451, 'deferred')`,
    [service.accountId, mails.waits, clock.now - MINUTE],
  );

  await migrate(service.database.ownerUrl);
  const letters: Letter[] = [];
  const post = async (letter: Letter) => {
    letters.push(letter);
    return { accepted: ['lea@example.org'], refused: [], latencyMs: 1, status: 250 };
  };
  const worker = startQueueWorker(service.services, pino({ level: 'silent' }), {
    connection: service.database.serving,
    jobs: [deliverEvent(service.services.environment), sendMail({ post })],
    pollMs: 20,
  });
  const arrived = () => hooks.received.map(({ id }) => id).sort();
  const queued = async () => (await above.query('select subject_id as id from billing.job')).map(({ id }) => id).sort();
  try {
    await until('what was due', async () => (await queued()).length === 2);
    assert.deepEqual(arrived(), [events.fresh, events.failedTwice].sort());
    assert.deepEqual(await queued(), [events.held, events.later].sort());
    assert.deepEqual(
      letters.map(({ id }) => id),
      [mails.waits],
    );
    clock.now += MINUTE;
    await until('what was held', () => arrived().length === 3);
    clock.now += 4 * MINUTE;
    await until('what was to be tried later', () => arrived().length === 4);
    await until('all of it settled', async () => (await queued()).length === 0);

    const { docs } = (await service.call('list-webhook-attempts', { path: { id: endpoint } })).json;
    const told = (id: string) =>
      docs.filter((one: any) => one.eventId === id).map((one: any) => [one.n, one.status, one.state]);
    assert.deepEqual(told(events.failedTwice), [
      [3, 200, 'delivered'],
      [2, 500, 'delivered'],
      [1, 500, 'delivered'],
    ]);
    assert.deepEqual(told(events.taken), [
      [2, 200, 'delivered'],
      [1, 500, 'delivered'],
    ]);
    assert.deepEqual(told(events.hopeless), [[1, 500, 'given_up']]);
    const tries = await above.query(
      `select n, status, fault from billing.try where subject_id = $1 and lane = 'mail' order by n`,
      [mails.waits],
    );
    assert.deepEqual(
      tries.map(({ n, status, fault }) => [n, status, fault]),
      [
        [1, 451, 'deferred'],
        [2, 250, null],
      ],
    );

    // A process of the version before that still runs beside this one.
    const late = randomUUID();
    await above.query(
      `insert into billing.event (account_id, id, test, type, subject_id, at, body) values ($1, $2, false, 'task.created', $2, $3, '{}')`,
      [service.accountId, late, clock.now],
    );
    await insertFormerDelivery(late, ['waiting', 0, clock.now, null]);
    await insertFormerMail(randomUUID(), 'waiting', clock.now);
    await until('what the version before still queues', () => arrived().includes(late) && letters.length === 2);
    // And what it sends again: its tries are counted on.
    await insertFormerDelivery(events.taken, ['waiting', 0, clock.now, null]);
    await until('what the version before sends again', () => arrived().includes(events.taken));
    await until('all of it settled', async () => (await queued()).length === 0);
    const again = await above.query('select n, status from billing.try where subject_id = $1 order by n', [
      events.taken,
    ]);
    assert.deepEqual(
      again.map(({ n, status }) => [n, status]),
      [
        [1, 500],
        [2, 200],
        [3, 200],
      ],
    );
  } finally {
    await worker.stop();
  }
});
