import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cents } from '../money/cents.ts';
import { type MicroSocial, microSocialByDefault } from './micro-social.ts';
import { ratesOn } from './micro-social-rates.ts';
import { declarationBoxes, declarationPeriodOn, declarationTotals } from './urssaf-declaration.ts';

const situation = (said: Partial<MicroSocial> = {}): MicroSocial => ({ ...microSocialByDefault, ...said });
const received = (nature: 'bic_goods' | 'bic_services' | 'bnc', amount: number, vat = 0) => ({
  natures: [{ nature, amount: cents(amount), vat: cents(vat) }],
});
const boxOf = (totals: ReturnType<typeof received>, to: string, said?: Partial<MicroSocial>) => {
  const [box] = declarationBoxes(totals, { to }, situation(said));
  assert.ok(box);
  return box;
};

describe('the periods', () => {
  test('the quarter of 15 November 2026 ends on 31 December and is declared until 31 January 2027', () => {
    assert.deepEqual(declarationPeriodOn('2026-11-15', 'quarterly'), {
      ...{ from: '2026-10-01', to: '2026-12-31', opensOn: '2027-01-01', dueOn: '2027-01-31' },
    });
  });

  test('January 2028 is declared until 29 February, the first quarter until 30 April', () => {
    assert.equal(declarationPeriodOn('2028-01-31', 'monthly').dueOn, '2028-02-29');
    assert.equal(declarationPeriodOn('2028-03-31', 'quarterly').dueOn, '2028-04-30');
  });
});

describe('the rates', () => {
  test('service-public.gouv.fr: 3,500.00 of goods pay 430.50 of contributions', () => {
    const { declared, contributions, training } = boxOf(received('bic_goods', 350_000), '2026-12-31');
    assert.deepEqual([declared, contributions, training], [350_000, 43_050, 350]);
  });

  test('professional services pay 24.6 % in 2025 and 25.6 % in 2026, with the Cipav 23.2 %', () => {
    const rate = (on: string, said?: Partial<MicroSocial>) => ratesOn(on, 'bnc', situation(said))?.contributions;
    assert.deepEqual([rate('2025-12-31'), rate('2026-01-31')], [2_460, 2_560]);
    assert.equal(rate('2026-03-31', { pensionFund: 'cipav' }), 2_320);
    assert.equal(rate('2024-12-31'), undefined);
  });

  test('with the Acre, goods pay 6.2 % or 9.3 %, and the full rate in the period after its last day', () => {
    const rate = (to: string, acre: MicroSocial['acre']) =>
      ratesOn(to, 'bic_goods', situation({ acre, acreUntil: '2026-09-30' }))?.contributions;
    assert.deepEqual([rate('2026-09-30', 'half'), rate('2026-09-30', 'quarter')], [620, 930]);
    assert.equal(rate('2026-12-31', 'half'), 1_230);
  });

  test('with the Acre, the Cipav keeps 13.4 % in 2026 and 13.9 % in 2025 instead of half of 23.2 %, and 17.4 % of a quarter', () => {
    const rate = (to: string, acre: MicroSocial['acre'], nature: 'bnc' | 'bic_services' = 'bnc') =>
      ratesOn(to, nature, situation({ acre, acreUntil: '2026-12-31', pensionFund: 'cipav' }))?.contributions;
    assert.deepEqual([rate('2026-03-31', 'half'), rate('2025-12-31', 'half')], [1_340, 1_390]);
    assert.equal(rate('2026-12-31', 'quarter'), 1_740);
    assert.deepEqual([rate('2026-12-31', 'none'), rate('2027-03-31', 'half')], [2_320, 2_320]);
    assert.equal(rate('2026-03-31', 'half', 'bic_services'), 1_060);
  });

  test('a craft business pays 0.3 % to training, and 1.7 % of income tax if it chose so', () => {
    const box = boxOf(received('bic_services', 100_000), '2026-12-31', { isCraft: true, paysIncomeTax: true });
    assert.deepEqual([box.contributions, box.training, box.incomeTax], [21_200, 300, 1_700]);
  });
});

describe('the boxes', () => {
  test('1,200.49 with 200.08 of VAT are 1,000.41 of turnover, declared as 1,000', () => {
    const { received: turnover, declared } = boxOf(received('bnc', 120_049, 20_008), '2026-12-31');
    assert.deepEqual([turnover, declared], [100_041, 100_000]);
    assert.equal(boxOf(received('bnc', 100_050), '2026-12-31').declared, 100_100);
  });

  test('a quarter in which 50.00 more went back than came in declares 0', () => {
    const boxes = declarationBoxes(received('bnc', -5_000), { to: '2026-12-31' }, situation());
    assert.deepEqual(declarationTotals(boxes), { received: -5_000, declared: 0, due: 0, left: -5_000 });
  });

  test('of 2,000.00 of goods and 1,000.00 of professional services, 506.00 are due and 2,494.00 are left', () => {
    const natures = [received('bic_goods', 200_000), received('bnc', 100_000)].flatMap((each) => each.natures);
    const boxes = declarationBoxes({ natures }, { to: '2026-12-31' }, situation());
    // 246.00 and 256.00 of contributions, 2.00 and 2.00 for training.
    assert.deepEqual(declarationTotals(boxes), { received: 300_000, declared: 300_000, due: 50_600, left: 249_400 });
  });
});
