import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { updateCompany } from '../../../api/account/company.ts';
import { shapeOf } from '../../../schemas/events/event-description.ts';
import { type EventType, eventTypes } from '../../../schemas/events/event-type.ts';
import { CommandError, UsageError } from '../../terminal/output.ts';
import { callInProcess } from '../api-client.ts';
import { type FeedEvent, subjectOf } from '../event-feed.ts';
import { plan, provoke } from './trigger.ts';

// `facturier trigger`, type by type: each event is triggered through the operations and read from
// the feed.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const asking = (live = false) => ({
  ask: callInProcess(service, service.accountId, !live),
  test: !live,
});
const triggered = (type: EventType, options: { data?: string[]; live?: boolean; yes?: boolean } = {}) =>
  provoke(asking(options.live), { type, ...plan(type, options) });

/**
 * Events that can be triggered, with the records created on the way. Add every new type here or
 * below.
 */
const provoked: { readonly [Type in EventType]?: readonly string[] } = {
  'project.created': ['contact', 'project'],
  'project.updated': ['contact', 'project'],
  'project.deleted': ['contact', 'project'],
  'task.created': ['task'],
  'task.updated': ['task'],
  'task.deleted': ['task'],
  'estimate.created': ['contact', 'estimate'],
  'estimate.finalized': ['contact', 'estimate'],
  'estimate.signed': ['contact', 'estimate'],
  'estimate.refused': ['contact', 'estimate'],
  'estimate.archived': ['contact', 'estimate'],
  'estimate.deleted': ['contact', 'estimate'],
  'purchase_order.created': ['contact', 'purchase_order'],
  'purchase_order.finalized': ['contact', 'purchase_order'],
  'purchase_order.signed': ['contact', 'purchase_order'],
  'purchase_order.refused': ['contact', 'purchase_order'],
  'purchase_order.archived': ['contact', 'purchase_order'],
  'purchase_order.deleted': ['contact', 'purchase_order'],
  'invoice.created': ['contact', 'invoice'],
  'invoice.finalized': ['contact', 'invoice'],
  'invoice.paid': ['contact', 'invoice'],
  'invoice.unpaid': ['contact', 'invoice'],
  'invoice.canceled': ['contact', 'invoice', 'asset'],
  'invoice.archived': ['contact', 'invoice'],
  'invoice.deleted': ['contact', 'invoice'],
  'advance.created': ['contact', 'estimate', 'advance'],
  'advance.finalized': ['contact', 'estimate', 'advance'],
  'advance.paid': ['contact', 'estimate', 'advance'],
  'advance.unpaid': ['contact', 'estimate', 'advance'],
  'advance.canceled': ['contact', 'estimate', 'advance', 'asset'],
  'advance.archived': ['contact', 'estimate', 'advance'],
  'advance.deleted': ['contact', 'estimate', 'advance'],
  'asset.created': ['contact', 'invoice', 'asset'],
  'asset.finalized': ['contact', 'invoice', 'asset'],
  'asset.archived': ['contact', 'invoice', 'asset'],
  'asset.deleted': ['contact', 'invoice', 'asset'],
  'contact.created': ['contact'],
  'contact.updated': ['contact'],
  'contact.archived': ['contact'],
  'contact.deleted': ['contact'],
  'organization.created': ['organization'],
  'organization.updated': ['organization'],
  'organization.archived': ['organization'],
  'organization.deleted': ['organization'],
  'product.created': ['product'],
  'product.updated': ['product'],
  'product.deleted': ['product'],
  'purchase.recorded': ['purchase'],
  'purchase.corrected': ['purchase', 'purchase'],
  'recurring_purchase.created': ['recurring_purchase'],
  'recurring_purchase.updated': ['recurring_purchase'],
  'recurring_purchase.paused': ['recurring_purchase'],
  'recurring_purchase.resumed': ['recurring_purchase'],
  'recurring_purchase.ended': ['recurring_purchase'],
  'webhook.test': [],
};

/** Events that cannot be triggered, and the advice given. */
const refused: { readonly [Type in EventType]?: RegExp } = {
  'estimate.sent': /send a test document/,
  'estimate.viewed': /open it/,
  'estimate.paid': /Try invoice\.paid/,
  'estimate.unpaid': /Try invoice\.paid/,
  'estimate.canceled': /Try invoice\.canceled/,
  'purchase_order.sent': /send a test document/,
  'purchase_order.viewed': /open it/,
  'purchase_order.paid': /Try invoice\.paid/,
  'purchase_order.unpaid': /Try invoice\.paid/,
  'purchase_order.canceled': /Try invoice\.canceled/,
  'invoice.overpaid': /keepExcess/,
  'advance.overpaid': /keepExcess/,
  'invoice.platform_status_changed': /trial platform/,
  'advance.platform_status_changed': /trial platform/,
  'asset.platform_status_changed': /trial platform/,
  'invoice.sent': /send a test document/,
  'invoice.viewed': /open it/,
  'invoice.recurring_failed': /without lines recur/,
  'invoice.reminded': /remind the customer/,
  'invoice.signed': /Try estimate\.signed/,
  'invoice.refused': /Try estimate\.signed/,
  'advance.sent': /send a test document/,
  'advance.viewed': /open it/,
  'advance.reminded': /remind the customer/,
  'advance.signed': /Try estimate\.signed/,
  'advance.refused': /Try estimate\.signed/,
  'asset.sent': /send a test document/,
  'asset.viewed': /open it/,
  'asset.signed': /Try estimate\.signed/,
  'asset.refused': /Try estimate\.signed/,
  'asset.paid': /Try invoice\.paid/,
  'asset.unpaid': /Try invoice\.paid/,
  'asset.canceled': /Try invoice\.canceled/,
  'supplier_invoice.received': /upload the invoice/,
  'supplier_invoice.status_changed': /then answer it/,
  'e_report.status_changed': /e-report of a past period/,
  'archive.created': /prepare an archive/,
  'account.deletion_requested': /cancel the deletion/,
  'account.deletion_canceled': /cancel the deletion/,
  'trip.recorded': /record a trip/,
  'trip.corrected': /take a test trip back/,
  'books.closed': /close the books/,
  'opening_balances.recorded': /record opening balances/,
  'opening_balances.reversed': /take test opening balances back/,
  'import.done': /import documents/,
  'import.undone': /undo a test import/,
  'past_document.payment_changed': /payment of a test past document/,
  'product.archived': /Try product\.deleted/,
  'webhook.disabled': /answers 410/,
};

test('every event type is in exactly one of the two tables', () => {
  const entered = [...Object.keys(provoked), ...Object.keys(refused)];
  assert.deepEqual(entered.sort(), [...eventTypes].sort());
});

for (const [type, sorts] of Object.entries(provoked) as [EventType, readonly string[]][]) {
  test(`${type} really happens, in test mode, to an object created for it`, async () => {
    if (type === 'webhook.test') {
      const body = { url: 'https://example.com/hook', events: ['invoice.paid'] };
      await service.call('create-webhook', { body, caller: service.test });
    }
    const { made, feedEvent } = await triggered(type);
    assert.equal(feedEvent.event.type, type);
    assert.deepEqual(
      made.map(({ sort }) => sort),
      sorts,
    );
    const subject = type.split('.')[0] ?? '';
    if (subject !== 'webhook')
      assert.ok(made.some(({ sort, id }) => sort === subject && id === subjectOf(feedEvent).id));
    assert.ok(shapeOf(type).schema.safeParse(feedEvent).success);
    const { rows } = await service.owner.query('select test, body from billing.event where id = $1', [
      feedEvent.event.id,
    ]);
    assert.deepEqual([rows[0].test, JSON.stringify(feedEvent)], [true, rows[0].body]);
  });
}

for (const [type, words] of Object.entries(refused) as [EventType, RegExp][]) {
  test(`${type} cannot be triggered, and the refusal says what to do`, () => {
    assert.throws(
      () => plan(type, {}),
      (error) => error instanceof CommandError && words.test(error.text.en) && error.text.fr.length > 20,
    );
  });
}

test('--data sets fields of the object: a name, an amount, lines, the customer', async () => {
  const { feedEvent } = await triggered('project.created', { data: ['name=12', 'amount=5000'] });
  const { project } = feedEvent as FeedEvent & { project: Record<string, string> };
  assert.deepEqual([project.name, project.amount], ['12', '5000']);

  const lines = '[{"designation":"Pain","quantity":3,"unitPrice":100,"vatCode":"FR_550"}]';
  const data = [`customerId=${project.customerId}`, `lines=${lines}`, 'title=Trois pains'];
  const bill = await triggered('invoice.created', { data });
  const { billing } = bill.feedEvent as FeedEvent & { billing: Record<string, unknown> };
  assert.deepEqual([billing.title, billing.amountWithoutTax, billing.amountWithTax], ['Trois pains', 300, 317]);
  // No contact was created: the given one is billed.
  assert.deepEqual(
    bill.made.map(({ sort }) => sort),
    ['invoice'],
  );
});

test('an unknown or missing field name is a usage error; an invalid value is refused as elsewhere', async () => {
  for (const wrong of ['nom=Essai', 'Essai', '__proto__=1', 'customerId=x']) {
    assert.throws(() => plan('contact.created', { data: [wrong] }), UsageError, wrong);
  }
  await assert.rejects(
    triggered('project.created', { data: ['amount=beaucoup'] }),
    (error: CommandError) => (error.json as { code: string }).code === 'request.invalid',
  );
  await assert.rejects(
    triggered('invoice.created', {
      data: ['lines=[{"designation":"Pain","quantity":1,"unitPrice":100,"vatCod":"FR_550"}]'],
    }),
    (error: CommandError) => error.text.en.includes('vatCode'),
    'a member misspelt within a value is refused by name too',
  );
  await assert.rejects(
    triggered('invoice.created', { data: ['customerId=01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30'] }),
    (error: CommandError) => (error.json as { code: string }).code === 'customer.not_found',
  );
});

test('official numbers need --live and --yes; other live data needs --live only', async () => {
  await service.call(updateCompany, { body: COMPANY });
  for (const type of ['invoice.finalized', 'estimate.signed', 'advance.created', 'asset.created'] as const) {
    assert.throws(() => plan(type, { live: true }), CommandError, type);
    assert.doesNotThrow(() => plan(type, {}), type);
  }
  const live = async () =>
    (await service.owner.query('select number from billing.document where not test and number is not null')).rows;
  assert.deepEqual(await live(), []);
  await triggered('invoice.created', { live: true });
  assert.deepEqual(await live(), []);
  const { feedEvent } = await triggered('invoice.finalized', { live: true, yes: true });
  const { billing } = feedEvent as FeedEvent & { billing: Record<string, unknown> };
  assert.deepEqual([billing.number, billing.test], ['F-2026-0001', false]);
  assert.deepEqual(await live(), [{ number: 'F-2026-0001' }]);
});
