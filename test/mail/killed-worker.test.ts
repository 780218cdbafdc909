import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import { httpClient } from '../support/service/http-client.ts';
import { firstCustomer } from '../support/service/retrying-client.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../support/service/server-process.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';
import { type MailServer, mailServer } from './mail-server.ts';

const LINES = [{ designation: 'Formation', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' }];

let on: Ground;
let server: MailServer;
let web: ServerProcess;
let above: Awaited<ReturnType<typeof superuserQuery>>;
let client: ReturnType<typeof httpClient>;
let key: string;
let invoice: string;
/** The worker that finished the work of a killed one: it goes on in the next test. */
let worker: ServerProcess;
beforeAll(async () => {
  server = await mailServer({ clear: true });
  on = await ground();
  web = await startProcess(on, { role: 'web', settings: mailSettings() });
  key = web.welcome.keys?.live as string;
  client = httpClient({ port: web.port, ca: await on.ca() });
  const customer = await firstCustomer(on, web, key);
  const draft = await client.ask(`/v2/billing/invoice/${customer}`, { method: 'POST', key, body: { lines: LINES } });
  invoice = draft.json.id;
  await client.ask(`/v2/billing/${invoice}/finalize`, { method: 'PATCH', key, body: {} });
  above = await superuserQuery(on.database);
});
afterAll(async () => {
  client.close();
  await above.close();
  await on.discard();
  await server.stop();
});

async function send(): Promise<void> {
  const body = { emails: ['lea@example.org'], subject: 'Facture', content: '<p>Bonjour</p>' };
  const answer = await client.ask(`/v2/billing/${invoice}/send-by-email`, { method: 'POST', key, body });
  assert.equal(answer.status, 204, answer.text);
}
const mails = async (): Promise<any[]> => (await client.ask(`/v2/billing/${invoice}/emails`, { key })).json.docs;
const mailSettings = () => ({ SMTP_URL: server.url, MAIL_FROM: 'factures@service.example' });
const newWorker = () => startProcess(on, { role: 'worker', logLevel: 'info', settings: mailSettings() });
/** The five minutes of the killed worker's leases. */
const leasesEnd = () => above.query('update billing.job set leased_until = 1 where leased_until is not null');

test('a worker killed before the server accepts the mail: another worker sends it once', async () => {
  let asked = 0;
  server.behave({ recipient: () => (++asked === 1 ? [451, 'Later'] : undefined) });
  let killed: Promise<void> | undefined;
  const first = await newWorker();
  server.behave({
    sender: () => {
      killed ??= first.kill();
      return undefined;
    },
    data: () => [451, 'The line is dead'],
  });
  await send();
  await until('the kill', () => killed !== undefined);
  await killed;
  server.behave({});
  const [held] = await mails();
  assert.deepEqual([held.state, held.attempts.length, server.arrived.length], ['waiting', 0, 0]);
  worker = await newWorker();
  await leasesEnd();
  await until('the mail', async () => (await mails())[0].state === 'sent');
  assert.equal(server.arrived.length, 1);
});

test('killed after acceptance but before recording: the mail arrives twice under one Message-ID', async () => {
  server.arrived.length = 0;
  server.behave({ data: () => 'hang' });
  await send();
  await until('the mail', () => server.arrived.length === 1);
  await worker.kill();
  server.behave({});
  worker = await newWorker();
  await leasesEnd();
  await until('it is settled', async () => (await mails())[0].state === 'sent');
  const read = await server.read();
  assert.deepEqual([read.length, new Set(read.map(({ messageId }) => messageId)).size], [2, 1]);
});

test('two workers together send sixteen mails once each', async () => {
  server.arrived.length = 0;
  const workers = [worker, await newWorker()];
  for (let n = 0; n < 16; n++) await send();
  await until('all of them', async () => (await mails()).every(({ state }) => state === 'sent'));
  const ids = (await server.read()).map(({ messageId }) => messageId);
  assert.deepEqual([ids.length, new Set(ids).size], [16, 16]);
  // The log names the mail server but not its password.
  server.behave({ recipient: () => [550, 'No such box'] });
  await send();
  const said = () => on.processes.map(({ log }) => log()).join('');
  await until('what came back to be told', () => said().includes('a mail could not be delivered to all recipients'));
  for (const each of workers) assert.equal(await each.stop(), 0);
  assert.doesNotMatch(said(), /smtp:/);
});
