import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Cents } from '../../money/cents.ts';
import { isRequestDueSince } from '../../payments/agency/is-request-due.ts';
import { type Claim, noLife } from '../document/document.ts';
import type { Member } from '../document/group/document-group.ts';
import { nextReminder, reminderDueSince, whyNoReminder } from './next-reminder.ts';
import { reminded, reminderUndelivered, withReminder } from './record-reminder.ts';
import type { Reminder, ReminderStop } from './reminder.ts';

// An invoice of 1,200.00, issued on 1 March 2026 and due on the 31st, in Paris. Summer time begins
// on the 29th.

const ZONE = 'Europe/Paris';
const at = (moment: string): number => Date.parse(moment) / 1000;
const ISSUED = at('2026-03-01T10:00:00+01:00');
const DUE = at('2026-03-31T10:00:00+02:00');
const WEEKLY: Reminder = { inCopy: false, frequency: 'every_week', numberOfRemindersToSend: 3, active: true };
const ON_DUE: Reminder = { ...WEEKLY, frequency: 'on_due_date' };

const bill = (reminder: Reminder | undefined, said: object = {}): Claim =>
  ({
    ...{ id: 'i', kind: 'invoice', test: false, state: 'finalized', version: 1, life: noLife },
    content: { ...(reminder && { reminder }), deductions: [] },
    totals: { breakdown: { FR_2000: { net: 100_000 as Cents, vat: 20_000 as Cents } } },
    sealed: { finalizedAt: ISSUED, emittedAt: ISSUED, dueAt: DUE, customer: { emails: ['lea@example.org'] } },
    ...said,
  }) as unknown as Claim;

const dayOf = (invoice: Claim, now: string): string => {
  const next = nextReminder(invoice, { now: at(now), zone: ZONE });
  return 'at' in next ? new Date(next.at * 1000).toISOString() : next.stop;
};
/** The days on which an invoice is reminded, each as soon as it is due. */
function daysOf(invoice: Claim): string[] {
  const days: string[] = [];
  let now = ISSUED;
  for (let each = invoice; ; ) {
    const next = nextReminder(each, { now, zone: ZONE });
    if (!('at' in next)) return [...days, next.stop];
    now = next.at;
    days.push(new Date(now * 1000).toISOString());
    each = reminded(each, { mailId: 'm', now, zone: ZONE });
  }
}

test('every_week reminds 7, 14 and 21 days after the due day, on_due_date on it and each week from then, at 09:00 in Paris', () => {
  assert.deepEqual(daysOf(bill(WEEKLY)), [
    ...['2026-04-07T07:00:00.000Z', '2026-04-14T07:00:00.000Z', '2026-04-21T07:00:00.000Z'],
    'number_reached',
  ]);
  assert.deepEqual(daysOf(bill(ON_DUE)), [
    ...['2026-03-31T07:00:00.000Z', '2026-04-07T07:00:00.000Z', '2026-04-14T07:00:00.000Z'],
    'number_reached',
  ]);
  assert.deepEqual(daysOf(bill({ ...ON_DUE, numberOfRemindersToSend: 0 })), ['number_reached']);
});

test('a missed reminder is sent once, in daytime: at once until 19:00, otherwise at 09:00 the next morning, and the next a week later', () => {
  assert.equal(dayOf(bill(WEEKLY), '2026-04-20T11:30:00+02:00'), '2026-04-20T09:30:00.000Z');
  assert.equal(dayOf(bill(WEEKLY), '2026-04-20T19:00:00+02:00'), '2026-04-21T07:00:00.000Z');
  assert.equal(dayOf(bill(WEEKLY), '2026-04-20T03:00:00+02:00'), '2026-04-20T07:00:00.000Z');
  const once = reminded(bill(WEEKLY), { mailId: 'm', now: at('2026-04-20T11:30:00+02:00'), zone: ZONE });
  assert.equal(dayOf(once, '2026-04-20T11:31:00+02:00'), '2026-04-27T07:00:00.000Z');
});

test('no reminder on the day of issue, even if it is the due day, nor on the day reminders are switched on', () => {
  const { sealed } = bill(ON_DUE);
  assert.equal(
    dayOf(bill(ON_DUE, { sealed: { ...sealed, dueAt: ISSUED } }), '2026-03-01T10:00:00+01:00'),
    '2026-03-02T08:00:00.000Z',
  );
  const late = withReminder(bill(undefined), WEEKLY, at('2026-05-04T10:00:00+02:00'));
  assert.equal(dayOf(late, '2026-05-04T10:00:00+02:00'), '2026-05-05T07:00:00.000Z');
  const named = withReminder(late, { ...WEEKLY, recipients: ['a@example.org'] }, at('2026-05-05T08:00:00+02:00'));
  assert.equal(dayOf(named, '2026-05-05T08:00:00+02:00'), '2026-05-05T07:00:00.000Z', 'it was on before');
});

test('a courtesy reminder before the due day does not count, nor does an undelivered one, and the third undelivered one in a row stops them', () => {
  const early = reminded(bill(ON_DUE), { mailId: 'm', now: at('2026-03-20T10:00:00+01:00'), zone: ZONE });
  assert.deepEqual(
    [early.life.reminded?.count, dayOf(early, '2026-03-20T10:00:00+01:00')],
    [0, '2026-03-31T07:00:00.000Z'],
  );
  let failing = reminded(bill(ON_DUE), { mailId: 'm', now: at('2026-03-31T09:00:00+02:00'), zone: ZONE });
  assert.equal(failing.life.reminded?.sentAt, at('2026-03-31T09:00:00+02:00'));
  failing = reminderUndelivered(failing, DUE);
  assert.deepEqual(failing.life.reminded, { count: 0, failed: 1, triedAt: at('2026-03-31T09:00:00+02:00') });
  assert.equal(reminderUndelivered(failing, DUE), failing, 'once only');
  for (const day of ['2026-04-07', '2026-04-14'])
    failing = reminderUndelivered(
      reminded(failing, { mailId: 'm', now: at(`${day}T09:00:00+02:00`), zone: ZONE }),
      DUE,
    );
  assert.equal(dayOf(failing, '2026-04-15T09:00:00+02:00'), 'undelivered');
  const anew = withReminder(failing, { ...ON_DUE, recipients: ['a@example.org'] }, at('2026-04-15T09:00:00+02:00'));
  assert.equal(dayOf(anew, '2026-04-15T09:00:00+02:00'), '2026-04-21T07:00:00.000Z');
});

/** An invoice whose payment request Urssaf has accepted under an id, or refused. */
const withAgency = (status: string, id: string | null = 'r-1') => ({
  life: { ...noLife, agency: { status, ...(id && { id }), sentAt: DUE, changedAt: DUE } },
});

test('reminders stop if nothing remains, or the invoice is canceled, archived, fully credited, collected by Urssaf, switched off or without address; not if partly paid', () => {
  const life = (said: object) => ({ life: { ...noLife, ...said } });
  const credited = { FR_2000: { net: 100_000, vat: 20_000 } };
  const { sealed } = bill(WEEKLY);
  const stops: readonly [ReminderStop, Reminder | undefined, object][] = [
    ['settled', WEEKLY, life({ paid: 120_000 })],
    ['settled', WEEKLY, life({ credited })],
    ['canceled', WEEKLY, { canceledAt: DUE }],
    ['archived', WEEKLY, { archivedAt: DUE }],
    ['payment_request', WEEKLY, withAgency('20')],
    ['draft', WEEKLY, { sealed: undefined }],
    ['no_address', WEEKLY, { sealed: { ...sealed, customer: { emails: [] } } }],
    ['off', { ...WEEKLY, active: false }, {}],
    ['off', undefined, {}],
    ['off', WEEKLY, life({ reminder: { ...WEEKLY, active: false, since: ISSUED } })],
  ];
  for (const [stop, reminder, said] of stops) assert.equal(dayOf(bill(reminder, said), '2026-05-01T10:00:00Z'), stop);
  assert.equal(dayOf(bill(WEEKLY, life({ paid: 60_000 })), '2026-03-31T10:00:00Z'), '2026-04-07T07:00:00.000Z');
  // Not sent yet, or refused by the customer or Urssaf: Urssaf does not collect the money.
  const { content } = bill(WEEKLY);
  for (const said of [{}, withAgency('40'), withAgency('ERR_CMPT_BLOQUE'), withAgency('ERR_MANDAT_ECHU', null)])
    assert.equal(
      dayOf(bill(WEEKLY, { content: { ...content, paymentRequest: {} }, ...said }), '2026-03-31T10:00:00Z'),
      '2026-04-07T07:00:00.000Z',
    );
  // Manual reminders are possible even if automatic ones are off or at their limit.
  assert.equal(whyNoReminder(bill(undefined)), undefined);
  assert.equal(whyNoReminder(bill(WEEKLY, life({ paid: 120_000 }))), 'settled');
});

// An invoice of 1,200.00, issued on 1 March 2026 and due on the 31st, in Paris, reminded of every
// week.

const NOW = at('2026-03-01T10:00:00+01:00');
const FIRST = at('2026-04-07T09:00:00+02:00');
const sealed = {
  ...{ finalizedAt: NOW, emittedAt: NOW, dueAt: at('2026-03-31T10:00:00+02:00') },
  customer: { emails: ['lea@example.org'] },
};
const reminder = { inCopy: false, frequency: 'every_week', numberOfRemindersToSend: 3, active: true };

const invoice = (overrides: object = {}, content: object = { reminder }): Member =>
  ({
    document: {
      ...{ id: 'i', kind: 'invoice', test: false, state: 'finalized', version: 1, life: noLife, sealed },
      content: { ...content, deductions: [] },
      totals: { breakdown: { FR_2000: { net: 100_000 as Cents, vat: 20_000 as Cents } } },
      ...overrides,
    },
    facts: { settings: { zone: 'Europe/Paris' } },
  }) as unknown as Member;
const draft = invoice({ state: 'draft', sealed: undefined });

test('a reminder becomes due when the invoice is finalized, and not again while its day stays the same', () => {
  assert.equal(reminderDueSince({ before: draft, after: invoice() }, NOW), FIRST);
  assert.equal(reminderDueSince({ after: invoice() }, NOW), FIRST);
  assert.equal(reminderDueSince({ before: invoice(), after: invoice({ version: 2 }) }, NOW), undefined);
  const sent = { ...noLife, reminded: { count: 1, failed: 0, triedAt: FIRST } };
  const week = reminderDueSince({ before: invoice(), after: invoice({ life: sent }) }, FIRST);
  assert.equal(week, at('2026-04-14T09:00:00+02:00'));
});

test('if the invoice has no address the owner is notified at once; a draft, one without reminders, and a deleted one have no due reminder', () => {
  const alone = invoice({ sealed: { ...sealed, customer: { emails: [] } } });
  assert.equal(reminderDueSince({ before: draft, after: alone }, NOW), NOW);
  assert.equal(reminderDueSince({ after: draft }, NOW), undefined);
  assert.equal(reminderDueSince({ before: draft, after: invoice({}, {}) }, NOW), undefined);
  assert.equal(reminderDueSince({ before: draft }, NOW), undefined);
});

test('a payment request is due in the step that finalizes its invoice, and in no later one', () => {
  const content = { paymentRequest: {} };
  const withRequest = invoice({}, content);
  assert.equal(isRequestDueSince({ before: invoice({ sealed: undefined }, content), after: withRequest }), true);
  assert.equal(isRequestDueSince({ before: withRequest, after: invoice({ version: 2 }, content) }), false);
  assert.equal(isRequestDueSince({ before: draft, after: invoice() }), false);
});
