import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteUnusedFiles } from '../../src/db/billing/stored-files.ts';
import { deleteOldMails } from '../../src/db/mail/mail-queue.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';
import { ATELIER, HELLO } from './sending.ts';

const DAY = 86_400;

let service: TestService;
let above: Awaited<ReturnType<typeof superuserQuery>>;
beforeAll(async () => {
  service = await testService();
  above = await superuserQuery(service.database);
});
afterAll(async () => {
  await above.close();
  await service.close();
});

const counted = async () => {
  const many = (table: string) => `(select count(*)::int from billing.${table}) as ${table}`;
  const [row] = await above.query(`select ${['mail', 'mail_file', 'file'].map(many).join(', ')}`);
  return row;
};
const forget = async () => {
  await deleteOldMails({ pool: service.services.pool }, service.clock.now);
  await deleteUnusedFiles({ pool: service.services.pool }, service.clock.now);
};

test('attachments are deleted after 30 days, mails after a year; document data and waiting mails stay', async () => {
  const live = booksOf(service);
  const trial = booksOf(service, service.test);
  await live.company(ATELIER);
  const body = { emails: ['lea@example.org'], subject: 'Facture', content: HELLO };
  const draft = await trial.invoice(await trial.contact());
  await trial.ask('send-billing-email-test', { path: { id: draft.id, emailType: 'invoice_simple' } });
  const kept = await trial.finalized(trial.invoice(await trial.contact()));
  await trial.done('send-billing-by-email', kept.id, body);
  const waits = await live.finalized(live.invoice(await live.contact()));
  await live.done('send-billing-by-email', waits.id, body);
  assert.deepEqual(await counted(), { mail: 3, mail_file: 3, file: 3 });

  service.clock.now += 29 * DAY;
  await forget();
  assert.deepEqual(await counted(), { mail: 3, mail_file: 3, file: 3 });
  service.clock.now += 2 * DAY;
  await forget();
  // The PDF of the draft belonged to the mail only.
  assert.deepEqual(await counted(), { mail: 3, mail_file: 1, file: 2 });
  const { docs } = await trial.done('get-mailbox');
  assert.deepEqual([docs.length, docs[0].files], [2, []]);

  service.clock.now += 335 * DAY;
  await forget();
  assert.deepEqual(await counted(), { mail: 1, mail_file: 1, file: 2 });
  const [mail] = (await live.done('get-billing-emails', waits.id)).docs;
  assert.deepEqual([mail.state, mail.files.length], ['waiting', 1]);
});
