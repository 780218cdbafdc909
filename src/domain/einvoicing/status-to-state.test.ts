import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { buyerStatuses, buyerStatusNames } from './buyer-statuses.ts';
import type { ReceivedInvoice } from './received-invoice.ts';
import { type AskedStatus, possibleAnswers, type StatedStatus, statusToState } from './status-to-state.ts';
import type { SupplierInvoice } from './supplier-invoice.ts';

const TODAY = '2027-10-04';

/** An invoice of 1,200.00 with tax, 1,200.00 due, that a platform delivered. */
const received = (change: { type?: string; due?: number; from?: 'upload'; fault?: true } = {}) =>
  ({
    source: change.from === 'upload' ? { from: 'upload' } : { from: 'platform', flowId: 'f' },
    content: change.fault
      ? { fault: 'empty' }
      : {
          format: 'cii',
          invoice: {
            ...{ type: change.type ?? '380', currency: 'EUR' },
            totals: { total: 120_000, due: change.due ?? 120_000 },
          } as unknown as ReceivedInvoice,
        },
  }) as Pick<SupplierInvoice, 'source' | 'content'>;

const asking = (asked: AskedStatus, invoice = received(), stated: readonly StatedStatus[] = []) =>
  statusToState(invoice, asked, { stated, today: TODAY }) as Record<string, unknown>;
const stated = (code: number, amount?: number, state: StatedStatus['state'] = 'accepted'): StatedStatus => ({
  code,
  state,
  amounts: amount === undefined ? [] : [{ type: 'MPA', amount, currency: 'EUR' }],
});

describe('a status stated about a received invoice', () => {
  for (const status of buyerStatusNames) {
    const { code, reasons } = buyerStatuses[status];
    const [reason] = reasons;
    test(`${status} is ${code}, with ${reasons.length} possible reasons`, () => {
      const given = reason === undefined ? {} : { reasons: [reason] };
      assert.equal(asking({ status, ...given }).code, code);
      if (reason === undefined) {
        const refused = asking({ status, reasons: ['CMD_ERR'] });
        assert.deepEqual([refused.refused, refused.member], ['supplier_status_member', 'reasons']);
        return;
      }
      assert.equal(asking({ status }).refused, 'supplier_status_reasons');
      for (const each of reasons) assert.deepEqual(asking({ status, reasons: [each] }).reasons, [{ code: each }]);
    });
  }

  test('800.00 of 1,200.00 are approved, or no amount is said; all of it, or a day of payment, is refused', () => {
    const partly = (more: Partial<AskedStatus>) => asking({ status: 'partly_approved', reasons: ['QTE_ERR'], ...more });
    assert.deepEqual(partly({ amount: 80_000 }).amounts, [{ type: 'MAPTTC', amount: 80_000, currency: 'EUR' }]);
    assert.deepEqual(partly({}).amounts, []);
    assert.equal(partly({ amount: 120_000 }).refused, 'supplier_approved_amount');
    assert.equal(partly({ amount: 80_000, paidOn: TODAY }).refused, 'supplier_status_member');
  });

  test('an amount that was approved is no payment: 1,200.00 may still be stated as paid', () => {
    const approved: StatedStatus = {
      ...{ code: 206, state: 'accepted' },
      amounts: [{ type: 'MAPTTC', amount: 80_000, currency: 'EUR' }],
    };
    const paid = asking({ status: 'payment_sent', amount: 120_000 }, received(), [approved]);
    assert.deepEqual(paid.amounts, [{ type: 'MPA', amount: 120_000, currency: 'EUR' }]);
  });

  test('LIVR_INCOMP is a reason for a dispute, not for a refusal', () => {
    assert.equal(asking({ status: 'disputed', reasons: ['LIVR_INCOMP'] }).code, 207);
    const refused = asking({ status: 'refused', reasons: ['LIVR_INCOMP'] });
    assert.deepEqual([refused.refused, refused.reason], ['supplier_status_reasons', 'LIVR_INCOMP']);
  });

  test('the text stands with the first reason, and a reason given twice is stated once', () => {
    const { reasons } = asking({ status: 'disputed', reasons: ['QTE_ERR', 'PU_ERR', 'QTE_ERR'], text: ' 2 sur 3 ' });
    assert.deepEqual(reasons, [{ code: 'QTE_ERR', text: '2 sur 3' }, { code: 'PU_ERR' }]);
    assert.deepEqual(asking({ status: 'approved', text: 'Merci' }).reasons, [{ text: 'Merci' }]);
  });

  test('an upload, an unreadable file and a paid credit note have no such status', () => {
    const because = (asked: AskedStatus, change: Parameters<typeof received>[0]) =>
      asking(asked, received(change)).because;
    assert.equal(because({ status: 'approved' }, { from: 'upload' }), 'no_platform');
    assert.equal(because({ status: 'approved' }, { fault: true }), 'unreadable');
    assert.equal(because({ status: 'payment_sent' }, { type: '381' }), 'credit_note');
    assert.equal(asking({ status: 'approved' }, received({ type: '381' })).code, 205);
  });

  test('nothing follows a refusal, unless the platform did not accept it', () => {
    for (const status of buyerStatusNames)
      assert.equal(asking({ status }, received(), [stated(210)]).because, 'refused', status);
    assert.equal(asking({ status: 'approved' }, received(), [stated(210, undefined, 'refused')]).code, 205);
  });

  test('an approval is not stated twice in a row, but again after a dispute', () => {
    assert.equal(asking({ status: 'approved' }, received(), [stated(205)]).because, 'stated');
    assert.equal(asking({ status: 'approved' }, received(), [stated(205), stated(207)]).code, 205);
  });

  test('payments of 1,200.00: 500.00, then the 700.00 that remain, and never more', () => {
    const first = asking({ status: 'payment_sent', amount: 50_000, paidOn: '2027-10-01' });
    assert.deepEqual(first.amounts, [{ type: 'MPA', amount: 50_000, currency: 'EUR' }]);
    assert.equal(first.paidOn, '2027-10-01');
    const rest = asking({ status: 'payment_sent' }, received(), [stated(211, 50_000)]);
    assert.deepEqual([rest.amounts, rest.paidOn], [[{ type: 'MPA', amount: 70_000, currency: 'EUR' }], TODAY]);
    const more = asking({ status: 'payment_sent', amount: 70_001 }, received(), [stated(211, 50_000)]);
    assert.deepEqual([more.refused, more.most], ['supplier_payment_amount', 70_000]);
    const refusedOne = asking({ status: 'payment_sent' }, received(), [stated(211, 50_000, 'refused')]);
    assert.deepEqual(refusedOne.amounts, [{ type: 'MPA', amount: 120_000, currency: 'EUR' }]);
  });

  test('a payment of tomorrow, of nothing, or an amount with an approval is refused', () => {
    assert.equal(asking({ status: 'payment_sent', paidOn: '2027-10-05' }).member, 'paidOn');
    assert.equal(asking({ status: 'payment_sent' }, received({ due: 0 })).refused, 'supplier_payment_amount');
    assert.equal(asking({ status: 'approved', amount: 100 }).member, 'amount');
    assert.equal(asking({ status: 'approved', paidOn: TODAY }).member, 'paidOn');
  });

  test('what may be answered: seven statuses at first, none after a refusal, no payment of a credit note', () => {
    const answers = (...[change, ...all]: [Parameters<typeof received>[0], ...StatedStatus[]]) =>
      possibleAnswers(received(change), { stated: all, today: TODAY }).map(({ status }) => status);
    assert.deepEqual(answers({}), buyerStatusNames);
    assert.deepEqual(answers({}, stated(210)), []);
    assert.deepEqual(answers({ from: 'upload' }), []);
    assert.ok(!answers({ type: '381' }).includes('payment_sent'));
    assert.ok(!answers({}, stated(211, 120_000)).includes('payment_sent'));
    const [last] = possibleAnswers(received(), { stated: [stated(211, 50_000)], today: TODAY }).slice(-1);
    assert.deepEqual(last, { status: 'payment_sent', reasons: [], amount: 70_000 });
  });

  test('the 100th status is stated, the 101st is not', () => {
    const many = Array.from({ length: 99 }, (_, at) => stated(at % 2 ? 207 : 208));
    assert.equal(asking({ status: 'approved' }, received(), many).code, 205);
    assert.equal(asking({ status: 'approved' }, received(), [...many, stated(207)]).because, 'too_many');
  });
});
