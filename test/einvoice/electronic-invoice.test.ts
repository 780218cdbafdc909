import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Advance, CreditNote, Estimate, Finalized, Invoice } from '../../src/domain/billing/document/document.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import type { TenThousandths } from '../../src/domain/money/ten-thousandths.ts';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import type { ElectronicInvoice } from '../../src/einvoice/electronic-invoice.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { family } from './document-group.ts';
import { company, franchised, germanCompany, MONDAY, workshop } from './example-companies.ts';
import { type Example, examples } from './examples.ts';

describe('an electronic invoice states', () => {
  test('its type: 380 invoice, 386 advance, 381 credit note, 503 credit note of an advance', () => {
    const types = ['invoice-usual', 'advance-on-estimate', 'credit-note-whole', 'credit-note-of-advance'].map(
      (name) => electronic(name).type,
    );
    assert.deepEqual(types, ['380', '386', '381', '503']);
  });

  test('what is sold: S services, B goods, M both; 4 after advances', () => {
    const sold = (name: string) => electronic(name).process;
    assert.equal(sold('invoice-usual'), 'S1');
    assert.equal(sold('invoice-overseas'), 'M1');
    assert.equal(sold('invoice-export'), 'B1');
    assert.equal(sold('final-invoice'), 'M4');
    assert.equal(sold('advance-on-estimate'), 'M1');
  });

  test('when VAT is due: on payment for services and advances, on delivery for goods, nothing for both', () => {
    assert.equal(electronic('invoice-usual').vatPoint, 'payment');
    assert.equal(electronic('credit-note-of-advance').vatPoint, 'payment');
    assert.equal(electronic('invoice-returns').vatPoint, 'delivery');
    assert.equal(electronic('invoice-goods-and-services').vatPoint, undefined);
    assert.equal(electronic('invoice-franchise').vatPoint, undefined);
  });

  test('30 % and 20 % advances of an estimate of 11,088.16: each deduction by rate, and the amount due', () => {
    const { bill, made } = example('final-invoice');
    const invoice = electronicInvoiceOf(bill, made.around());
    const deducted = invoice.lines.filter(({ net }) => net < 0);
    assert.deepEqual(
      deducted.map(({ name, quantity }) => [name, quantity]),
      [
        ['Acompte déduit F-2026-0001 – 10 %', -10_000],
        ['Acompte déduit F-2026-0001 – 20 %', -10_000],
        ['Acompte déduit F-2026-0002 – 10 %', -10_000],
        ['Acompte déduit F-2026-0002 – 20 %', -10_000],
      ],
    );
    assert.deepEqual(invoice.preceding, [
      { number: 'F-2026-0001', issuedOn: '2026-03-03' },
      { number: 'F-2026-0002', issuedOn: '2026-03-04' },
    ]);
    const json = made.json(bill) as { total: { remainingAmountWithTax: number; remainingAmountWithoutTax: number } };
    assert.equal(invoice.totals.total, json.total.remainingAmountWithTax);
    assert.equal(invoice.totals.net, json.total.remainingAmountWithoutTax);
  });

  test('goods of an estimate as goods in its advance, its deduction and its credit note', () => {
    const made = family({ settings: workshop, customer: germanCompany, now: MONDAY });
    const table = { ...lineOf(1, 90_000, 'FR_00UE'), deliveryOfGoods: true };
    const estimate = made.estimate({
      lines: [table],
      said: (usual) => ({ ...usual, legals: { ...usual.legals, vatMention: 'vat_exemption_eu_sale' } }),
    }) as Finalized<Estimate>;
    const advance = made.advance(estimate, { mode: 'PERCENTAGE', percentage: 40 }) as Finalized<Advance>;
    const final = made.finalInvoice(estimate) as Finalized<Invoice>;
    const credit = made.creditNote(advance) as Finalized<CreditNote>;
    for (const bill of [advance, final, credit]) {
      const { breakdown } = electronicInvoiceOf(bill, made.around());
      assert.deepEqual(
        breakdown.map(({ vat }) => vat.category),
        ['K'],
      );
    }
  });

  test('the order number of the customer; an estimate is named in a note', () => {
    assert.equal(electronic('advance-on-purchase-order').orderNumber, 'BC-2026-0001');
    const { orderNumber, notes } = electronic('advance-on-estimate');
    assert.equal(orderNumber, undefined);
    assert.deepEqual(notes[0], { text: 'Devis D-2026-0001 du 02/03/2026' });
  });

  test('a seller under the franchise by SIREN, and one outside the scope of VAT by number as a registration', () => {
    const franchise = electronic('invoice-franchise').seller;
    assert.deepEqual([franchise.vatNumber, franchise.taxRegistration], [undefined, '732829320']);
    const outside = electronic('invoice-outside-scope').seller;
    assert.deepEqual([outside.vatNumber, outside.taxRegistration], [undefined, 'FR44732829320']);
  });

  test('a discount of 3.33 % of 742.45 once per rate for three rates: 19.98, 1.00 and 3.74 of 24.72', () => {
    const { adjustments } = electronic('invoice-document-discount');
    assert.deepEqual(
      adjustments.map(({ vat, charge, amount }) => [vat.rate, charge, amount]),
      [
        [2000, false, 1_998],
        [550, false, 100],
        [1000, false, 374],
      ],
    );
  });

  test('for a consumer that recovery costs apply between professionals', () => {
    const { notes } = electronic('invoice-exempt-care');
    assert.match(notes.find(({ subject }) => subject === 'PMT')?.text ?? '', /sans objet/);
    assert.match(electronic('invoice-usual').notes.find(({ subject }) => subject === 'PMT')?.text ?? '', /40 €/);
  });

  test('VAT of an invoice in Swiss francs in euros too, converted as in the API', () => {
    const { bill, made } = example('invoice-swiss-francs');
    const { total } = made.json(bill) as { total: { convertedAmounts: { vatDetails: { amount: number }[] } } };
    const inEuros = total.convertedAmounts.vatDetails.reduce((all, { amount }) => all + amount, 0);
    assert.equal(electronicInvoiceOf(bill, made.around()).totals.taxInEuros, inEuros);
  });

  test('for an intra-EU supply without delivery data: the invoice date and the billing address', () => {
    const made = family({ settings: workshop, customer: germanCompany, now: MONDAY });
    const bill = made.invoice({
      lines: [{ ...lineOf(1, 90_000, 'FR_00UE'), deliveryOfGoods: true }],
      said: (usual) => ({ ...usual, legals: { ...usual.legals, vatMention: 'vat_exemption_eu_sale' } }),
    }) as Finalized<Invoice>;
    const { delivery } = electronicInvoiceOf(bill, made.around());
    assert.deepEqual([delivery?.on, delivery?.address?.city], ['2026-03-02', 'Köln']);
  });

  test('that a test document is OUTOFSCOPE', () => {
    const { notes } = electronic('invoice-of-test-account');
    assert.equal(notes.find(({ subject }) => subject === 'BAR')?.text, 'OUTOFSCOPE');
  });

  test('no user note in UBL as if it were a legal one', () => {
    const xml = ublOf(electronic('invoice-hostile-text'));
    assert.equal(xml.match(/#PMT#/g)?.length, 1);
    assert.equal(xml.match(/#BAR#/g)?.length, 1);
  });
});

describe('the profile', () => {
  const two = [lineOf(1, 60_000, 'FR_00HT'), lineOf(1, 3_000, 'FR_00HT', { disbursement: true })];

  test('is EN 16931, except for two reasons of one exemption or lines beside out-of-scope ones', () => {
    assert.equal(electronic('invoice-disbursements').profile, 'en16931');
    assert.equal(electronic('invoice-outside-scope').profile, 'en16931');
    assert.equal(electronic('invoice-franchise-disbursement').profile, 'extended-ctc-fr');
    assert.equal(electronic('invoice-outside-scope-and-charged').profile, 'extended-ctc-fr');
  });

  test('is EN 16931 in yen with both reasons in one, as rounding to the yen exceeds the extension', () => {
    const made = family({ settings: workshop, customer: company, now: MONDAY });
    const bill = made.invoice({
      // 20 % of 1,002 yen is 200.4 yen, stated as 200.
      lines: [...two.map(inYen), lineOf(1, 100_200, 'FR_2000')],
      said: (usual) => ({
        ...usual,
        currency: { code: 'JPY', base: 'EUR', rate: 171.37, origin: 'USER', at: MONDAY },
        legals: { ...usual.legals, vatMention: 'vat_article_261c_cgi' },
      }),
    }) as Finalized<Invoice>;
    const { profile, breakdown } = electronicInvoiceOf(bill, made.around());
    assert.equal(profile, 'en16931');
    assert.deepEqual(
      breakdown.map(({ vat, net }) => [vat.category, net, vat.reason?.text]),
      [
        ['E', 6_300_000, 'Exonération de TVA, art. 261 C du CGI ; Débours, art. 267-II-2° du CGI'],
        ['S', 100_200, undefined],
      ],
    );
  });

  test('is the extension for the same lines in euros', () => {
    const made = family({ settings: franchised, customer: company, now: MONDAY });
    const bill = made.invoice({ lines: two }) as Finalized<Invoice>;
    assert.equal(electronicInvoiceOf(bill, made.around()).profile, 'extended-ctc-fr');
  });
});

const inYen = (line: Line): Line => ({ ...line, unitPrice: (line.unitPrice * 100) as TenThousandths });

function example(name: string): Example {
  const make = examples[name];
  if (!make) throw new Error(`there is no example ${name}`);
  return make();
}

function electronic(name: string): ElectronicInvoice {
  const { bill, made } = example(name);
  return electronicInvoiceOf(bill, made.around());
}
