import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { company, consumer, type Draft, documentFixtures, seller } from '../../../test/pdf/document-fixtures.ts';
import { soleTrader } from '../../../test/pdf/examples.ts';
import { lineOf } from '../../../test/support/documents/create-line.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Line } from '../../domain/billing/document/lines/line.ts';
import { type Locale, locales } from '../../domain/billing/document/locale.ts';
import { type PrintedDocument, type PrintedTable } from './printed-document.ts';

const plainDay = '30 novembre 2026';
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const lines: readonly Line[] = [{ ...lineOf(2, 60_000, 'FR_2000'), type: 'service_delivery' }];
const goods: readonly Line[] = [{ ...lineOf(1, 10_000, 'FR_2000'), type: 'sale_of_goods', deliveryOfGoods: true }];
const totalsOf = (printed: PrintedDocument) => printed.totals.map(({ label, value }) => plain(`${label} ${value}`));
const factsOf = (printed: PrintedDocument) =>
  Object.fromEntries(printed.facts.map(({ label, value }) => [label, plain(value)]));
const rowsOf = (table: PrintedTable | undefined) => table?.rows.map((row) => row.map(plain));
const labels = (printed: PrintedDocument) => printed.table.columns.map(({ label }) => label);
const cells = (printed: PrintedDocument) =>
  printed.table.lines.map(({ cells: { quantity, unitPrice, discount, total } }) =>
    [quantity, unitPrice, discount, total].map((cell) => plain(cell ?? '')),
  );

describe('an estimate of works', () => {
  const day = 1_796_000_000;
  const fee = (amount: number, isDeducted = false) => ({ fee: { amount, isDeducted } });
  const paper = (more: object, vatCode: 'FR_2000' | 'FR_00HT' = 'FR_2000', customer = consumer) => {
    const trail = documentFixtures(seller, customer);
    const planned = { planned: [], ...more };
    const legals = { vatMention: vatCode === 'FR_2000' ? ('not_subject' as const) : ('vat_psychologist' as const) };
    const texts = { timeline: { paymentDelay: 'thirty_days', deliveryAt: day } } as const;
    const sold = [{ ...lineOf(1, 60_000, vatCode), type: 'service_delivery' as const }];
    return (locale: Locale) =>
      trail.printed(trail.made('estimate', { lines: sold, more: planned, legals, said: texts }), { locale });
  };

  test('states whether it is free or its price, when the work begins and how long it takes', () => {
    const free = factsOf(paper({})('fr'));
    assert.deepEqual([free['Établissement du devis'], free['Début ou livraison prévus']], ['Gratuit', plainDay]);
    const week = { value: 10_000, unit: 'week' };
    const paid = factsOf(paper({ ...fee(6_000, true), duration: week })('fr'));
    assert.equal(paid['Établissement du devis'], '60,00 € TTC, déduits si vous passez commande');
    assert.deepEqual([paid['Début prévu'], paid['Durée prévue']], [plainDay, '1 semaine']);
    assert.equal(paid['Début ou livraison prévus'], undefined);
  });

  test('professionals see a fee, but not that there is none; without VAT a fee is not marked as tax included', () => {
    assert.equal(factsOf(paper({}, 'FR_2000', company)('fr'))['Établissement du devis'], undefined);
    assert.equal(factsOf(paper(fee(6_000), 'FR_2000', company)('fr'))['Établissement du devis'], '60,00 € TTC');
    assert.equal(factsOf(paper(fee(6_000), 'FR_00HT')('fr'))['Établissement du devis'], '60,00 €');
  });

  test('fee, start and duration are translated in every language', () => {
    const made = paper({ ...fee(6_000, true), duration: { value: 25_000, unit: 'day' } });
    const texts = locales.map((locale) =>
      made(locale)
        .facts.slice(-3)
        .map(({ label, value }) => plain(`${label} ${value}`)),
    );
    for (const [place, locale] of locales.entries()) assert.equal(texts[place]?.length, 3, locale);
    assert.equal(new Set(texts.map((facts) => facts.join())).size, locales.length);
    assert.deepEqual(texts[locales.indexOf('de')]?.slice(1), [
      'Geplante Dauer 2,5 Tage',
      'Erstellung des Angebots 60,00 € inkl. USt., bei Auftrag angerechnet',
    ]);
  });
});

describe('a canceled document', () => {
  const trail = documentFixtures(seller, company);
  const invoice = trail.made('invoice', { lines });
  trail.credited(invoice);
  const canceled = { ...trail.now(invoice), canceledAt: 1 } as BillingDocument;

  test('states the credit note and its day, and asks for no money: no due day, no account, no code, 0.00 to pay', () => {
    const printed = trail.printed(canceled);
    assert.equal(factsOf(printed)['Annulée par'], 'l’avoir n° AV-2026-0001 du 21 novembre 2026');
    assert.equal(factsOf(printed)['Échéance'], undefined);
    assert.deepEqual(printed.payment, {
      title: 'Règlement',
      facts: [],
      note: 'Annulée par l’avoir n° AV-2026-0001 du 21\u00a0novembre\u00a02026\u00a0: il n’y a plus rien à payer.',
    });
    assert.deepEqual(totalsOf(printed), [
      'Total HT 1 200,00 €',
      'TVA 20 % 240,00 €',
      'Total TTC 1 440,00 €',
      'Avoir AV-2026-0001 −1 440,00 €',
      'Net à payer 0,00 €',
    ]);
    assert.equal(plain(printed.headline.value), '0,00 €');
    assert.ok(!printed.mentions.some(({ text }) => text.includes('pénalités')));
  });

  test('before it was canceled it asked for the full amount', () => {
    const printed = trail.printed(invoice);
    assert.deepEqual(
      [plain(printed.headline.value), totalsOf(printed).at(-1)],
      ['1 440,00 €', 'Net à payer 1 440,00 €'],
    );
    assert.ok(printed.payment?.code);
    assert.equal(factsOf(printed)['Annulée par'], undefined);
  });

  test('one whose credit note is not available states the day, in every language', () => {
    for (const locale of locales) {
      const { payment, facts } = trail.printed(canceled, { relatives: new Map(), locale });
      assert.ok(payment?.note && payment.facts.length === 0 && payment.code === undefined, locale);
      assert.match(facts[0]?.value ?? '', /1970/, locale);
    }
  });
});

describe('a test document', () => {
  test('has no payment code; the same live document has one', () => {
    const code = (test: boolean) => {
      const trail = documentFixtures(seller, company, test);
      return trail.printed(trail.made('invoice', { lines })).payment?.code;
    };
    assert.equal(code(true), undefined);
    assert.ok(code(false));
  });
});

describe('the remainder after advances', () => {
  test('is stated per rate and in total, without and with tax: 1,000.00 at 20 % and 500.00 at 5.5 %, less 40 %', () => {
    const trail = documentFixtures(seller, company);
    const two = [lineOf(1, 100_000, 'FR_2000'), lineOf(1, 50_000, 'FR_550')];
    const estimate = trail.made('estimate', { lines: two });
    trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 40 });
    const { deductions } = trail.printed(trail.finalInvoice(estimate));
    assert.deepEqual(rowsOf(deductions), [
      ['F-2026-0001', '21/11/2026', '5,5 %', '−200,00', '−11,00', '−211,00'],
      ['F-2026-0001', '21/11/2026', '20 %', '−400,00', '−80,00', '−480,00'],
      ['Solde', '', '5,5 %', '300,00', '16,50', '316,50'],
      ['Solde', '', '20 %', '600,00', '120,00', '720,00'],
      ['Solde à payer', '', '', '900,00', '136,50', '1 036,50'],
    ]);
    assert.equal(deductions?.sumsFrom, 2);
  });

  test('the share of an advance is below "Part", without a quantity', () => {
    const trail = documentFixtures(seller, company);
    const estimate = trail.made('estimate', { lines });
    const printed = trail.printed(trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 }));
    assert.ok(labels(printed).includes('Part') && !labels(printed).includes('Quantité'));
    assert.equal(plain(printed.table.lines[0]?.cells.share ?? ''), '30 %');
  });
});

describe('prices with tax', () => {
  const withTax = (quantity: number, price: number, more: Partial<Line> = {}): Line => ({
    ...lineOf(quantity, price, 'FR_2000'),
    taxIncluded: true,
    ...more,
  });
  const invoiced = (draft: Draft, customer = consumer) => {
    const trail = documentFixtures(seller, customer);
    return trail.printed(trail.made('invoice', draft));
  };

  test('620.00 with tax is shown as 620.00, and the summary states 516.67 and 103.33', () => {
    const printed = invoiced({ lines: [withTax(1, 62_000)] });
    assert.deepEqual(labels(printed).slice(-3), ['Prix unitaire TTC', 'TVA', 'Total TTC']);
    assert.deepEqual(cells(printed), [['1', '620,00', '', '620,00']]);
    assert.deepEqual(printed.table.lines[0]?.notes, []);
    assert.deepEqual(rowsOf(printed.vat), [['20 %', '516,67', '103,33', '620,00']]);
    assert.deepEqual(totalsOf(printed), ['Total TTC 620,00 €', 'Net à payer 620,00 €']);
  });

  test('discounts are shown tax included too: 3 × 100.00 less 30.00, and 10 % off the whole', () => {
    const discount = { mode: 'AMOUNT', amount: 3_000 } as const;
    const whole = { mode: 'PERCENTAGE', amount: 1_000 } as const;
    const printed = invoiced({ lines: [withTax(3, 10_000, { discount })], discount: whole });
    assert.deepEqual(cells(printed), [['3', '100,00', '30,00', '270,00']]);
    assert.deepEqual(totalsOf(printed), [
      'Total TTC avant remise 270,00 €',
      'Remise 10 % −27,00 €',
      'Total TTC 243,00 €',
      'Net à payer 243,00 €',
    ]);
    assert.deepEqual(rowsOf(printed.vat), [['20 %', '202,50', '40,50', '243,00']]);
  });

  test('a professional sees the price without tax below, to the cent; no price has more decimals than entered', () => {
    const printed = invoiced({ lines: [withTax(1, 62_000)] }, company);
    assert.deepEqual(printed.table.lines[0]?.notes, ['Prix unitaire HT\u00a0: 516,67']);
    const mixed = invoiced({ lines: [withTax(1, 62_000), lineOf(1, 84.5, 'FR_2000')] });
    assert.deepEqual(
      cells(mixed).map(([, price]) => price),
      ['516,67', '0,845'],
    );
    assert.deepEqual(mixed.table.lines[0]?.notes, ['Prix unitaire TTC\u00a0: 620,00']);
    assert.ok(labels(mixed).includes('Total HT'));
  });

  test('an advance on such an estimate, and carried-over sums, are shown tax included', () => {
    const trail = documentFixtures(seller, consumer);
    const estimate = trail.made('estimate', { lines: [withTax(1, 62_000), withTax(1, 31_000)] });
    assert.deepEqual(trail.printed(estimate).table.sums.map(plain), ['620,00', '930,00']);
    const printed = trail.printed(trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 50 }));
    assert.equal(plain(printed.table.lines[0]?.cells.total ?? ''), '465,00');
  });
});

describe('the delivery address', () => {
  const elsewhere = { line1: 'Zone du Port', zipCode: '13002', city: 'Marseille', country: 'FR' as const };
  const printedFor = (draft: Draft, deliveryAddress = elsewhere) => {
    const trail = documentFixtures(seller, { ...company, deliveryAddress } as typeof company);
    return trail.printed(trail.made('invoice', draft)).delivery;
  };

  test('an address other than the billing one is printed for goods, without a setting', () => {
    assert.deepEqual(printedFor({ lines: goods })?.lines, ['Zone du Port', '13002 Marseille']);
  });

  test('services have none, and the billing address is not repeated', () => {
    assert.equal(printedFor({ lines }), undefined);
    assert.equal(printedFor({ lines: goods }, company.billingAddress as typeof elsewhere), undefined);
    assert.deepEqual(printedFor({ lines, said: { displayDeliveryAddress: true } })?.lines.length, 2);
  });
});

describe('a document without VAT', () => {
  test('has no VAT column, even for a company that charges VAT elsewhere', () => {
    const trail = documentFixtures(seller, company);
    const legals = { vatMention: 'vat_exemption_eu_service' } as const;
    const printed = trail.printed(trail.made('invoice', { lines: [lineOf(1, 10_000, 'FR_00UE')], legals }));
    assert.deepEqual(
      printed.table.columns.map(({ key }) => key),
      ['designation', 'quantity', 'unitPrice', 'total'],
    );
    assert.equal(printed.vat, undefined);
  });

  test('if one line has VAT, each states its own rate', () => {
    const trail = documentFixtures(seller, company);
    const legals = { vatMention: 'vat_exemption_eu_service' } as const;
    const two = [lineOf(1, 10_000, 'FR_00UE'), lineOf(1, 10_000, 'FR_2000')];
    const printed = trail.printed(trail.made('invoice', { lines: two, legals }));
    assert.deepEqual(
      printed.table.lines.map(({ cells: { vat } }) => plain(vat ?? '')),
      ['0 %', '20 %'],
    );
  });
});

describe('VAT is stated once', () => {
  test('a single rate in the totals; several rates in the table, with their sum in the totals', () => {
    const trail = documentFixtures(seller, company);
    const one = trail.printed(trail.made('invoice', { lines }));
    assert.equal(one.vat, undefined);
    assert.ok(totalsOf(one).includes('TVA 20 % 240,00 €'));
    const several = trail.printed(
      trail.made('invoice', { lines: [lineOf(1, 100_000, 'FR_2000'), lineOf(1, 50_000, 'FR_550')] }),
    );
    assert.deepEqual(rowsOf(several.vat), [
      ['5,5 %', '500,00', '27,50', '527,50'],
      ['20 %', '1 000,00', '200,00', '1 200,00'],
    ]);
    assert.deepEqual(
      totalsOf(several).filter((total) => total.startsWith('TVA')),
      ['TVA 227,50 €'],
    );
  });
});

describe('a credit note', () => {
  test('has its own texts: neither notes nor terms of sale of the corrected invoice', () => {
    const trail = documentFixtures(seller, company);
    const legals = { headerNote: 'Merci de votre commande', footerNote: 'À bientôt', generalTerms: 'Article 1.' };
    const invoice = trail.made('invoice', { lines, legals });
    const texts = ({ headerNote, footerNote, terms }: PrintedDocument) => [headerNote, footerNote, terms?.text];
    assert.deepEqual(texts(trail.printed(invoice)), ['Merci de votre commande', 'À bientôt', 'Article 1.']);
    assert.deepEqual(texts(trail.printed(trail.credited(invoice))), [undefined, undefined, undefined]);
  });
});

describe('an estimate', () => {
  test('states when and how it is paid, its validity, and when the work begins', () => {
    const trail = documentFixtures(soleTrader, consumer);
    const estimate = trail.made('estimate', {
      lines: [lineOf(1, 10_000, 'FR_00HT')],
      said: { timeline: { paymentDelay: 'at_reception', deliveryAt: 1_796_000_000, validityDays: 30 } },
    });
    const printed = trail.printed(estimate);
    assert.deepEqual(
      printed.payment?.facts.map(({ label, value }) => `${label} : ${value}`),
      ['Conditions de règlement : à réception', 'Modes de règlement : virement'],
    );
    assert.equal(factsOf(printed)['Début ou livraison prévus'], '30 novembre 2026');
    assert.equal(factsOf(printed)['Valable jusqu’au'], '20 décembre 2026');
  });
});
