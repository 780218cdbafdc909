import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Cents } from '../../money/cents.ts';
import { isRequestDueSince } from '../../payments/agency/is-request-due.ts';
import { noLife } from '../document/document.ts';
import type { Member } from '../document/group/document-group.ts';
import { reminderDueSince } from './reminder-due.ts';

// An invoice of 1,200.00, issued on 1 March 2026 and due on the 31st, in Paris, reminded of every
// week.

const at = (moment: string): number => Date.parse(moment) / 1000;
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
