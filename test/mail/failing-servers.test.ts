import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { sendMail } from '../../src/jobs/mail/send-mail.ts';
import { createSmtpClient } from '../../src/jobs/mail/smtp-client.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { until } from '../support/runner/wait-until.ts';
import { type MailServer, mailCa, mailServer, PASSWORD } from './mail-server.ts';
import { FROM, OWNER, type SendingService, sendingService } from './sending.ts';

let server: MailServer;
let service: SendingService;
beforeAll(async () => {
  server = await mailServer();
  service = await sendingService(server.url, { sendingMs: 8_000 });
});
afterEach(() => {
  server.behave({});
  server.arrived.length = 0;
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

const attempts = async (id: string): Promise<any[]> => (await service.mails(id))[0].attempts;
const tried = (id: string, many: number) => until(`${many} attempts`, async () => (await attempts(id)).length >= many);
const stateOf = async (id: string): Promise<string> => (await service.mails(id))[0].state;
const faults = async (id: string) => (await attempts(id)).map(({ status, fault }) => [status, fault]);

test('greylisting (451): retried a minute later and accepted; every attempt is visible', async () => {
  const { id } = await service.invoice();
  server.behave({ data: () => [451, 'Greylisted, come back later'] });
  await service.send(id);
  await tried(id, 1);
  const [mail] = await service.mails(id);
  assert.deepEqual([mail.state, mail.nextAttemptAt], ['waiting', service.clock.now + 60]);
  assert.match(mail.attempts[0].answer, /Greylisted/);
  server.behave({});
  service.clock.now += 59;
  await wait(200);
  assert.equal((await attempts(id)).length, 1, 'not before its time');
  service.clock.now += 1;
  await tried(id, 2);
  assert.deepEqual(await faults(id), [
    [451, 'deferred'],
    [250, null],
  ]);
  assert.deepEqual([await stateOf(id), server.arrived.length], ['sent', 1]);
  const { docs } = await booksOf(service).done('get-billing-activity', id);
  assert.deepEqual(
    docs.flatMap(({ mails = [] }: any) => mails.map(({ attempts }: any) => attempts)),
    [2],
  );
});

test('unknown address (550): given up at once, and the owner gets a mail with the server’s response', async () => {
  const { id } = await service.invoice();
  server.behave({
    recipient: (address) => (address === 'nobody@example.org' ? [550, '5.1.1 No such user'] : undefined),
  });
  await service.send(id, { emails: ['nobody@example.org'], subject: 'Votre facture' });
  await until('it is given up', async () => (await stateOf(id)) === 'given_up');
  assert.deepEqual(await faults(id), [[550, 'refused']]);
  await until('the owner is told', () => server.arrived.length === 1);
  const [notice] = await server.read();
  assert.deepEqual([notice?.to?.[0]?.address, notice?.subject], [OWNER, 'Non remis\u00a0: Votre facture']);
  assert.match(notice?.text ?? '', /nobody@example\.org[\s\S]*No such user/);
  assert.ok(service.logged.some((line) => line.includes('could not be delivered to all recipients')));
});

test('of three addresses one accepts, one is full and retried, one is unknown and reported to the owner', async () => {
  const { id } = await service.invoice();
  let full = true;
  server.behave({
    recipient: (address) => {
      if (address.startsWith('unknown')) return [550, 'No such user'];
      return address.startsWith('full') && full ? [452, 'Mailbox full'] : undefined;
    },
  });
  await service.send(id, { emails: ['lea@example.org', 'unknown@example.org', 'full@example.org'] });
  await tried(id, 1);
  full = false;
  service.clock.now += 60;
  await until('it is sent', async () => (await stateOf(id)) === 'sent');
  const [mail] = await service.mails(id);
  assert.deepEqual(
    mail.recipients.map(({ state }: any) => state),
    ['accepted', 'refused', 'accepted'],
  );
  await until('three mails', () => server.arrived.length === 3);
  const to = server.arrived.map((arrived) => arrived.to.join());
  assert.deepEqual(to.toSorted(), ['full@example.org', 'lea@example.org', OWNER]);
  const sent = (await server.read()).filter(({ to: all }) => all?.length === 3);
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 1, 'the same mail, told by its Message-ID');
});

test('after an hour of server downtime the mail is sent once, and no other notice is sent', async () => {
  const { id } = await service.invoice();
  await server.stop();
  await service.send(id);
  for (const [n, seconds] of [60, 300, 900].entries()) {
    await tried(id, n + 1);
    service.clock.now += seconds;
  }
  await tried(id, 4);
  assert.deepEqual(
    await faults(id),
    Array.from({ length: 4 }, () => [null, 'connection']),
  );
  await server.start();
  service.clock.now += 3_600;
  await until('it is sent', async () => (await stateOf(id)) === 'sent');
  assert.equal(server.arrived.length, 1);
});

test('after five days of downtime the mail is given up with twelve attempts, and the log says so', async () => {
  const { id } = await service.invoice();
  await server.stop();
  await service.send(id);
  for (let n = 1; n < 12; n++) {
    await tried(id, n);
    const [{ nextAttemptAt }] = await service.mails(id);
    service.clock.now = nextAttemptAt;
  }
  await until('it is given up', async () => (await stateOf(id)) === 'given_up');
  assert.equal((await attempts(id)).length, 12);
  assert.ok(service.logged.some((line) => line.includes('could not be delivered to all recipients')));
  // The notice to the owner is also retried after a minute.
  const notice = `select 1 from billing.mail m join billing.job j on j.subject_id = m.id and j.tried = 1 and j.leased_until is null`;
  await until(
    'the notice to be tried',
    async () => (await service.query(`${notice} where m.purpose = 'notice'`)).length === 1,
  );
  await server.start();
  service.clock.now += 60;
  await until('the owner is told', () => server.arrived.length === 1);
});

test('a server that never responds times out, and the mail is retried', async () => {
  const { id } = await service.invoice();
  server.behave({ data: () => 'hang' });
  await service.send(id);
  await tried(id, 1);
  assert.deepEqual(await faults(id), [[null, 'timeout']]);
  server.behave({});
  service.clock.now += 60;
  await until('it is sent', async () => (await stateOf(id)) === 'sent');
});

test('a refused sender (554) is given up; a wrong password is the operator’s to fix, so the mail waits', async () => {
  const { id } = await service.invoice();
  server.behave({ sender: () => [554, 'Sender refused'], data: () => [550, 'no'] });
  await service.send(id);
  await until('it is given up', async () => (await stateOf(id)) === 'given_up');
  assert.deepEqual(await faults(id), [[554, 'refused']]);
  await until('the notice is given up too', async () => (await waiting()) === 0);
  server.behave({});

  await service.stop();
  const wrong = createSmtpClient(server.url.replace(encodeURIComponent(PASSWORD), 'wrong'), { from: FROM, ca: mailCa });
  const other = await service.invoice();
  await service.send(other.id);
  const log = pino({ level: 'silent' });
  const worker = startQueueWorker(service.services, log, {
    connection: service.database.serving,
    jobs: [sendMail({ post: wrong })],
    ...{ pollMs: 20, chance: () => 0.5 },
  });
  await tried(other.id, 1);
  await worker.stop();
  assert.deepEqual(await faults(other.id), [[535, 'login_refused']]);
  assert.equal(await stateOf(other.id), 'waiting');
  assert.ok(!JSON.stringify(await service.mails(other.id)).includes('wrong'));
  service.clock.now += 60;
  service.start();
  await until('it is sent', async () => (await stateOf(other.id)) === 'sent');
});

const waiting = async (): Promise<number> =>
  (await service.query(`select count(*)::int as many from billing.mail where state = 'waiting'`))[0].many;

/** One mail for a server of another kind. */
const letter = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  createdAt: 1_772_442_000,
  files: [],
  content: {
    ...{ subject: 'Été', fromName: 'Zoé', html: '<p>Bonjour</p>', text: 'Bonjour' },
    recipients: [{ address: 'lea@example.org', as: 'to', state: 'waiting' }],
  },
} as const;
const never = new AbortController().signal;

test('an untrusted certificate or a missing STARTTLS gets no mail; a local server may be unencrypted', async () => {
  const unknown = await createSmtpClient(server.url, { from: FROM })(letter, never);
  assert.deepEqual([unknown.fault, server.arrived.length], ['tls', 0]);
  const clear = await mailServer({ clear: true });
  const starttls = await mailServer({ starttls: true });
  try {
    // The same server under an address that does not look local.
    const elsewhere = clear.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
    const stripped = await createSmtpClient(elsewhere, { from: FROM })(letter, never);
    assert.deepEqual([stripped.fault, clear.arrived.length], ['tls', 0]);
    const allowed = await createSmtpClient(`${elsewhere}?ignoreTLS=true`, { from: FROM })(letter, never);
    assert.deepEqual([allowed.status, clear.arrived.length], [250, 1]);
    const taken = await createSmtpClient(clear.url, { from: FROM })(letter, never);
    assert.deepEqual([taken.status, taken.accepted], [250, ['lea@example.org']]);
    const upgraded = await createSmtpClient(starttls.url, { from: FROM, ca: mailCa })(letter, never);
    assert.deepEqual([upgraded.status, starttls.arrived[0]?.secure], [250, true]);
  } finally {
    await Promise.all([clear.stop(), starttls.stop()]);
  }
});

test('an account with forty waiting mails delays no other account', async () => {
  await service.stop();
  const other = await service.newAccount('Petite');
  const books = booksOf(service, other.live);
  await books.company({ name: 'Petite', email: 'petite@example.org' });
  const { id } = await service.invoice();
  for (let n = 0; n < 20; n++) await service.send(id);
  const { id: second } = await service.invoice();
  for (let n = 0; n < 20; n++) await service.send(second);
  await books.done('send-test-email-signature');
  service.start();
  await until('all of them', () => server.arrived.length === 41);
  const place = server.arrived.findIndex(({ to }) => to[0] === 'petite@example.org');
  assert.ok(place < 12, `it came as number ${place + 1}`);
});

test('a response cut inside a character is stored: the mail is retried in a minute, not once per lease', async () => {
  const { id } = await service.invoice();
  // The 1,000 stored characters end within a surrogate pair.
  server.behave({ data: () => [451, `${'x'.repeat(995)}😀 come back later`] });
  await service.send(id);
  await tried(id, 1);
  const [mail] = await service.mails(id);
  assert.deepEqual([mail.state, mail.nextAttemptAt], ['waiting', service.clock.now + 60]);
  assert.equal(mail.attempts[0].answer.length, 1_000);
  server.behave({});
  service.clock.now += 60;
  await tried(id, 2);
  assert.deepEqual([await stateOf(id), server.arrived.length], ['sent', 1]);
});

test('a mail accepted during a database outage is recorded as sent afterwards, and goes out once', async () => {
  const { id } = await service.invoice();
  const { pool } = service.services;
  const connect = pool.connect.bind(pool);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const isTaken = Promise.withResolvers<void>();
  server.behave({
    data: () => {
      pool.connect = (() => Promise.reject(away)) as typeof pool.connect;
      isTaken.resolve();
      return undefined;
    },
  });
  try {
    await service.send(id);
    await isTaken.promise;
    const isWaitedFor = () => service.logged.some((line) => line.includes('cannot be written yet'));
    await until('it could not be written', isWaitedFor);
  } finally {
    pool.connect = connect;
  }
  // The clock stands still: no lease expires.
  await until('it is written as sent', async () => (await stateOf(id)) === 'sent');
  assert.equal(server.arrived.length, 1);
});
