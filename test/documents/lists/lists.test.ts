import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { listDocuments } from '../../../src/db/billing/document-list.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { situationOf, situations } from '../../../src/domain/billing/document/situation.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { type ListedDocuments, listedDocuments } from './list-fixtures.ts';

const DAY = 86_400;

let { service, books, ids, lea, bakery, paul, list, idsOf, found } = {} as ListedDocuments;
beforeAll(async () => {
  ({ service, books, ids, lea, bakery, paul, list, idsOf, found } = await listedDocuments());
});
afterAll(() => service.close());

test('list rows match the full documents in content, order and pages, at a sixth of the size', async () => {
  const rowsOf = async (query: object) => {
    const answer = await service.call('get-billing-rows', { query: query as Record<string, unknown> });
    assert.equal(answer.refused, undefined, JSON.stringify(answer));
    return answer.json;
  };
  for (const query of [{ limit: 100 }, { limit: 3, orderBy: 'amount' }, { limit: 4, page: 2 }]) {
    const [{ docs: whole, ...about }, { docs: rows, ...aboutRows }] = [await list(query), await rowsOf(query)];
    assert.deepEqual(aboutRows, about);
    assert.deepEqual(
      rows.map(({ familyId: _, ...row }: any) => ({ ...row, ...DAYS_OF_ITS_OWN })),
      whole.map((each: any) => ({ ...rowOf(each), ...DAYS_OF_ITS_OWN })),
    );
    const [long, short] = [whole, rows].map((docs) => JSON.stringify(docs).length);
    assert.ok((short ?? 0) * 6 < (long ?? 0), `${short} characters of ${long}`);
  }
  const related = await rowsOf({ ids: [ids.signed, ids.advance] });
  const documentGroupOf = new Map(related.docs.map(({ id, familyId }: any) => [id, familyId]));
  assert.deepEqual([documentGroupOf.get(ids.signed), documentGroupOf.get(ids.advance)], [undefined, ids.signed]);
  // With a cursor and with filters.
  const { docs, nextCursor } = await rowsOf({ limit: 2 });
  const next = await rowsOf({ limit: 2, cursor: nextCursor });
  assert.equal(new Set([...docs, ...next.docs].map(({ id }: any) => id)).size, 4);
  const named = await rowsOf({ ids: docs.map(({ id }: any) => id) });
  assert.deepEqual(named.docs, docs);
  const { currencies } = (await service.call('get-billings-totals', { query: { ids: [docs[0].id] } })).json;
  assert.deepEqual([currencies[0].count, currencies[0].withTax], [1, docs[0].amountWithTax]);
  assert.equal((await rowsOf({ ids: ['01890a5d-ac96-774b-bcce-b302099a8057'] })).totalDocs, 0);
});

/** Timestamps of full documents are dates in rows. */
const DAYS_OF_ITS_OWN = { emittedOn: '', dueOn: '', validUntilOn: '', refundedOn: '' };
/** The list row of a full document. */
function rowOf({ customer, total, settlement, ...whole }: any) {
  const isCredit = whole.type === 'asset';
  const amount = total.amountWithTaxAfterDiscount;
  const left = total.remainingAmountToBill ?? total.remainingReconciliateAmount;
  const { paidAmount = 0, remainingAmount = 0 } = settlement ?? {};
  return {
    id: whole.id,
    type: whole.type,
    ...(whole.number && { number: whole.number }),
    ...(whole.title && { title: whole.title }),
    ...{ state: whole.state, situation: whole.situation },
    ...(whole.situationDays !== undefined && { situationDays: whole.situationDays }),
    customer: { id: customer.id, name: customer.parent?.name ?? customer.name, emails: customer.emails },
    currencyCode: whole.currencyCode,
    amountWithTax: isCredit ? 0 - amount : amount,
    ...(!isCredit && { remainingAmount: left }),
    ...(paidAmount > 0 && { paidShare: paidAmount / (paidAmount + remainingAmount) }),
    finalizable: whole.finalizable,
    sent: whole.lastSendByEmailAt !== undefined,
    canceled: whole.canceledAt !== undefined,
    refunded: whole.refundAt !== undefined,
    archived: whole.archivedAt !== undefined,
    test: whole.test,
  };
}

test('get-billings by customer includes a contact’s documents, and an organization includes its contacts’', async () => {
  assert.deepEqual(await found({ customerId: bakery }), ['forBakery', 'forPaul']);
  assert.deepEqual(await found({ organizationId: bakery }), ['forBakery', 'forPaul']);
  assert.deepEqual(await found({ customerId: paul }), ['forPaul']);
  assert.deepEqual(await found({ customerId: 'x' }), []);
  assert.deepEqual(await found({ opportunityId: lea }), []);
});

test('filters by state and type accept one or many names in any case, and numbers', async () => {
  assert.deepEqual(await found({ state: 'PAID' }), ['paid']);
  assert.deepEqual(await found({ state: '5' }), ['paid']);
  assert.deepEqual(await found({ 'state[]': ['paid', '3'] }), ['paid', 'signed']);
  assert.deepEqual(await found({ state: ['Signed', 'PAID'] }), ['paid', 'signed']);
  assert.deepEqual(await found({ type: 'advance' }), ['advance']);
  assert.deepEqual(await found({ 'type[]': ['4', 'purchase_order'] }), ['advance', 'purchase']);
  assert.deepEqual(await found({ type: 'asset', state: 'draft' }), ['free']);
  assert.deepEqual(await found({ type: 1, state: 2 }), []);
});

test('late documents are past their due day, have an open rest and are not canceled', async () => {
  assert.deepEqual(await found({ late: 'true' }), ['late']);
  const others = await found({ late: 'false', limit: '100' });
  assert.ok(!others.includes('late') && others.length === (await found({ limit: '100' })).length - 1);
  service.clock.now = MONDAY - 30 * DAY;
  try {
    assert.deepEqual(await found({ late: 'true' }), [], 'on the due day it is not late yet');
  } finally {
    service.clock.now = MONDAY;
  }
});

test('the status filter in SQL gives each document the same single status as the rule', async () => {
  const day = '2026-03-02';
  const documents = await inTransaction(service.services.pool, service.live, async (tx) => {
    const page = await listDocuments(tx, { test: false }, { limit: 100, page: 1 });
    assert.ok(!('refused' in page));
    return {
      commit: true,
      answer: page.documents.map((listed) => listed.read().document),
    };
  });
  const expected = Map.groupBy(documents, (document) => situationOf(document, { day, zone: 'Europe/Paris' }));
  let listed = 0;
  for (const situation of situations) {
    const { docs } = await list({ situation, limit: 100 });
    const ids = (expected.get(situation) ?? []).map(({ id }) => id).sort();
    assert.deepEqual(docs.map(({ id }: { id: string }) => id).sort(), ids, situation);
    listed += docs.length;
  }
  assert.equal(listed, documents.length);
  assert.ok(expected.size >= 6, [...expected.keys()].join());
  assert.deepEqual(await found({ situation: ['late', 'paid'] }), ['late', 'paid']);
});

test('a list shows the status of each document and the outcome of each bill; the next day it is updated', async () => {
  const told = async (name: string) => (await list({ limit: 100 })).docs.find(({ id }: any) => id === ids[name]);
  const late = await told('late');
  // Issued 60 days ago, due after 30.
  assert.deepEqual([late.situation, late.situationDays], ['late', 30]);
  assert.deepEqual(late.settlement, {
    ...{ deductedAmountWithTax: 0, creditedAmountWithTax: 0, paidAmount: 0, remainingAmount: 120_000 },
    ...{ refundedAmount: 0, toRefundAmount: 0 },
  });
  assert.deepEqual((await told('paid')).settlement, {
    ...{ deductedAmountWithTax: 0, creditedAmountWithTax: 0, paidAmount: 120_000, remainingAmount: 0 },
    ...{ refundedAmount: 0, toRefundAmount: 0 },
  });
  assert.deepEqual((await told('canceled')).settlement, {
    ...{ deductedAmountWithTax: 0, creditedAmountWithTax: 120_000, paidAmount: 0, remainingAmount: 0 },
    ...{ refundedAmount: 0, toRefundAmount: 0 },
  });
  service.clock.now = MONDAY - 30 * DAY;
  try {
    const before = await told('late');
    assert.deepEqual([before.situation, before.situationDays], ['final', undefined]);
  } finally {
    service.clock.now = MONDAY;
  }
});

test('filters: unpaid, to bill, by currency, by amounts', async () => {
  assert.ok((await found({ unpaid: 'true' })).includes('late') && !(await found({ unpaid: 'true' })).includes('paid'));
  assert.deepEqual(await found({ toBill: 'true' }), ['signed']);
  assert.deepEqual(await found({ currency: 'chf' }), []);
  assert.equal((await found({ amountFrom: '120000', amountTo: '120000', type: 'invoice' })).includes('late'), true);
  assert.deepEqual(await found({ amountFrom: '120001', type: 'invoice' }), []);
  assert.deepEqual(await found({ state: 'refused', rangeType: 'refusedAt', range: '2026-03-02' }), []);
});

test('search ignores accents and case in number, title, customer and reference', async () => {
  assert.deepEqual(await found({ search: 'etude de MARCHE' }), ['forPaul']);
  assert.deepEqual(await found({ search: 'marché  étude' }), ['forPaul'], 'in whatever order');
  assert.deepEqual(await found({ search: 'oeuvrard' }), ['forPaul']);
  assert.deepEqual(await found({ search: 'muller' }), ['forBakery', 'forPaul']);
  assert.deepEqual(await found({ search: '2019-0815' }), ['free']);
  assert.deepEqual(await found({ search: 'f-2026-0001' }), ['late']);
  assert.deepEqual(await found({ search: '%' }), []);
  assert.deepEqual(await found({ search: 'acompte sur devis' }), ['advance']);
});

test('a draft is found by the current name of its customer', async () => {
  const customerId = await books.contact({ lastname: 'Ancienne' });
  const { id } = await books.invoice(customerId);
  await books.done('update-contact', customerId, { firstname: 'Ana', lastname: 'Désormais' });
  const { docs } = await list({ search: 'ana desormais' });
  assert.deepEqual(
    docs.map((document: any) => document.id),
    [id],
  );
  await books.done('delete-billing', id);
});

test('a date range includes both days, for each date field', async () => {
  const day = (days: number) => MONDAY + days * DAY;
  const within = (rangeType: string, from: number, to: number, more: object = {}) =>
    found({ range: [String(from), String(to)], rangeType, type: 'invoice', state: ['finalized', 'paid'], ...more });
  assert.deepEqual(await within('emittedAt', day(-60) + 3600, day(-60) + 3600), ['canceled', 'late', 'paid']);
  assert.deepEqual(await within('emittedAt', day(-59), day(0)), []);
  assert.deepEqual(await within('DueAt', day(-30), day(-30)), ['canceled', 'late', 'paid']);
  assert.deepEqual(await within('paidAt', MONDAY, MONDAY), ['paid']);
  assert.deepEqual(await within('finalizedAt', MONDAY, MONDAY), ['canceled', 'late', 'paid']);
  assert.deepEqual(await within('createdAt', MONDAY + 1, MONDAY + DAY), []);
  assert.deepEqual(await found({ range: ['2026-03-02', '2026-03-02'], rangeType: 'paidAt' }), ['paid']);
  assert.deepEqual(await found({ range: ['2026-03-03', String(MONDAY + DAY)], rangeType: 'paidAt' }), []);
  assert.deepEqual(await found({ 'range[]': [String(MONDAY)], rangeType: 'signedAt' }), ['signed']);
  assert.deepEqual(await found({ range: [String(day(30)), String(day(30))], rangeType: 'expiredAt' }), [
    'purchase',
    'signed',
  ]);
});

test('day_invalid: a range uses Unix seconds or calendar days', async () => {
  for (const said of ['2026-02-30', 'monday', '0000-01-01', '3000-01-01']) {
    const answer = await service.call('get-billings', { query: { range: [said] } });
    const faults = answer.refused === 'input_invalid' ? answer.faults : [];
    assert.deepEqual(
      faults.map(({ property, code }) => [property, code]),
      [['range.0', 'day_invalid']],
      said,
    );
  }
});

test('a range has at most two ends: a third is refused', async () => {
  const answer = await service.call('get-billings', { query: { range: ['1', '2', '3'] } });
  const faults = answer.refused === 'input_invalid' ? answer.faults : [];
  assert.deepEqual(
    faults.map(({ property, code }) => [property, code]),
    [['range', 'too_big']],
  );
});

test('archived, test, reminders and online payment each filter the list', async () => {
  assert.deepEqual(await found({ archived: 'true' }), ['archived']);
  assert.equal((await found({ archived: 'false' })).includes('archived'), false);
  assert.deepEqual(await found({ test: 'true' }), ['test']);
  assert.equal((await found({ test: 'false' })).includes('test'), false);
  assert.deepEqual(await found({ onlyReminderActive: 'true' }), ['reminded']);
  assert.deepEqual(await found({ onlyOnlinePayment: 'true' }), ['reminded']);
  const asked = await books.estimate(lea);
  await books.done('ask-for-electronic-signature', asked.id);
  assert.deepEqual(await idsOf({ onlyOnlineSignature: 'true' }), [asked.id]);
  await books.done('cancel-electronic-signature', asked.id);
  assert.deepEqual(await idsOf({ onlyOnlineSignature: 'true' }), []);
  await books.done('delete-billing', asked.id);
  assert.deepEqual(await found({ tiersPrestationIsActivatedForThisBilling: 'true' }), []);
});

test('a test key lists test documents only, and nothing if it asks for live ones', async () => {
  assert.deepEqual(await found({}, service.test), ['test']);
  assert.deepEqual(await found({ test: 'false' }, service.test), []);
  assert.equal((await list({ test: 'false', countWithoutFilters: 'true' }, service.test)).countWithoutFilters, 0);
  assert.deepEqual(await found({ search: 'moreau' }, service.test), ['test']);
});

test('an invoice fully credited by a credit note that did not cancel it has status credited', async () => {
  const { id } = await books.finalized(books.invoice(lea));
  const { json: draft } = await service.call('create-asset', { path: { id } });
  await books.done('finalize-billing', draft.id);
  const told = await books.done('get-invoice', id);
  assert.deepEqual([told.situation, told.settlement.creditedAmountWithTax], ['credited', 120_000]);
  const { docs } = await list({ situation: 'credited' });
  assert.deepEqual(
    docs.map((each: any) => each.id),
    [id],
  );
});

test('an export contains what the filter finds, with negative credit notes, and nothing of another account', async () => {
  const rowsOf = async (query: object, caller = service.live): Promise<string[][]> => {
    const { json } = await service.call('export-billings', { caller, query: { ...query } });
    assert.equal(json.next, undefined);
    return json.csv
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((row: string) => row.split(';'));
  };
  const [head, ...late] = await rowsOf({ late: 'true' });
  assert.deepEqual(head?.slice(0, 4), ['Numéro', 'Type', 'Client', 'Objet']);
  assert.deepEqual(
    late.map((row) => [row[1], row[6], row[10], row[11]]),
    [['Facture', 'en retard', '1200', '1200']],
  );
  const all = await rowsOf({ test: 'false' });
  assert.equal(all.length - 1, (await list({ test: 'false', limit: 1 })).totalDocs);
  const notes = await rowsOf({ type: 'asset', state: 'finalized' });
  assert.ok(notes.length > 1 && notes.slice(1).every((row) => row[10]?.startsWith('-1200')), JSON.stringify(notes));
  const other = await service.newAccount('Ailleurs');
  assert.equal((await rowsOf({}, other.live)).length, 1, 'its headers alone');
});
