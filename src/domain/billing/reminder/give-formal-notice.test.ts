import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  company,
  consumer,
  type Draft,
  documentFixtures,
  NOVEMBER,
  seller,
} from '../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import type { Party } from '../../customers/party.ts';
import { cents } from '../../money/cents.ts';
import type { BillingDocument } from '../document/document.ts';
import { type FormalNoticeOptions, formalNoticeOf, giveFormalNotice } from './give-formal-notice.ts';

const DAY = 86_400;
const rate = 786 as NonNullable<FormalNoticeOptions['rate']>;

/** An invoice of 1,200.00 tax included, issued on 20 November 2026 and due on 20 December. */
const lines = [lineOf(1, 100_000, 'FR_2000')];
function invoiced(customer: Party = company, draft: Partial<Draft> = {}) {
  const trail = documentFixtures(seller, customer);
  const invoice = trail.made('invoice', { lines, ...draft });
  const noticed = (days: number, overrides: Partial<FormalNoticeOptions> = {}, of: BillingDocument = invoice) =>
    formalNoticeOf(of, { ...trail.factsOf(of), now: NOVEMBER + days * DAY }, { delayDays: 8, ...overrides });
  return { trail, invoice, noticed };
}

describe('a formal notice between professionals', () => {
  test('30 days after the due day, of 1,200.00 at 7.86 % a year: 7.75 of penalties, the 40 EUR, and eight days to pay', () => {
    // 1,200.00 × 7.86 % × 30 ÷ 365 = 7.752…
    assert.deepEqual(invoiced().noticed(60, { rate }), {
      ...{ madeOn: '2027-01-19', madeAt: NOVEMBER + 60 * DAY, delayDays: 8, payBefore: '2027-01-27' },
      ...{ dueOn: '2026-12-20', daysLate: 30, asked: 120_000, remaining: 120_000, professional: true },
      ...{ penalties: { amount: 775, rate: 786 }, lumpSum: 4_000, total: 124_775 },
    });
  });

  test('a partial payment is no longer claimed, and bears no penalties', () => {
    const { invoice, noticed } = invoiced();
    const partPaid = { ...invoice, life: { ...invoice.life, paid: cents(100_000) } };
    const notice = noticed(60, { rate }, partPaid);
    // 200.00 × 7.86 % × 30 ÷ 365 = 1.292…
    assert.ok(!('refused' in notice));
    assert.deepEqual([notice.remaining, notice.penalties?.amount, notice.total], [20_000, 129, 24_129]);
  });

  test('an unknown rate is claimed in words, without an amount; no term, no claim', () => {
    const unknown = invoiced().noticed(60);
    assert.ok(!('refused' in unknown));
    assert.deepEqual(
      [unknown.penalties, unknown.penaltiesInWords, unknown.lumpSum, unknown.total],
      [undefined, true, 4_000, 124_000],
    );
    // Such an invoice can no longer be finalized; existing ones stay as they are.
    const { invoice, noticed } = invoiced();
    const legals = { ...invoice.content.legals, latePenalty: null, lumpSumCompensation: null };
    const silent = noticed(60, { rate }, { ...invoice, content: { ...invoice.content, legals } } as typeof invoice);
    assert.ok(!('refused' in silent));
    assert.deepEqual(
      [silent.penalties, silent.penaltiesInWords, silent.lumpSum, silent.total],
      [undefined, undefined, undefined, 120_000],
    );
  });

  test('40 EUR are claimed in euros only, and not if the terms have their own wording', () => {
    const currency = { code: 'USD', base: 'EUR', rate: 1.1, origin: 'USER', at: NOVEMBER } as const;
    const own = { lumpSumCompensation: { value: 'other', otherValue: '60 €' } } as const;
    for (const each of [invoiced(company, { said: { currency } }), invoiced(company, { legals: own })]) {
      const notice = each.noticed(60, { rate });
      assert.ok(!('refused' in notice));
      assert.equal(notice.lumpSum, undefined);
    }
  });
});

test('a consumer owes neither penalties nor the lump sum, whatever rate is given', () => {
  const notice = invoiced(consumer).noticed(60, { rate, delayDays: 15 });
  assert.ok(!('refused' in notice));
  assert.deepEqual(
    [notice.professional, notice.penalties, notice.penaltiesInWords, notice.lumpSum, notice.total, notice.payBefore],
    [false, undefined, undefined, undefined, 120_000, '2027-02-03'],
  );
});

describe('no formal notice is possible', () => {
  const { trail, invoice, noticed } = invoiced();
  const without = (because: string) => ({ refused: 'formal_notice_without_cause', because });

  test('on the due day itself; it is on the day after', () => {
    assert.deepEqual(noticed(30), { ...without('not_late'), dueOn: '2026-12-20' });
    assert.ok(!('refused' in noticed(31)));
  });

  test('for a draft, a canceled or paid invoice, an offer or a credit note', () => {
    const draft = trail.drafted('invoice', { lines });
    assert.deepEqual(noticed(60, {}, draft), { refused: 'not_yet_finalized' });
    assert.deepEqual(noticed(60, {}, { ...invoice, canceledAt: NOVEMBER }), without('canceled'));
    const paid = { ...invoice, life: { ...invoice.life, paid: cents(120_000) } };
    assert.deepEqual(noticed(60, {}, paid), without('nothing_left'));
    assert.deepEqual(noticed(60, {}, trail.made('estimate', { lines })), without('other_kind'));
    assert.deepEqual(noticed(60, {}, trail.credited(invoice)), without('other_kind'));
  });
});

test('a second notice replaces the first', () => {
  const { trail, invoice } = invoiced();
  const on = (document: BillingDocument, days: number, delayDays: number) => {
    const result = giveFormalNotice(document, { ...trail.factsOf(invoice), now: NOVEMBER + days * DAY }, { delayDays });
    assert.ok(!('refused' in result));
    return result.document;
  };
  const { life, version } = on(on(invoice, 40, 8), 60, 15);
  assert.deepEqual([life.formalNotice?.madeOn, life.formalNotice?.delayDays], ['2027-01-19', 15]);
  assert.equal(version, invoice.version + 2);
});
