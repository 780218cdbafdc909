import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import type { LeasedJob } from '../../src/db/job-queue.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { sendReminders } from '../../src/jobs/billing/send-reminder.ts';
import { sendMail } from '../../src/jobs/mail/send-mail.ts';
import type { SmtpResult } from '../../src/jobs/mail/smtp-client.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { killedAt, type Lived, lived } from './recurring-simulation.ts';

// Reminders on a moved clock, in a separate service as all mails of an account count. Long form:
// REMINDED_BILLS=200 npm test test/jobs/reminders.test.ts. A failure prints its REMINDER_SEED.

const BILLS = Number(process.env.REMINDED_BILLS ?? 3);
const seed = seedOf('REMINDER_SEED');

let service: TestService;
let books: Books;
let life: Lived;
/** The mail server's response to an address. */
let posted: (addresses: readonly string[]) => Pick<SmtpResult, 'accepted' | 'refused'>;
/** Runs between a reminder's PDF and its mail. */
let meanwhile: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  life = lived(service, [
    sendMail({
      post: async ({ content: { recipients } }) => ({
        ...posted(recipients.map(({ address }) => address)),
        latencyMs: 1,
      }),
    }),
  ]);
  posted = (accepted) => ({ accepted, refused: [] });
  // Only recipients and times matter, not the PDF.
  service.services.environment.printer = {
    renderPdf: async () => {
      await meanwhile?.();
      return Buffer.from('%PDF-1.7');
    },
  };
  await books.company({ ...COMPANY, email: 'zoe@example.org' });
});
afterAll(() => service.close());

const at = (moment: string): number => Date.parse(moment) / 1000;
const WEEKLY = { inCopy: false, frequency: 'every_week', numberOfRemindersToSend: 3, active: true };
const ON_DUE = { ...WEEKLY, frequency: 'on_due_date' };

/** An invoice of 1,200.00, finalized now and due in thirty days. */
async function due(reminder: object | undefined = ON_DUE, customerId?: string) {
  const { id } = await books.invoice(customerId ?? (await books.contact()));
  if (reminder) await books.done('update-invoice-general-informations', id, { reminder });
  return books.finalized({ id });
}
type Mail = { purpose: string; state: string; subject: string; recipients: { email: string }[]; createdAt: number };
async function remindersOf(id: string): Promise<Mail[]> {
  const { docs } = await books.done('get-billing-emails', id);
  return docs.filter(({ purpose }: Mail) => purpose === 'reminder').reverse();
}
const timesOf = async (id: string) =>
  (await remindersOf(id)).map(({ createdAt }) => new Date(createdAt * 1000).toISOString().slice(0, 16));
const shown = (id: string) => books.done('get-invoice', id);
const inDays = (days: number): number => service.clock.now + days * 86_400;

test('an invoice due on 1 April is reminded on 1, 8 and 15 April at 09:00, once each, firmer each time, with a copy', async () => {
  const { id, number } = await due(
    { ...ON_DUE, inCopy: true, recipients: ['compta@example.org'] },
    await books.organization(),
  );
  const { reminding, isReminderActivated, lastReminderSentAt } = await shown(id);
  assert.deepEqual(
    [isReminderActivated, lastReminderSentAt, reminding],
    [true, undefined, { sent: 0, nextAt: at('2026-04-01T07:00:00Z') }],
  );
  await life.until(at('2026-04-01T06:59:59Z'));
  assert.deepEqual(await timesOf(id), []);
  await life.until(at('2026-06-01T10:00:00Z'));
  assert.deepEqual(await timesOf(id), ['2026-04-01T07:00', '2026-04-08T07:00', '2026-04-15T07:00']);
  const mails = await remindersOf(id);
  assert.deepEqual(
    mails.map(({ subject, state, recipients }) => [
      subject.split(':')[0]?.trim(),
      state,
      recipients.map((each) => each.email),
    ]),
    ['Rappel', 'Second rappel', 'Impayé'].map((tone) => [tone, 'sent', ['compta@example.org', 'zoe@example.org']]),
  );
  const after = await shown(id);
  assert.deepEqual(
    [after.lastReminderSentAt, after.lastSendByEmailAt, after.reminding],
    [at('2026-04-15T07:00:00Z'), at('2026-04-15T07:00:00Z'), { sent: 3, nextAt: null, stopped: 'number_reached' }],
  );
  const { docs } = await books.done('get-billing-activity', id);
  assert.equal(docs.filter(({ type }: { type: string }) => type === 'reminded').length, 3);
  assert.deepEqual(await eventsOf(id), ['invoice.reminded', 'invoice.reminded', 'invoice.reminded']);
  // 30 + 8 + … days late on 15 April: 14 at 7.86 % a year of 1,200.00 is 3.62; between
  // professionals the 40 EUR too.
  const texts = await textsOf(id);
  assert.deepEqual(
    texts.map((text) => [
      /40,00/.test(text),
      /s’élèvent à ce jour à 1,81/.test(text),
      /s’élèvent à ce jour à 3,62/.test(text),
      number !== undefined && text.includes(number),
    ]),
    [
      [false, false, false, true],
      [true, true, false, true],
      [true, false, true, true],
    ],
  );
});

test('reminders to a consumer omit penalties and 40 EUR and use the language of the consumer', async () => {
  const { id } = await due(undefined, await books.contact({ language: 'de' }));
  service.clock.now = inDays(45);
  for (let each = 0; each < 3; each++) await books.done('remind-of-billing', id);
  const texts = await textsOf(id);
  assert.equal(texts.length, 3);
  assert.match(texts[2] ?? '', /trotz unserer Erinnerungen/);
  for (const text of texts) assert.doesNotMatch(text, /40,00|D441|L441|Verzugszinsen/);
});

test('a partly paid invoice is reminded of the rest; paid, reminders stop; a reversed payment resumes them', async () => {
  const { id } = await due();
  await life.until(inDays(31));
  await books.pay('invoice', id, 70_000);
  await life.until(inDays(7));
  const [, second, ...more] = await textsOf(id);
  assert.deepEqual([/500,00/.test(second ?? ''), more.length], [true, 0]);
  await books.pay('invoice', id, 50_000);
  assert.deepEqual((await shown(id)).reminding, { sent: 2, nextAt: null, stopped: 'settled' });
  await life.until(inDays(30));
  assert.equal((await remindersOf(id)).length, 2);
  await books.done('mark-unpaid', id);
  await life.until(inDays(2));
  assert.equal((await remindersOf(id)).length, 3);
});

test('a payment received while a reminder is prepared or waiting for the mail server stops it', async () => {
  for (const isPaid of [true, false]) {
    const { id } = await due();
    let times = 0;
    meanwhile = async () => {
      if (times++ === 0 && isPaid) await books.pay('invoice', id, 120_000);
    };
    await life.until(inDays(35));
    meanwhile = undefined;
    // Control: without a payment the mail is sent.
    assert.deepEqual([times > 0, (await remindersOf(id)).length], [true, isPaid ? 0 : 1]);
    await books.done('cancel-invoice', id);
  }
  for (const isPaid of [true, false]) {
    const { id } = await due();
    posted = () => ({ accepted: [], refused: [] });
    await life.until(inDays(30) + 2 * 3_600);
    assert.deepEqual(
      (await remindersOf(id)).map(({ state }) => state),
      ['waiting'],
    );
    if (isPaid) await books.pay('invoice', id, 120_000);
    const left: string[] = [];
    posted = (accepted) => {
      left.push(...accepted);
      return { accepted, refused: [] };
    };
    await life.until(inDays(1));
    assert.deepEqual(left, isPaid ? [] : ['lea@example.org']);
    const [mail] = (await books.done('get-billing-emails', id)).docs;
    assert.deepEqual([mail.state, mail.attempts.at(-1).fault], isPaid ? ['given_up', 'no_longer_due'] : ['sent', null]);
    await books.done(isPaid ? 'archive-billing' : 'cancel-invoice', id);
  }
  posted = (accepted) => ({ accepted, refused: [] });
});

test('an undeliverable reminder does not count and its owner is notified; the third in a row ends reminders', async () => {
  const { id } = await due({ ...ON_DUE, numberOfRemindersToSend: 5 });
  posted = (addresses) => ({
    accepted: addresses.filter((each) => each.startsWith('zoe')),
    refused: addresses.filter((each) => !each.startsWith('zoe')),
  });
  await life.until(inDays(33));
  const once = await shown(id);
  assert.deepEqual([once.lastReminderSentAt, once.reminding.sent, (await remindersOf(id)).length], [undefined, 0, 1]);
  await life.until(inDays(60));
  posted = (accepted) => ({ accepted, refused: [] });
  assert.equal((await remindersOf(id)).length, 3);
  assert.deepEqual((await shown(id)).reminding, { sent: 0, nextAt: null, stopped: 'undelivered' });
  assert.equal(await noticesAbout(/Relance|appel|Impayé/), 3);
  const said = await books.done('update-billing-reminder', id, { ...ON_DUE, recipients: ['paul@example.org'] });
  assert.equal(said.reminding.stopped, undefined);
  await life.until(inDays(7));
  assert.deepEqual(
    (await remindersOf(id)).at(-1)?.recipients.map(({ email }) => email),
    ['paul@example.org'],
  );
  await books.done('cancel-invoice', id);
});

test('without an address there is no reminder and one notice; an archived customer gets none until restored', async () => {
  const before = await noticesAbout(/Relance impossible/);
  const { id } = await due(ON_DUE, await books.contact({ emails: [] }));
  await life.until(inDays(60));
  assert.deepEqual([(await remindersOf(id)).length, (await noticesAbout(/Relance impossible/)) - before], [0, 1]);
  assert.equal(await books.refusal('remind-of-billing', id), 'nothing_to_remind');
  const customerId = await books.contact();
  const put = await due(ON_DUE, customerId);
  await books.done('archive-contact', customerId);
  await life.until(inDays(40));
  assert.equal((await remindersOf(put.id)).length, 0);
  assert.equal(await books.refusal('remind-of-billing', put.id), 'nothing_to_remind');
  await books.done('unarchive-contact', customerId);
  await life.until(inDays(2));
  assert.equal((await remindersOf(put.id)).length, 1);
  await books.done('cancel-invoice', put.id);
});

test('a manual reminder is sent at once and the next follows a week later; drafts and paid invoices are refused', async () => {
  const draft = await books.invoice(await books.contact());
  assert.equal(await books.refusal('remind-of-billing', draft.id), 'nothing_to_remind');
  const { id } = await due({ ...ON_DUE, active: false });
  const reminded = await books.done('remind-of-billing', id);
  assert.deepEqual(
    [reminded.lastReminderSentAt, reminded.reminding],
    [service.clock.now, { sent: 0, nextAt: null, stopped: 'off' }],
  );
  service.clock.now = inDays(40);
  await books.done('remind-of-billing', id);
  const on = await books.done('update-billing-reminder', id, WEEKLY);
  assert.deepEqual([on.isReminderActivated, on.reminding.sent], [true, 1]);
  assert.equal(Math.round((on.reminding.nextAt - service.clock.now) / 86_400), 7);
  const listed = await books.ask('get-billings', { query: { onlyReminderActive: 'true', ids: [id] } });
  assert.equal(listed.json.docs.length, 1);
  await books.pay('invoice', id, 120_000);
  const heard = await books.ask('remind-of-billing', { path: { id } });
  assert.deepEqual([heard.refused, (heard as { why?: string }).why], ['nothing_to_remind', 'settled']);
  const [estimate] = [await books.estimate(await books.contact())];
  assert.equal(await books.refusal('remind-of-billing', estimate.id), 'document_not_found');
  assert.equal(await books.refusal('update-billing-reminder', estimate.id, WEEKLY), 'document_not_found');
});

test('two workers with the same reminder after a lease expired send one mail', async () => {
  const { id } = await due();
  service.clock.now = inDays(30);
  const mine = async () => (await life.claimed(sendReminders)).find(({ subjectId }) => subjectId === id);
  const first = await mine();
  service.clock.now += 200;
  const second = await mine();
  assert.deepEqual([first?.subjectId, second?.subjectId, first?.claim === second?.claim], [id, id, false]);
  // Both have their PDF before either writes.
  let papers = 0;
  const { promise: both, resolve } = Promise.withResolvers<void>();
  meanwhile = () => {
    if (++papers === 2) resolve();
    return both;
  };
  await Promise.all([first, second].map((held) => life.run(sendReminders, held as LeasedJob)));
  meanwhile = undefined;
  assert.deepEqual([papers, (await remindersOf(id)).length], [2, 1]);
  await books.done('cancel-invoice', id);
});

test('the company setting applies to new invoices and advances of new estimates, not to credit notes', async () => {
  const { recipients: _, ...reminder } = { ...WEEKLY, recipients: [] };
  await books.company({ defaults: { reminder } });
  const { defaults } = (await books.done('get-me')).settings;
  assert.deepEqual(defaults.reminder, reminder);
  const customerId = await books.contact();
  const invoice = await books.invoice(customerId);
  const advance = await books.done('create-advance', (await books.signedEstimate(customerId)).id);
  assert.deepEqual([invoice.isReminderActivated, advance.isReminderActivated], [true, true]);
  await books.company({ defaults: { reminder: null } });
  assert.equal((await books.invoice(customerId)).isReminderActivated, false);
});

test(`${BILLS} invoices with random worker kills get three weekly reminders each, and the chain is valid`, async () => {
  const chance = seeded(seed);
  console.log(`REMINDER_SEED=${seed}`);
  const ids: string[] = [];
  for (let each = 0; each < BILLS; each++) ids.push((await due(each % 2 === 0 ? ON_DUE : WEEKLY)).id);
  const killers: ReturnType<typeof killedAt>[] = [];
  await life.until(inDays(90), ({ lane }) => {
    if (lane.name !== 'reminders' || (killers.length > 0 && chance.chance(50))) return undefined;
    // The first kill hits a statement; others may come after the last.
    const killed = killedAt(service.services.pool, chance.int(0, killers.length === 0 ? 3 : 40));
    killers.push(killed);
    return killed.pool;
  });
  for (const id of ids) {
    const times = (await remindersOf(id)).map(({ createdAt }) => createdAt);
    assert.equal(times.length, 3, `REMINDER_SEED=${seed}`);
    assert.ok(
      times.every((time, n) => n === 0 || time - (times[n - 1] ?? 0) > 6 * 86_400),
      `REMINDER_SEED=${seed}`,
    );
    assert.equal((await shown(id)).reminding.sent, 3, `REMINDER_SEED=${seed}`);
  }
  assert.ok(
    killers.some(({ isDead }) => isDead()),
    `REMINDER_SEED=${seed}`,
  );
  const known = { keys: service.seal.keys };
  const { findings } = await verifyAccounts(service.database.serving, [service.accountId], known);
  assert.deepEqual(findings, []);
});

const read = <Row extends object>(statement: ReturnType<typeof sql>, values: readonly unknown[]): Promise<Row[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: (await tx.read(statement, [tx.accountId, ...values])) as Row[],
  }));
const EVENTS = sql`select type from billing.event where account_id = $1 and subject_id = $2 and type like '%.reminded' order by id`;
const TEXTS = sql`select content from billing.mail where account_id = $1 and document_id = $2 and purpose = 'reminder' order by id`;
const NOTICES = sql`select content from billing.mail where account_id = $1 and purpose = 'notice'`;
const eventsOf = async (id: string) => (await read<{ type: string }>(EVENTS, [id])).map(({ type }) => type);
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const mailOf = ({ content }: { content: any }): { subject: string; text: string } =>
  typeof content === 'string' ? JSON.parse(content) : content;
const textsOf = async (id: string) =>
  (await read<{ content: unknown }>(TEXTS, [id])).map((row) => spaced(mailOf(row).text));
const noticesAbout = async (subject: RegExp) =>
  (await read<{ content: unknown }>(NOTICES, [])).filter((row) => subject.test(mailOf(row).subject)).length;
