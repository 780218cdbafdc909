import assert from 'node:assert/strict';
import { test } from 'vitest';
import { figuresOf } from '../../../../test/einvoice/figures-of-period.ts';
import { type RandomPeriod, randomPeriods } from '../../../../test/einvoice/random-periods.ts';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { cents } from '../../money/cents.ts';
import type { ShareKey } from '../../vat/breakdown.ts';
import { addReceipt, type ReceiptSums, receiptFigures } from './receipts.ts';

// A second computation of the reports, written apart from the rules: plain tables and integers.

const PERIODS = 600;
const RATE: Readonly<Record<string, number>> = { FR_210: 210, FR_550: 550, FR_850: 850, FR_1000: 1000, FR_2000: 2000 };
const MARGIN = ['second_hand_good', 'travel_agency'];
const EXEMPT = ['vat_article_261c_cgi', 'vat_psychologist'];

/** Half away from zero. */
const rounded = (above: bigint, below: bigint): bigint => {
  const size = above < 0n ? -above : above;
  const up = (2n * size + below) / (2n * below);
  return above < 0n ? -up : up;
};

type Piece = { key: string; goods: boolean; net: bigint; vat: bigint; euroNet: bigint; euroVat: bigint };

/** The goods and the services of each key of a share of a bill. */
function piecesOf({ facts }: RandomPeriod['bills'][number], share: Record<string, any>, inEuros: Record<string, any>) {
  return Object.entries(share).flatMap(([key, { net, vat }]): Piece[] => {
    const goods = BigInt(facts.lines[key as ShareKey]?.goods ?? 0);
    const cut = (of: number) => rounded(BigInt(of) * goods, 100n);
    const own = inEuros[key];
    const [a, b, c, d] = [cut(net), cut(vat), cut(own.net), cut(own.vat)];
    return [
      { key, goods: true, net: a, vat: b, euroNet: c, euroVat: d },
      ...[{ key, goods: false, net: BigInt(net) - a, vat: BigInt(vat) - b }].map((rest) => ({
        ...rest,
        ...{ euroNet: BigInt(own.net) - c, euroVat: BigInt(own.vat) - d },
      })),
    ];
  });
}

const opposite = (of: Record<string, any>) =>
  Object.fromEntries(Object.entries(of).map(([key, { net, vat }]) => [key, { net: -net, vat: -vat }]));

type Added = Record<string, bigint>;
const add = (to: Added, name: string, amount: bigint) => {
  to[name] = (to[name] ?? 0n) + amount;
};

function salesByHand({ bills, takings }: RandomPeriod, goodsAs = 'TLB1'): Added {
  const sums: Added = {};
  for (const bill of bills.filter(({ group }) => group === 'consumer')) {
    const sign = bill.facts.kind === 'credit_note' ? -1n : 1n;
    for (const piece of piecesOf(bill, bill.facts.due, bill.facts.accountDue)) {
      const rate = RATE[piece.key];
      if (piece.key === 'disbursement') continue;
      if (piece.key === 'FR_00HT' && [...MARGIN, ...EXEMPT].includes(bill.mention)) continue;
      const category = rate === undefined ? 'TNT1' : piece.goods ? goodsAs : 'TPS1';
      const debits = category === 'TPS1' && bill.facts.onDebits ? ' debits' : '';
      const name = `${bill.on} ${bill.facts.currency} ${category}${debits}`;
      add(sums, `${name} net`, sign * piece.net);
      add(sums, `${name} vat`, sign * piece.euroVat);
      add(sums, `${name} ${rate ?? 0}`, sign * piece.net);
      add(sums, `${name} ${rate ?? 0} vat`, sign * piece.vat);
    }
  }
  for (const { on, sold, rate, amount } of takings) {
    const category = sold === 'margin' ? 'TMA1' : rate === 0 ? 'TNT1' : sold === 'goods' ? goodsAs : 'TPS1';
    const vat = rounded(BigInt(amount) * BigInt(rate), 10_000n + BigInt(rate));
    const name = `${on} EUR ${category}`;
    add(sums, `${name} net`, BigInt(amount) - vat);
    add(sums, `${name} vat`, vat);
    add(sums, `${name} ${rate}`, BigInt(amount) - vat);
    add(sums, `${name} ${rate} vat`, vat);
  }
  return sums;
}

function receiptsByHand({ bills, takings }: RandomPeriod): Added {
  const sums: Added = {};
  for (const bill of bills.filter(({ group }) => group !== 'e_invoiced'))
    for (const { on, share } of bill.payments) {
      const { due, accountDue, currency, isOfAdvance, onDebits } = bill.facts;
      const isWhole = JSON.stringify(share) === JSON.stringify(due);
      const inEuros = currency === 'EUR' ? share : isWhole ? accountDue : opposite(accountDue);
      for (const piece of piecesOf(bill, share, inEuros)) {
        const isFranchise = piece.key === 'FR_00HT' && bill.mention === 'vat_not_applicable';
        if (RATE[piece.key] === undefined && !isFranchise) continue;
        if (piece.goods ? !isOfAdvance : onDebits) continue;
        const whose = bill.group === 'international' ? `${bill.on} ${bill.number} ` : '';
        add(sums, `${whose}${on} ${RATE[piece.key] ?? 0}`, piece.euroNet + piece.euroVat);
      }
    }
  for (const { on, sold, rate, amount } of takings) if (sold === 'services') add(sums, `${on} ${rate}`, BigInt(amount));
  return sums;
}

const notZero = (sums: Added) => Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0n));

function salesByRule(period: RandomPeriod): Added {
  const sums: Added = {};
  for (const { on, currency, category, onDebits, net, vatInEuros, rates } of figuresOf(period).sales) {
    const name = `${on} ${currency} ${category}${onDebits ? ' debits' : ''}`;
    add(sums, `${name} net`, BigInt(net));
    add(sums, `${name} vat`, BigInt(vatInEuros));
    for (const each of rates) {
      add(sums, `${name} ${each.rate}`, BigInt(each.net));
      add(sums, `${name} ${each.rate} vat`, BigInt(each.vat));
    }
  }
  return notZero(sums);
}

test(`the sales of ${PERIODS} random periods equal a second computation to the cent`, () => {
  holds(randomPeriods(), PERIODS, (period) => assert.deepEqual(salesByRule(period), notZero(salesByHand(period))));
  const isBlind = !fails(randomPeriods(), 10, (period) =>
    assert.deepEqual(salesByRule(period), notZero(salesByHand(period, 'TPS1'))),
  );
  assert.equal(isBlind, false, 'a wrong category would not be noticed');
});

test(`the receipts of ${PERIODS} random periods equal a second computation to the cent`, () => {
  holds(randomPeriods(), PERIODS, (period) => {
    const sums: Added = {};
    for (const { on, invoice, rates } of figuresOf(period).figures)
      for (const { rate, amount } of rates)
        add(sums, `${invoice ? `${invoice.issuedOn} ${invoice.number} ` : ''}${on} ${rate}`, BigInt(amount));
    assert.deepEqual(notZero(sums), notZero(receiptsByHand(period)));
  });
});

test(`every cent of ${PERIODS} random periods is in a report, left out by name, or e-invoiced`, () => {
  holds(randomPeriods(), PERIODS, (period) => {
    const { sales, reported } = figuresOf(period);
    const takings = salesByHand({ ...period, bills: [] });
    const ofTakings = Object.entries(takings).reduce(
      (all, [name, net]) => (name.endsWith(' net') ? all + net : all),
      0n,
    );
    const inReport = sales.reduce((all, { net }) => all + BigInt(net), 0n) - ofTakings;
    const international = reported.reduce((all, sale) => all + BigInt(sale.international?.net ?? 0), 0n);
    const left = reported.flatMap(({ leftOut }) => leftOut).reduce((all, { net }) => all + BigInt(net), 0n);
    const documents = period.bills
      .filter(({ group }) => group !== 'e_invoiced')
      .flatMap(({ facts }) => Object.values(facts.due).map(({ net }) => (facts.kind === 'credit_note' ? -net : net)))
      .reduce((all, net) => all + BigInt(net), 0n);
    assert.equal(inReport + international + left, documents);
  });
});

test(`no report of ${PERIODS} random periods states negative receipts, and none is lost`, () => {
  holds(randomPeriods(), PERIODS, (period) => {
    const { figures, unreported } = figuresOf(period);
    const all = figures.flatMap(({ rates }) => rates);
    assert.ok(all.every(({ reported }) => reported >= 0));
    const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0);
    assert.equal(
      sum(all.map(({ reported }) => reported)) + sum(unreported.map(({ amount }) => amount)),
      sum(all.map(({ amount }) => amount)),
    );
  });
});

test('100.00 received on the 3rd, 30.00 given back on the 5th and 50.00 received on the 8th: 100.00, nothing and 20.00', () => {
  const sums: ReceiptSums = new Map();
  for (const [day, amount] of [
    ['03', 10_000],
    ['05', -3_000],
    ['08', 5_000],
  ] as const)
    addReceipt(sums, {
      from: 'payment',
      id: day,
      on: `2027-09-${day}`,
      rates: [{ rate: 2000, amount: cents(amount) }],
    });
  const { figures, unreported } = receiptFigures(sums);
  assert.deepEqual(
    figures.map(({ rates }) => rates[0]?.reported),
    [10_000, 0, 2_000],
  );
  assert.deepEqual(unreported, []);
});
