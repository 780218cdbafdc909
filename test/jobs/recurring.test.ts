import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import type { Invoice } from '../../src/domain/billing/document/document.ts';
import type { Facts } from '../../src/domain/billing/document/draft-context.ts';
import { startRecurrence } from '../../src/domain/billing/recurrence/change-recurrence.ts';
import { civilDayOf } from '../../src/domain/time/civil-day.ts';
import { clockOf } from '../../src/services/account/account-clock.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { bookedDocuments, numberProblems } from '../support/documents/numbering-check.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { createClockMover } from './move-clock.ts';
import { killedAt, type Lived, lived } from './recurring-simulation.ts';

// Recurring invoices over years of a moved clock. Long form: RECURRING_MONTHS=120
// RECURRING_SERIES=20 npm test test/jobs/recurring.test.ts. A failure prints its RECURRING_SEED.

const MONTHS = Number(process.env.RECURRING_MONTHS ?? 9);
const SERIES = Number(process.env.RECURRING_SERIES ?? 1);
const seed = seedOf('RECURRING_SEED');
/** Statements of a worker cycle; a kill hits one of them or comes after the last. */
const STATEMENTS = 40;

let service: TestService;
let books: Books;
let life: Lived;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  life = lived(service);
  await books.company({ ...COMPANY, email: 'zoe@example.org' });
});
afterAll(() => service.close());

const typeOf = ({ type }: { type: string }): string => type;
const at = (moment: string): number => Date.parse(moment) / 1000;
const dayIn = (at: number): string => civilDayOf(at, 'Europe/Paris');
const MONTHLY = {
  ...{ from: '2026-03-02', to: '2027-03-31', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: true, inCopy: true },
};
const hosting = { section: 'Forfait {period}', designation: 'Hébergement' };
const HOSTING = { ...hosting, quantity: 1, unitPrice: 10_000, vatCode: 'FR_2000' } as const;

/** A finalized, recurring invoice of 120.00. */
async function recurring(said: object = {}, customer: object = {}, by: Books = books) {
  const { id } = await by.finalized(by.invoice(await by.contact(customer), { lines: [HOSTING] }));
  return by.done('create-invoice-frequency', id, { ...MONTHLY, ...said });
}
/** Invoices made from an invoice, by date. */
async function madeOf(id: string): Promise<any[]> {
  const query = { type: 'invoice', limit: '100', orderDirection: 'ASC' };
  const docs: any[] = [];
  for (let page = 1; ; page++) {
    const { json } = await books.ask('get-billings', { query: { ...query, page: String(page) } });
    docs.push(...json.docs);
    if (!json.hasNextPage) break;
  }
  const made = docs.filter(({ occurrence }) => occurrence?.invoiceId === id);
  return made.sort((a, b) => (a.occurrence.day < b.occurrence.day ? -1 : 1));
}
const daysOf = async (id: string) => (await madeOf(id)).map(({ occurrence, state }) => `${occurrence.day} ${state}`);
async function mails(): Promise<{ to: string[]; subject: string; text: string }[]> {
  const rows = await inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: await tx.read(sql`select content from billing.mail where account_id = $1 order by id`, [tx.accountId]),
  }));
  return rows.map(({ content }) => {
    const { recipients, subject, text } = typeof content === 'string' ? JSON.parse(content) : content;
    return { to: recipients.map(({ address }: { address: string }) => address), subject, text };
  });
}
/** Number of mails per mailed document. */
const mailsOf = (ids: readonly string[]): Promise<number[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => {
    const values = [tx.accountId, ids];
    const count = sql`select count(*)::int as count from billing.mail where account_id = $1 and document_id = any ($2) group by document_id`;
    return { commit: false, answer: (await tx.read(count, values)).map((row) => row.count as number) };
  });
const verified = (accountId: string) =>
  verifyAccounts(service.database.serving, [accountId], { keys: service.seal.keys });
const frequencyOf = async (id: string) => (await books.done('get-invoice', id)).frequency;

test('a monthly invoice of 2 March recurs on 2 April at 06:00, finalized and mailed once with a copy', async () => {
  const { id, frequency } = await recurring({ periodText: 'Période : {period}' });
  assert.deepEqual(
    [frequency.from, frequency.to, frequency.nextBillingAt, frequency.state, frequency.nextDays],
    ['2026-03-02', '2027-03-31', '2026-04-02T04:00:00.000Z', 'active', ['2026-04-02', '2026-05-02', '2026-06-02']],
  );
  await life.until(at('2026-04-02T03:59:59Z'));
  assert.deepEqual(await madeOf(id), []);
  await life.until(at('2026-04-02T04:00:00Z'));
  const [made, ...others] = await madeOf(id);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [made.state, made.number, made.emittedAt, made.total.amountWithTaxAfterDiscount, made.occurrence],
    ['finalized', 'F-2026-0002', at('2026-04-02T04:00:00Z'), 12_000, { invoiceId: id, day: '2026-04-02' }],
  );
  assert.equal(made.lines[0].description, 'Période : 2 avril – 1er mai 2026');
  assert.equal(made.sections[0].title, 'Forfait 2 avril – 1er mai 2026');
  const [mail, ...more] = (await mails()).filter(({ text }) => text.includes('F-2026-0002'));
  assert.deepEqual([mail?.to, more.length], [['lea@example.org', 'zoe@example.org'], 0]);
  assert.match(mail?.text ?? '', /facture périodique/);
  assert.equal((await frequencyOf(id)).nextBillingAt, '2026-05-02T04:00:00.000Z');
  await books.done('delete-invoice-frequency', id);
});

test('refused: a second frequency, an end before the next day, a missing frequency, a canceled invoice', async () => {
  const { id } = await recurring({ finalizeInvoice: false });
  assert.equal(await books.refusal('create-invoice-frequency', id, MONTHLY), 'frequency_exists');
  for (const interval of ['day', 'week']) {
    const daily = { ...MONTHLY, interval, onLastDayOfMonth: true };
    assert.equal(await books.refusal('update-invoice-frequency', id, daily), 'input_invalid', interval);
  }
  const tooSoon = { ...MONTHLY, to: '2026-04-01' };
  assert.equal(await books.refusal('update-invoice-frequency', id, tooSoon), 'frequency_ends_too_soon');
  await books.done('delete-invoice-frequency', id);
  for (const name of [
    'update-invoice-frequency',
    'delete-invoice-frequency',
    'pause-invoice-frequency',
    'resume-invoice-frequency',
  ])
    assert.equal(await books.refusal(name, id, MONTHLY), 'frequency_not_found', name);
  const another = { id: service.accountId, from: '2026-01-01', to: '2027-01-01', every: 1, interval: 'month' } as const;
  const how = { finalizes: false, mails: false, inCopy: false, others: 5_000 };
  assert.deepEqual(startRecurrence({ life: {} } as Invoice, {} as Facts, { ...another, ...how }), {
    ...{ refused: 'too_many_frequencies', limit: 5_000 },
  });
  await books.done('cancel-invoice', id);
  assert.equal(await books.refusal('create-invoice-frequency', id, MONTHLY), 'frequency_of_canceled');
  const estimate = await books.signedEstimate(await books.contact());
  const { id: final } = await books.done('create-final-invoice', estimate.id);
  assert.equal(await books.refusal('create-invoice-frequency', final, MONTHLY), 'frequency_of_final_invoice');
});

test('paused in April and resumed in July, it skips the months between; a changed interval applies; ended, it stops', async () => {
  const from = { from: '2026-04-10' };
  const { id } = await recurring({ ...from, finalizeInvoice: false });
  await life.until(at('2026-04-15T10:00:00Z'));
  const paused = await books.done('pause-invoice-frequency', id);
  assert.deepEqual([paused.frequency.nextBillingAt, paused.frequency.state], [null, 'paused']);
  await life.until(at('2026-07-20T10:00:00Z'));
  const { frequency } = await books.done('resume-invoice-frequency', id);
  assert.deepEqual([frequency.state, frequency.nextDays[0]], ['active', '2026-08-10']);
  await books.done('update-invoice-frequency', id, { ...MONTHLY, from: '2026-07-31', finalizeInvoice: false });
  await life.until(at('2026-09-01T10:00:00Z'));
  assert.deepEqual(await daysOf(id), ['2026-04-10 draft', '2026-07-31 draft', '2026-08-31 draft']);
  const listed = (state: string) => books.ask('get-billings', { query: { recurring: state } });
  assert.deepEqual(
    (await listed('active')).json.docs.map((each: { id: string }) => each.id),
    [id],
  );
  const sooner = await recurring({ from: '2026-09-15', to: '2026-12-31', finalizeInvoice: false });
  for (const [orderDirection, nearest] of Object.entries({ ASC: [sooner.id, id], DESC: [id, sooner.id] })) {
    const query = { recurring: 'active', orderBy: 'recursOn', orderDirection };
    const { json } = await books.ask('get-billings', { query });
    assert.deepEqual(
      json.docs.map((each: { id: string }) => each.id),
      nearest,
      'on 15 September, and on the 30th',
    );
  }
  for (const each of [id, sooner.id]) await books.done('delete-invoice-frequency', each);
  await life.until(at('2026-10-15T10:00:00Z'));
  assert.equal((await madeOf(id)).length, 3);
  assert.deepEqual((await listed('active')).json.docs, []);
});

test('after three months of downtime three invoices are made, dated today; after four, drafts and one notice', async () => {
  const from = { from: '2026-11-05', to: '2027-12-31', sendByMail: false };
  const { id } = await recurring(from);
  service.clock.now = at('2027-01-20T10:00:00Z');
  await life.worked();
  const made = await madeOf(id);
  assert.deepEqual(
    made.map(({ occurrence, state, emittedAt }) => [occurrence.day, state, emittedAt]),
    ['2026-11-05', '2026-12-05', '2027-01-05'].map((day) => [day, 'finalized', at('2027-01-20T10:00:00Z')]),
  );
  const before = (await mails()).length;
  service.clock.now = at('2027-05-06T10:00:00Z');
  await life.worked();
  const late = ['2027-02-05 draft', '2027-03-05 draft', '2027-04-05 draft', '2027-05-05 draft'];
  assert.deepEqual((await daysOf(id)).slice(3), late);
  const told = (await mails()).slice(before);
  assert.deepEqual(
    told.map(({ to }) => to),
    [['zoe@example.org']],
  );
  assert.match(told[0]?.text ?? '', /4 factures récurrentes/);
  await life.until(at('2027-06-05T10:00:00Z'));
  assert.equal((await daysOf(id)).at(-1), '2027-06-05 finalized', 'what comes on its day is finalized again');
  await books.done('delete-invoice-frequency', id);
});

test('an incomplete invoice stays a draft, with event and mail; the third in a row pauses the series', async () => {
  const start = { from: '2027-06-10', to: '2028-12-31' };
  const { id } = await recurring(start);
  const { customer } = await books.done('get-invoice', id);
  await books.done('update-contact', customer.id, { firstname: 'Léa', lastname: 'Moreau', billingAddress: null });
  const before = (await mails()).length;
  await life.until(at('2027-09-30T10:00:00Z'));
  assert.deepEqual(await daysOf(id), ['2027-06-10 draft', '2027-07-10 draft', '2027-08-10 draft']);
  const { state, pausedByItself, nextBillingAt } = await frequencyOf(id);
  assert.deepEqual([state, pausedByItself, nextBillingAt], ['paused', true, null]);
  const { json: activity } = await books.ask('get-activity', { query: { limit: '100' } });
  assert.deepEqual(activity.docs.filter((each: { billingId?: string }) => each.billingId === id).map(typeOf), [
    'recurrence_paused',
    'recurrence_unmet',
    'recurrence_unmet',
    'recurrence_set',
    'finalized',
  ]);
  const told = (await mails()).slice(before).map(({ text }) => /troisième de suite/.test(text));
  assert.deepEqual(told, [false, false, true]);
  const events = await inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: await tx.read(
      sql`select 1 from billing.event where account_id = $1 and type = 'invoice.recurring_failed'`,
      [tx.accountId],
    ),
  }));
  assert.equal(events.length, 3);
  const { todo } = await books.done('get-dashboard');
  assert.ok(todo.some(({ act, billingId }: any) => act === 'resume' && billingId === id));
});

test('without a customer address the invoice is finalized without mail, and the owner is notified', async () => {
  const { id } = await recurring({ from: '2027-10-10', to: '2027-11-01' }, { emails: [] });
  const before = (await mails()).length;
  await life.until(at('2027-10-12T10:00:00Z'));
  assert.deepEqual(await daysOf(id), ['2027-10-10 finalized']);
  const told = (await mails()).slice(before);
  assert.deepEqual(
    told.map(({ to }) => to),
    [['zoe@example.org']],
  );
  assert.match(told[0]?.text ?? '', /n’a pas pu être envoyée/);
  assert.equal((await frequencyOf(id)).state, 'over');
});

test('a text too long for its month is cut at a whole character, so amounts and files stay readable', async () => {
  const [long, month] = ['x'.repeat(986), 'novembre 2027'];
  const lines = [{ ...HOSTING, designation: `{mois}${long}😀` }];
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines }));
  const on = { from: '2027-11-10', to: '2027-11-12', finalizeInvoice: false, sendByMail: false };
  await books.done('create-invoice-frequency', id, { ...MONTHLY, ...on });
  await life.until(at('2027-11-12T10:00:00Z'));
  const [made] = await madeOf(id);
  assert.equal(made.lines[0].designation, month + long);
  for (const name of ['export-billings', 'get-dashboard'])
    assert.equal((await books.ask(name)).refused, undefined, name);
});

test('a year at once equals a year in six-day steps: twelve dated invoices, mailed; live mode does not move', async () => {
  const { environment } = service.services;
  const { renderPdf } = environment.printer;
  // Only the dates matter, not the PDF.
  environment.printer = { renderPdf: async () => Buffer.from('%PDF-1.7') };
  const start = at('2027-11-30T10:00:00Z');
  service.clock.now = start;
  const { id: liveId } = await recurring({ from: '2027-11-30', to: '2029-11-30' });
  const liveDue = async () =>
    (await service.owner.query(`select due_at from billing.job where subject_id = '${liveId}'`)).rows[0]?.due_at;
  const before = { due: await liveDue(), made: (await madeOf(liveId)).length };

  const lives: string[][] = [];
  for (const moves of [[{ months: 12 }], Array.from({ length: 61 }, () => ({ days: 6 }))]) {
    // The first in test mode of the account with the live series.
    const another = lives.length === 0 ? service : await service.newAccount('Essais');
    const tests = booksOf(service, another.test);
    const { advance, shown } = createClockMover(service, another.test);
    const { id } = await tests.finalized(tests.invoice(await tests.contact(), { lines: [HOSTING] }));
    await tests.done('create-invoice-frequency', id, {
      ...MONTHLY,
      from: '2027-11-30',
      to: '2029-11-30',
      inCopy: false,
    });
    for (const move of moves) await advance(move);
    const { json } = await tests.ask('get-billings', { query: { limit: '100', orderDirection: 'ASC' } });
    const { json: mailbox } = await tests.ask('get-mailbox', { query: { limit: '100' } });
    const { today, daysAhead, movingTo } = await shown();
    assert.deepEqual([today, daysAhead, movingTo], ['2028-11-30', 366, null]);
    const made = json.docs.filter((each: any) => each.occurrence);
    lives.push([
      ...made.map((each: any) => `${each.occurrence.day} ${each.number} ${dayIn(each.emittedAt)} ${each.state}`),
      ...mailbox.docs.map(({ subject }: { subject: string }) => /TEST-F-\S+/.exec(subject)?.[0] ?? subject).toSorted(),
    ]);
    const { findings } = await verified(another.accountId);
    assert.deepEqual(findings, []);
    const { json: home } = await tests.ask('get-dashboard');
    assert.equal(home.late.count, 12, 'of thirteen invoices of a month each, all but the last are late on 30 November');
  }
  assert.deepEqual(lives[0], lives[1]);
  const [first, ...others] = lives[0] ?? [];
  assert.equal(first, '2027-12-30 TEST-F-2027-0002 2027-12-30 finalized');
  assert.deepEqual(
    others.slice(0, 11).map((line) => line.slice(0, 38)),
    ['01-30', '02-29', '03-30', '04-30', '05-30', '06-30', '07-30', '08-30', '09-30', '10-30', '11-30'].map(
      (day, k) => `2028-${day} TEST-F-2028-${String(k + 1).padStart(4, '0')} 2028-${day}`,
    ),
  );
  assert.equal(others.length, 11 + 12, 'each is mailed');

  await life.worked();
  assert.deepEqual({ due: await liveDue(), made: (await madeOf(liveId)).length }, before);
  assert.equal(await books.refusal('advance-test-clock', undefined, { days: 1 }), 'test_mode_needed');
  const tests = booksOf(service, service.test);
  await tests.done('advance-test-clock', undefined, { days: 1 });
  assert.equal(await tests.refusal('advance-test-clock', undefined, { days: 1 }), 'test_clock_under_way');
  const { now, realNow } = await clockOf(service.services, service.test);
  assert.deepEqual(await clockOf(service.services, service.live), { now: start, realNow: start });
  assert.equal(now - realNow, 366 * 86_400);
  // Control: an advance without a mode also moves the live series by a year.
  await service.owner.query(
    `update billing.job set due_at = due_at - ${now - realNow} where lane = 'recurrences' and subject_id = '${liveId}'`,
  );
  assert.equal(await liveDue(), before.due - 366 * 86_400);
  await books.done('delete-invoice-frequency', liveId);
  environment.printer = { renderPdf };
});

test(`${MONTHS} months of ${SERIES} series with random worker kills: each day once, no gap, a valid chain`, async () => {
  const chance = seeded(seed);
  console.log(`RECURRING_SEED=${seed}`);
  service.clock.now = at('2028-01-31T09:00:00Z');
  const end = new Date(Date.UTC(2028, MONTHS + 1, 15));
  const to = end.toISOString().slice(0, 10);
  const ids: string[] = [];
  for (let each = 0; each < SERIES; each++)
    ids.push((await recurring({ from: '2028-01-31', to, sendByMail: each % 2 === 0 })).id);
  const killers: ReturnType<typeof killedAt>[] = [];
  // Only recipients and counts matter, not the PDF.
  const { environment } = service.services;
  environment.printer = { renderPdf: async () => Buffer.from('%PDF-1.7') };
  const dying = () => {
    if (killers.length > 0 && chance.chance(50)) return undefined;
    // The first kill hits a statement; others may come after the last.
    const killed = killedAt(service.services.pool, chance.int(0, killers.length === 0 ? 3 : STATEMENTS));
    killers.push(killed);
    return killed.pool;
  };
  await life.until(end.getTime() / 1000, dying);
  for (const [place, id] of ids.entries()) {
    const made = await madeOf(id);
    assert.equal(made.length, MONTHS, `RECURRING_SEED=${seed}`);
    assert.deepEqual(
      made.map(({ occurrence }) => occurrence.day),
      Array.from({ length: MONTHS }, (_, k) => new Date(Date.UTC(2028, k + 2, 0)).toISOString().slice(0, 10)),
    );
    const sent = await mailsOf(made.map((each) => each.id));
    assert.deepEqual(sent, place % 2 === 0 ? made.map(() => 1) : [], `RECURRING_SEED=${seed}: each is mailed once`);
  }
  const kills = killers.filter(({ isDead }) => isDead()).length;
  console.log(`${kills} kills`);
  assert.ok(kills > 0, `RECURRING_SEED=${seed}`);
  assert.deepEqual(numberProblems(await bookedDocuments(service.owner, service.accountId)), []);
  assert.deepEqual((await verified(service.accountId)).findings, []);
});

test('a job repeated for a completed day creates no second invoice; without the unique key it would', async () => {
  const today = '2045-03-10';
  service.clock.now = at(`${today}T09:00:00Z`);
  const twice = async (): Promise<number> => {
    const draft = await books.invoice(await books.contact(), { lines: [HOSTING] });
    await books.done('update-invoice-timeline', draft.id, {
      emittedAt: at('2045-03-01T09:00:00Z'),
      paymentDelay: 'at_reception',
    });
    const said = { ...MONTHLY, from: today, to: '2046-01-01', finalizeInvoice: false };
    for (let each = 0; each < 2; each++) {
      await books.done('create-invoice-frequency', draft.id, said);
      await life.worked();
      await books.done('delete-invoice-frequency', draft.id);
      await life.worked();
    }
    return (await madeOf(draft.id)).length;
  };
  assert.equal(await twice(), 1);
  await service.owner.query('alter table billing.occurrence drop constraint occurrence_pkey');
  assert.equal(await twice(), 2);
});
