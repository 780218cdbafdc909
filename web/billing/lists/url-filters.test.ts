import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListOfFigure } from '../../client/schemas.ts';
import { addressOf } from '../../home/list-links.ts';
import { bookedOf, filterOf, inOrder, orderOf, readFilters } from './url-filters.ts';

test('the address of a list states its filters in French words', () => {
  const search = readFilters({
    vue: 'a-encaisser',
    q: 42,
    du: '2026-01-01',
    au: '2026-03-31',
    type: 'invoice,advance',
    min: 1000,
    else: 'x',
  });
  assert.deepEqual(filterOf('invoices', search, { test: false }), {
    test: false,
    type: ['invoice', 'advance'],
    archived: false,
    unpaid: true,
    search: '42',
    amountFrom: 1000,
    range: ['2026-01-01', '2026-03-31'],
    rangeType: 'emittedAt',
  });
});

test('an invalid day does not filter, and an unknown order is the default by day', () => {
  assert.deepEqual(filterOf('estimates', { du: '2026-13', tri: 'x' }, { test: true }), {
    test: true,
    type: ['estimate', 'purchase_order'],
    archived: false,
  });
  assert.deepEqual(orderOf({ tri: 'x' }), { by: 'emittedAt', direction: 'DESC' });
});

test('recurring invoices are sorted by their next day by default, and every order is restored from its address', () => {
  const vue = 'recurrentes';
  assert.deepEqual(orderOf({ vue }), { by: 'recursOn', direction: 'ASC' });
  assert.deepEqual(inOrder({ vue, tri: 'client' }, 'recursOn', 'ASC'), { vue });
  for (const by of ['recursOn', 'emittedAt', 'amount'] as const)
    for (const direction of ['ASC', 'DESC'] as const)
      for (const search of [{ vue }, {}]) assert.deepEqual(orderOf(inOrder(search, by, direction)), { by, direction });
});

test('the address of a figure opens exactly the list it sums', () => {
  const figures = [
    {
      type: ['invoice', 'advance'],
      unpaid: true,
      late: true,
      range: ['2026-10-01', '2026-11-10'],
      rangeType: 'dueAt',
      currency: 'EUR',
    },
    { type: ['estimate'], situation: ['waiting', 'expiring'], archived: false },
    { type: ['estimate', 'purchase_order'], toBill: true, amountFrom: 100, search: 'verdier' },
    { type: ['invoice'], state: ['finalized', 'paid'], customerId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  ];
  for (const query of figures) {
    const { to, search } = addressOf({
      ...{ path: '/v2/billings', member: 'withTax' },
      query: query as ListOfFigure['query'],
    });
    const { test: _, ...asked } = filterOf(to === '/devis' ? 'estimates' : 'invoices', readFilters(search), {
      test: false,
    });
    assert.deepEqual(asked, query);
  }
});

test('a list opened from turnover or VAT sums that figure, any other list the totals of its documents', () => {
  const opened = (member: ListOfFigure['member']) =>
    bookedOf(readFilters(addressOf({ path: '/v2/billings', query: { type: ['asset'] }, member }).search));
  assert.deepEqual([opened('turnover'), opened('vatDue'), opened('withTax')], ['turnover', 'vatDue', undefined]);
});

test('another order replaces the previous one; the default by day is omitted', () => {
  assert.deepEqual(inOrder({ q: 'a', tri: 'montant', sens: 'croissant' }, 'customer', 'DESC'), {
    q: 'a',
    tri: 'client',
  });
  assert.deepEqual(inOrder({ tri: 'montant', sens: 'croissant' }, 'emittedAt', 'DESC'), {});
});
