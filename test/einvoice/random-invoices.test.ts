import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deductedIn } from '../../src/domain/billing/document/totals/document-figures.ts';
import { sum } from '../../src/domain/money/cents.ts';
import { amountOf, keysOf, minus, rateOfKey, taxIncluded, totalOf } from '../../src/domain/vat/breakdown.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import type { ElectronicInvoice } from '../../src/einvoice/electronic-invoice.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { fails, holds } from '../support/runner/property-runs.ts';
import { tampered } from './faulty-invoices.ts';
import { electronicProblems } from './own-rules.ts';
import { faultless, type RandomBill, randomBills } from './random-invoices.ts';
import { type ReadBack, readCii, readUbl } from './read-back.ts';

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['JPY', 'KRW', 'XPF']);
const lineProblems = (invoice: ElectronicInvoice) =>
  electronicProblems(invoice).filter(({ rule }) => rule === 'line net');

describe('random invoices, advances, final invoices and credit notes as electronic invoices', () => {
  test('in 2,000 document groups every complete document passes every rule', () => {
    const seen = new Map<string, number>();
    let lacking = 0;
    holds(randomBills(), 2_000, (bills) => {
      for (const bill of bills) {
        const { type, profile } = bill.invoice;
        for (const name of [type, profile]) seen.set(name, (seen.get(name) ?? 0) + 1);
        if (faultless(bill)) assert.deepEqual(electronicProblems(bill.invoice), []);
        else lacking++;
      }
    });
    const all = ['380', '381', '386', '503'].reduce((sofar, type) => sofar + (seen.get(type) ?? 0), 0);
    for (const name of ['380', '381', '386', '503', 'en16931', 'extended-ctc-fr'])
      assert.ok((seen.get(name) ?? 0) > 50, `only ${seen.get(name)} of ${name}`);
    assert.ok(lacking < all / 20, `${lacking} of ${all} lack something`);
  });

  test('in 500 document groups net, VAT and total read from CII and UBL match the document to the cent', () => {
    holds(randomBills(), 500, (bills) => {
      for (const each of bills) {
        agrees(each, readCii(ciiOf(each.invoice)));
        agrees(each, readUbl(ublOf(each.invoice)));
      }
    });
  });

  test('in yen, won and Pacific francs each line has its own net by its own price, with tax and discounts too', () => {
    let lines = 0;
    let missedAsEntered = 0;
    holds(randomBills(), 1_000, (bills) => {
      for (const { bill, invoice } of bills.filter((each) => WITHOUT_DECIMALS.has(each.invoice.currency))) {
        assert.deepEqual(lineProblems(invoice), []);
        lines += invoice.lines.length;
        // Negative control: at the entered price some of them miss it.
        const prices = bill.totals.lines.map(({ unitPriceNet }) => unitPriceNet);
        const asEntered = invoice.lines.map(({ baseQuantity: _, ...line }, place) => ({
          ...line,
          price: prices[place] ?? line.price,
        }));
        missedAsEntered += lineProblems({ ...invoice, lines: asEntered }).length;
      }
    });
    assert.ok(lines > 1_000 && missedAsEntered > 100, `${missedAsEntered} of ${lines}`);
  });

  test('the same document gives the same bytes', () => {
    holds(randomBills(), 50, (bills) => {
      for (const { invoice } of bills) {
        assert.equal(ciiOf(invoice), ciiOf(structuredClone(invoice)));
        assert.equal(ublOf(invoice), ublOf(structuredClone(invoice)));
      }
    });
  });

  test('negative control: a moved cent, another rate, another total and a missing note are found', () => {
    let spoilt = 0;
    holds(randomBills(), 300, (bills) => {
      // A zero line fits any rate.
      for (const { invoice } of bills.filter((each) => each.invoice.lines[0]?.net !== 0))
        for (const [how, wrong] of tampered(invoice)) {
          spoilt++;
          assert.ok(electronicProblems(wrong).length > 0, how);
        }
    });
    assert.ok(spoilt > 1_000, `only ${spoilt} were spoilt`);
  });

  test('negative control: XML with a cent less than the document is found', () => {
    const short = (bills: RandomBill[]) => {
      for (const each of bills) {
        const read = readCii(ciiOf(each.invoice));
        agrees(each, { ...read, total: read.total - 1 });
      }
    };
    assert.equal(fails(randomBills(), 50, short), true);
  });
});

/** The figures read equal the document less its deductions, by rate and in total, and add up. */
function agrees({ bill }: RandomBill, read: ReadBack): void {
  const rest = minus(bill.totals.breakdown, deductedIn(bill));
  const { net, vat } = totalOf(rest);
  assert.deepEqual(
    { number: read.number, net: read.net, tax: read.tax, total: read.total, due: read.due },
    { number: bill.sealed.number, net, tax: vat, total: taxIncluded({ net, vat }), due: taxIncluded({ net, vat }) },
  );
  assert.equal(read.net + read.tax, read.total);
  assert.equal(
    read.lines.reduce((all, line) => all + line.net, 0),
    read.net + read.allowances - read.charges,
  );
  for (const rate of new Set(keysOf(rest).map(rateOfKey))) {
    const ofRate = keysOf(rest).filter((key) => rateOfKey(key) === rate);
    const groups = read.groups.filter((group) => Number(group.rate) * 100 === rate);
    const said = { net: 0, tax: 0 };
    for (const group of groups) {
      said.net += group.net;
      said.tax += group.tax;
    }
    assert.deepEqual(said, {
      net: sum(ofRate.map((key) => amountOf(rest, key).net)),
      tax: sum(ofRate.map((key) => amountOf(rest, key).vat)),
    });
  }
}
