import assert from 'node:assert/strict';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, test } from 'vitest';
import type { ReadInvoice, ReceivedInvoice, ReceivedParty } from '../../src/domain/einvoicing/received-invoice.ts';
import type { VatTreatment } from '../../src/domain/vat/vat-treatment.ts';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import type { Buyer, ElectronicInvoice, Seller } from '../../src/einvoice/electronic-invoice.ts';
import { profileIds } from '../../src/einvoice/profile.ts';
import { readInvoice } from '../../src/einvoice/read/read-invoice.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { holdsAsync } from '../support/runner/property-runs.ts';
import { seeded } from '../support/runner/seeded-random.ts';
import { examples } from './examples.ts';
import { randomBills } from './random-invoices.ts';

// The readers mirror the writers: what is written as CII or UBL is read back equal, to the cent.

const read = (text: string): Promise<ReadInvoice> => readInvoice(Buffer.from(text));
const invoiceIn = (result: ReadInvoice): ReceivedInvoice => {
  assert.ok('invoice' in result, JSON.stringify(result));
  return result.invoice;
};
const faultIn = (result: ReadInvoice): string => ('fault' in result ? result.fault : 'read');

const exampleInvoices = (): [string, ElectronicInvoice][] =>
  Object.entries(examples).map(([name, make]) => {
    const { bill, made } = make();
    return [name, electronicInvoiceOf(bill, made.around())];
  });
const usual = (): ElectronicInvoice => exampleInvoices().find(([name]) => name === 'invoice-usual')?.[1] as never;

describe('a written invoice', () => {
  test('in 100 random document groups is read back equal from CII and from UBL', async () => {
    const seen = new Set<string>();
    await holdsAsync(randomBills(), 100, async (bills) => {
      for (const { invoice } of bills) {
        seen.add(invoice.type);
        assert.deepEqual(invoiceIn(await read(ciiOf(invoice))), expected(invoice, 'cii'));
        assert.deepEqual(invoiceIn(await read(ublOf(invoice))), expected(invoice, 'ubl'));
      }
    });
    assert.deepEqual([...seen].sort(), ['380', '381', '386', '503']);
  });

  test('of every example is read back equal from CII, from UBL and from a PDF that embeds it', async () => {
    for (const [name, invoice] of exampleInvoices()) {
      assert.deepEqual(invoiceIn(await read(ciiOf(invoice))), expected(invoice, 'cii'), name);
      assert.deepEqual(invoiceIn(await read(ublOf(invoice))), expected(invoice, 'ubl'), name);
    }
    const invoice = usual();
    const inPdf = await readInvoice(await pdfWith({ 'factur-x.xml': ciiOf(invoice) }));
    assert.ok('invoice' in inPdf && inPdf.format === 'facturx', JSON.stringify(inPdf));
    assert.deepEqual(inPdf.invoice, expected(invoice, 'cii'));
  });

  test('negative control: every figure that is changed by a digit changes what is read', async () => {
    let changed = 0;
    for (const [name, invoice] of exampleInvoices().filter(([, { lines }]) => lines.length < 8))
      for (const xml of [ciiOf(invoice), ublOf(invoice)]) {
        const before = JSON.stringify(await read(xml));
        for (const { index, 0: figure } of xml.matchAll(/>-?\d+\.\d+</g)) {
          const digit = figure.at(-2) === '7' ? '6' : '7';
          const at = index + figure.length - 2;
          const altered = `${xml.slice(0, at)}${digit}${xml.slice(at + 1)}`;
          assert.notEqual(
            JSON.stringify(await read(altered)),
            before,
            `${name}: ${figure} in ${xml.slice(index - 60, index)}`,
          );
          changed += 1;
        }
      }
    assert.ok(changed > 300, `only ${changed} figures`);
  });
});

describe('a file that is not an invoice', () => {
  const xml = ciiOf(usual());

  test('is told apart: empty, text, other XML, PDF without invoice, broken PDF, unknown encoding', async () => {
    assert.equal(faultIn(await read('')), 'empty');
    assert.equal(faultIn(await read('Bonjour')), 'unknown_format');
    assert.equal(faultIn(await read('<html/>')), 'not_an_invoice');
    assert.equal(faultIn(await read('<Invoice xmlns="urn:other"/>')), 'not_an_invoice');
    assert.equal(faultIn(await readInvoice(await pdfWith({}))), 'pdf_without_invoice');
    assert.equal(faultIn(await read('%PDF-1.7\nnothing')), 'pdf_unreadable');
    assert.equal(faultIn(await read(xml.replace('UTF-8', 'EBCDIC-FR'))), 'encoding');
    assert.equal(faultIn(await readInvoice(Buffer.from(xml.replace('TVA', 'T\u00c9'), 'latin1'))), 'encoding');
  });

  test('with a document type, 65 nested elements or 500,001 elements is refused, and expands nothing', async () => {
    const lol = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>';
    assert.equal(faultIn(await read(lol)), 'document_type');
    assert.equal(faultIn(await read('<a>'.repeat(65))), 'too_deep');
    assert.equal(faultIn(await read(`<a>${'<b/>'.repeat(500_001)}</a>`)), 'too_large');
  });

  test('names the missing or unreadable term', async () => {
    const without = (name: string) => read(xml.replaceAll(new RegExp(`<ram:${name}[ >].*</ram:${name}>`, 'g'), ''));
    assert.deepEqual(await without('InvoiceCurrencyCode'), { fault: 'field_missing', term: 'BT-5' });
    assert.deepEqual(await without('GrandTotalAmount'), { fault: 'field_missing', term: 'BT-112' });
    const day = await read(xml.replace(/format="102">\d{8}</, 'format="102">20260231<'));
    assert.deepEqual(day, { fault: 'field_unreadable', term: 'BT-2' });
    const amount = await read(xml.replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1,200.00'));
    assert.deepEqual(amount, { fault: 'field_unreadable', term: 'BT-112' });
  });

  test('an amount with three decimals is rounded to the cent, and the invoice says so', async () => {
    const half = xml.replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>100.005');
    const invoice = invoiceIn(await read(half));
    assert.deepEqual([invoice.totals.total, invoice.isRounded], [10_001, true]);
  });

  test('cut or altered at any place it gives a fault or an invoice, and never an exception', async () => {
    const { next: random } = seeded(38);
    let faults = 0;
    for (const whole of [Buffer.from(xml), Buffer.from(ublOf(usual()))])
      for (let time = 0; time < 150; time++) {
        const spoilt = Buffer.from(time % 3 === 0 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole);
        for (let byte = 0; byte < 4 && spoilt.length > 0; byte++)
          spoilt[Math.floor(random() * spoilt.length)] = Math.floor(random() * 256);
        if ('fault' in (await readInvoice(spoilt))) faults += 1;
      }
    assert.ok(faults > 100, `only ${faults}`);
  });
});

async function pdfWith(files: Record<string, string>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  for (const [name, text] of Object.entries(files)) await pdf.attach(Buffer.from(text), name, { mimeType: 'text/xml' });
  return pdf.save();
}

/** What reading must return. Where a syntax cannot say something, that is left out. */
function expected(invoice: ElectronicInvoice, syntax: 'cii' | 'ubl'): ReceivedInvoice {
  const { totals, payment, delivery } = invoice;
  const isCredit = invoice.type === '381' || invoice.type === '503';
  const isExtended = invoice.profile === 'extended-ctc-fr';
  const noteText = (text: string) => said(syntax === 'ubl' ? text.replaceAll(/#(?=[A-Z]{3}#)/g, '# ') : text);
  const treatment = (vat: VatTreatment, withReason: boolean) => ({
    category: vat.category,
    ...(vat.category !== 'O' && { rate: vat.rate }),
    ...(withReason && vat.reason && { reason: vat.reason }),
  });
  return some({
    number: invoice.number,
    issuedOn: invoice.issuedOn,
    type: invoice.type,
    currency: invoice.currency,
    vatPoint: invoice.vatPoint,
    dueOn: syntax === 'ubl' && isCredit ? undefined : invoice.dueOn,
    orderNumber: invoice.orderNumber && said(invoice.orderNumber),
    paymentTerms: invoice.paymentTerms,
    process: invoice.process,
    profile: profileIds[invoice.profile],
    delivery: delivery && some({ on: delivery.on, address: delivery.address && some(texts(delivery.address)) }),
    payment: payment && {
      ...some({ code: payment.code, text: said(payment.text), reference: payment.reference }),
      accounts: payment.account ? [some(payment.account)] : [],
    },
    notes: invoice.notes.map(({ subject, text }) => some({ subject, text: subject ? said(text) : noteText(text) })),
    preceding: invoice.preceding.map((each) => some(each)),
    seller: partyOf(invoice.seller),
    buyer: partyOf(invoice.buyer),
    adjustments: invoice.adjustments.map(({ vat, ...each }) => ({ ...each, vat: treatment(vat, isExtended) })),
    totals: {
      ...some({ lines: totals.lines, allowances: totals.allowances, charges: totals.charges, net: totals.net }),
      tax: totals.tax,
      ...(totals.taxInEuros !== undefined && { accountingTax: { currency: 'EUR', amount: totals.taxInEuros } }),
      ...{ total: totals.total, prepaid: totals.prepaid ?? 0, rounding: 0, due: totals.due },
    },
    breakdown: invoice.breakdown.map(({ vat, net, tax }) => ({ vat: treatment(vat, true), net, tax })),
    lines: invoice.lines.map(({ vat, note, name, description, reference, quantity, price, baseQuantity, ...line }) =>
      some({
        ...line,
        ...{ note: note && noteText(note), name: said(name), reference },
        ...{ description: description && said(description), quantity: decimal(quantity, 4), price: decimal(price, 6) },
        baseQuantity: baseQuantity && decimal(baseQuantity, 4),
        vat: treatment(vat, isExtended),
      }),
    ),
  }) as unknown as ReceivedInvoice;
}

function partyOf({ establishment, contact, address, ...party }: Seller | Buyer): ReceivedParty {
  return some({
    ...texts(party),
    ids: establishment ? [establishment] : [],
    address: some(texts(address)),
    contact: contact && some(texts(contact)),
  }) as unknown as ReceivedParty;
}

/** A text as XML can carry it, without blanks around it. */
const said = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .trim();

const texts = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? said(value) : value]),
  );

/** Without members that are undefined. */
const some = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Integer arithmetic, independent of the writer and the reader. */
function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`;
}
