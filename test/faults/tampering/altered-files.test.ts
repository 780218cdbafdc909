import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { sendMail } from '../../../src/jobs/mail/send-mail.ts';
import type { Letter } from '../../../src/jobs/mail/smtp-client.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import type { SecurityNote } from '../../../src/services/security-event.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { booksOf } from '../../support/documents/example-books.ts';
import { until } from '../../support/runner/wait-until.ts';
import { COMPANY } from '../../support/service/company.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';

// Files changed in the database are neither downloaded nor mailed.

const PLAN = Buffer.from('%PDF-1.7\nplan du jardin');

let service: ServiceOverHttps;
let books: ReturnType<typeof booksOf>;
let thief: pg.Client;
let noted: SecurityNote[];
let invoice: string;
let attachment: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  books = booksOf(service);
  await books.company({ ...COMPANY, email: 'zoe@atelier.example' });
  const customer = await books.organization({ name: 'Boulangerie Martin SARL', siret: '73282932000074' });
  invoice = (await books.invoice(customer)).id;
  const body = { name: 'plan.pdf', content: PLAN.toString('base64') };
  const attached = await service.ask(`/v2/billing/${invoice}/attachments`, { method: 'POST', body });
  attachment = attached.json.relativeUrl;
  await service.ask(`/v2/billing/${invoice}/finalize`, { method: 'PATCH' });
  const { database } = service.database.serving as { database: string };
  thief = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await thief.connect();
  await thief.query("set session_replication_role = 'replica'");
  noted = [];
  service.services.environment.securityLog = (note) => void noted.push(note);
});
afterAll(async () => {
  await thief?.end();
  await service.close();
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const keep = async (sha256: string, bytes: Buffer): Promise<void> => {
  const { rowCount } = await thief.query("update billing.file set bytes = $2 where encode(sha256, 'hex') = $1", [
    sha256,
    bytes,
  ]);
  assert.equal(rowCount, 1);
};

test('service.file_altered: a changed PDF or attachment is refused and recorded, and served again once restored', async () => {
  const paper = (await service.call('download-billing', { path: { id: invoice } })).file?.bytes as Buffer;
  for (const [url, bytes] of [
    [`/v2/billing/${invoice}/download`, paper],
    [attachment, PLAN],
  ] as const) {
    noted.length = 0;
    await keep(hashOf(bytes), Buffer.concat([bytes, Buffer.from(' ')]));
    const answer = await service.ask(url);
    assert.deepEqual([answer.status, answer.json.code], [500, 'service.file_altered'], url);
    assert.deepEqual(
      noted.map(({ event, account, sha256 }) => [event, account, sha256]),
      [['file_altered', service.accountId, hashOf(bytes)]],
    );
    await keep(hashOf(bytes), bytes);
    assert.equal((await service.ask(url)).status, 200, 'control: with its own bytes it is given');
  }
});

test('an attachment whose row no longer matches the sealed document is refused', async () => {
  const other = Buffer.from('%PDF-1.7\nun autre plan');
  await thief.query('insert into billing.file (account_id, sha256, bytes, created_at) values ($1, $2, $3, 1)', [
    service.accountId,
    Buffer.from(hashOf(other), 'hex'),
    other,
  ]);
  const name = (bytes: Buffer) =>
    thief.query('update billing.attachment set sha256 = $2 where document_id = $1', [
      invoice,
      Buffer.from(hashOf(bytes), 'hex'),
    ]);
  await name(other);
  const answer = await service.ask(attachment);
  assert.deepEqual([answer.status, answer.json.code], [500, 'service.file_altered']);
  await name(PLAN);
  assert.equal((await service.ask(attachment)).text, PLAN.toString(), 'control');
});

test('a mail whose attachment changed after queueing is given up, and the owner is notified', async () => {
  const sent: Letter[] = [];
  const post = async (letter: Letter) => {
    sent.push(letter);
    return { accepted: letter.content.recipients.map(({ address }) => address), refused: [], latencyMs: 1 };
  };
  const send = () =>
    service.call('send-billing-by-email', {
      path: { id: invoice },
      body: { emails: ['lea@example.org'], subject: 'Facture', content: '<p>Bonjour</p>' },
    });
  const mails = async () => (await service.call('get-billing-emails', { path: { id: invoice } })).json.docs;
  const log = pino({ level: 'silent' });

  assert.equal((await send()).refused, undefined);
  await keep(hashOf(PLAN), Buffer.from('%PDF-1.7\nplan falsifié'));
  noted.length = 0;
  const worker = startQueueWorker(service.services, log, {
    connection: service.database.serving,
    jobs: [sendMail({ post })],
    pollMs: 20,
  });
  await until('it is given up', async () => (await mails())[0].state === 'given_up');
  await until('the owner is told', () => sent.length === 1);
  const [mail] = await mails();
  assert.deepEqual([mail.attempts[0].fault, mail.recipients[0].state], ['file_altered', 'refused']);
  assert.deepEqual(
    sent.map(({ content, files }) => [content.recipients[0]?.address, files.length]),
    [['zoe@atelier.example', 0]],
  );
  assert.deepEqual(noted[0]?.event, 'file_altered');

  await keep(hashOf(PLAN), PLAN);
  await send();
  await until('control: with its own bytes it leaves', async () => (await mails())[0].state === 'sent');
  assert.deepEqual(
    sent
      .at(-1)
      ?.files.map(({ bytes }) => hashOf(bytes))
      .includes(hashOf(PLAN)),
    true,
  );
  await worker.stop();
});
