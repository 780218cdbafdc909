import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { entryProblem } from '../../src/domain/billing/document/checks/entry-limits.ts';
import { keyOf } from '../../src/domain/billing/document/lines/line.ts';
import { sectionsOf } from '../../src/domain/billing/document/totals/sections.ts';
import { type Totals, totalsOf } from '../../src/domain/billing/document/totals/totals.ts';
import { type Cents, cents, sum } from '../../src/domain/money/cents.ts';
import { exchangedSet } from '../../src/domain/money/exchange.ts';
import { proportion } from '../../src/domain/money/rounding.ts';
import { amountOf, keysOf, rateOfKey, totalOf } from '../../src/domain/vat/breakdown.ts';
import { type RandomDocument, randomDocument } from '../support/documents/random-documents.ts';
import { oracleTotals } from '../support/documents/totals-oracle.ts';
import { fails, holds } from '../support/runner/property-runs.ts';

test('lines, sections, VAT details and totals of 4,000 random documents agree to the cent', () => {
  holds(randomDocument(), 4000, (document) => {
    assert.equal(entryProblem(document), undefined);
    const totals = totalsOf(document);
    linesAgree(document, totals);
    addsUp(document, totals, sectionsOf);
    assert.equal(totals.netBeforeDiscount, sum(totals.lines.map((line) => line.net)));
    assert.equal(totals.netBeforeDiscount - totals.discount, totalOf(totals.breakdown).net);
    for (const figure of everyFigure(totals))
      assert.equal(Math.abs(figure % document.step), 0, 'a figure below the step');
    for (const key of keysOf(totals.breakdown)) {
      const ofKey = totals.lines.filter((_, place) => keyOf(document.lines[place] as never) === key);
      assert.equal(sum(ofKey.map((line) => line.netAfterDocumentDiscount)), amountOf(totals.breakdown, key).net);
    }
  });
});

test('control: sections that include the lines between them sum to too much', () => {
  const greedy: typeof sectionsOf = (lines, amounts) => {
    const titles = [...new Set(lines.flatMap(({ section }) => section ?? []))];
    return titles.flatMap((title) => {
      const [from, to] = [
        lines.findIndex((line) => line.section === title),
        lines.findLastIndex((line) => line.section === title),
      ];
      const filled = lines.map((line, place) => (place >= from && place <= to ? { ...line, section: title } : {}));
      return sectionsOf(filled, amounts);
    });
  };
  assert.equal(
    fails(randomDocument(), 1000, (document) => addsUp(document, totalsOf(document), greedy)),
    true,
  );
});

/**
 * Sections and the lines in none add up to the document before its own discount, and begin and end
 * where their headings do.
 */
function addsUp(document: RandomDocument, totals: Totals, told: typeof sectionsOf): void {
  const outside = totals.lines.filter((_, place) => document.lines[place]?.section === undefined);
  const sections = told(document.lines, totals.lines);
  assert.equal(sum([...sections, ...outside].map(({ net }) => net)), totals.netBeforeDiscount);
  assert.equal(sum([...sections, ...outside].map(({ total }) => total)), sum(totals.lines.map(({ total }) => total)));
  for (const { title, from, count, net, total } of sections) {
    const own = totals.lines.slice(from, from + count);
    assert.deepEqual([net, total], [sum(own.map((line) => line.net)), sum(own.map((line) => line.total))]);
    assert.ok(document.lines.slice(from, from + count).every(({ section }) => section === title));
    assert.notEqual(document.lines[from - 1]?.section, title);
    assert.notEqual(document.lines[from + count]?.section, title);
  }
}

test('discount and VAT of 4,000 random documents match an independent second computation', () => {
  holds(randomDocument(), 4000, agreesWithOracle);
});

test('discount and VAT stay exact for billions, beyond the precision of floating-point numbers', () => {
  holds(fc.tuple(randomDocument(), fc.integer({ min: 1000, max: 80_000 })), 1000, ([document, factor]) => {
    const lines = document.lines.map((line) => ({
      ...line,
      unitPrice: (line.unitPrice * factor) as typeof line.unitPrice,
    }));
    if (entryProblem({ ...document, lines }) === undefined) agreesWithOracle({ ...document, lines });
  });
});

test('the figures of 1,000 random documents agree in another currency too', () => {
  const rate = fc.oneof(
    fc.constantFrom(655.957, 119.331742, 1.95583, 0.85),
    fc.double({ min: 1e-4, max: 1e4, noNaN: true }),
  );
  holds(fc.tuple(randomDocument(), rate, fc.constantFrom<1 | 100>(1, 100)), 1000, ([document, rate, step]) => {
    const { breakdown } = totalsOf(document);
    const vat = keysOf(breakdown).map((key) => amountOf(breakdown, key).vat);
    const set = exchangedSet({ net: totalOf(breakdown).net, vat }, { rate, step });
    assert.equal(set.net + sum(set.vat), set.total);
    assert.equal(set.vat.length, vat.length);
  });
});

test('control: VAT rounded per line does not sum to the VAT of the document', () => {
  const rounding = (document: RandomDocument) => {
    const totals = totalsOf(document);
    linesAgree(document, {
      ...totals,
      lines: totals.lines.map((line, place) => {
        const rate = rateOfKey(keyOf(document.lines[place] as never));
        return { ...line, vat: proportion(line.net, rate, 10_000, document.step) };
      }),
    });
  };
  assert.equal(fails(randomDocument(), 1000, rounding), true);
});

/** Without a document discount, the lines of every key add up to it, tax excluded and VAT. */
function linesAgree(document: RandomDocument, { lines, breakdown }: Totals): void {
  for (const line of lines) {
    assert.equal(line.net + line.vat, line.total);
    assert.equal(line.netBeforeDiscount - line.discount, line.net);
  }
  if (document.discount) return;
  for (const key of keysOf(breakdown)) {
    const ofKey = lines.filter((_, place) => keyOf(document.lines[place] as never) === key);
    const together = { net: sum(ofKey.map((line) => line.net)), vat: sum(ofKey.map((line) => line.vat)) };
    assert.deepEqual(together, amountOf(breakdown, key));
  }
}

const everyFigure = ({ lines, breakdown, netBeforeDiscount, discount }: Totals): Cents[] => [
  ...lines.flatMap((line) => [line.net, line.vat, line.discount, line.netAfterDocumentDiscount]),
  ...keysOf(breakdown).flatMap((key) => [amountOf(breakdown, key).net, amountOf(breakdown, key).vat]),
  netBeforeDiscount,
  cents(discount),
];

function agreesWithOracle(document: RandomDocument): void {
  const totals = totalsOf(document);
  const oracle = oracleTotals(document);
  assert.deepEqual(
    totals.lines.map((line) => [line.net, line.vat, line.discount, line.netAfterDocumentDiscount]),
    oracle.lines.map((line) => [line.net, line.vat, line.discount, line.netAfter].map(Number)),
  );
  assert.equal(keysOf(totals.breakdown).length, oracle.breakdown.size);
  for (const [key, { net, vat }] of oracle.breakdown) {
    assert.deepEqual(totals.breakdown[key as never], { net: Number(net), vat: Number(vat) });
  }
}
