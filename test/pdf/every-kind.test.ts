import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { BillingDocument } from '../../src/domain/billing/document/document.ts';
import { kinds as allKinds } from '../../src/domain/billing/document/kind.ts';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { themes } from '../../src/domain/themes/themes.ts';
import { wordsOf } from '../../src/pdf/locales/index.ts';
import { billingToJson } from '../../src/schemas/billing/document/document-to-json.ts';
import { company, consumer, documentFixtures, seller } from './document-fixtures.ts';
import { manyLines } from './examples.ts';
import { plainSpaces, readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';

type Trail = ReturnType<typeof documentFixtures>;

describe('every document kind in every language', () => {
  const kinds = (trail: Trail): Record<string, BillingDocument> => {
    const lines = manyLines(4);
    const estimate = trail.made('estimate', { lines });
    const order = trail.made('purchase_order', { lines });
    const advance = trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
    const finalInvoice = trail.finalInvoice(estimate);
    const invoice = trail.made('invoice', { lines });
    const creditNote = trail.credited(invoice);
    return {
      estimate,
      order,
      advance,
      finalInvoice,
      invoice,
      creditNote,
      ofAdvance: trail.credited(trail.advance(order, { mode: 'AMOUNT', amount: 1000 as never })),
    };
  };

  test('the fixtures cover every document kind', () => {
    const tried = Object.values(kinds(documentFixtures(seller, company))).map(({ kind }) => kind);
    assert.deepEqual([...new Set(tried)].sort(), allKinds.toSorted());
  });

  for (const locale of locales)
    test(`${locale}: each document shows its title, number and total in its language`, async () => {
      const trail = documentFixtures(seller, company);
      const words = wordsOf[locale];
      for (const [name, document] of Object.entries(kinds(trail))) {
        const printed = trail.printed(document, { locale, theme: themes.registre });
        const { pages } = await readPdf(cachedTypesetter.set({ printed }));
        const text = pages.join('\n');
        const heading = name === 'finalInvoice' ? words.finalInvoice : words.kinds[document.kind];
        assert.ok(text.includes(heading), `${locale} ${name}: ${heading}`);
        assert.ok(text.includes(document.sealed?.number ?? 'no number'), `${locale} ${name}`);
        const due = printed.totals.find(({ weight }) => weight === 'due');
        assert.ok(text.includes(plainSpaces(due?.value ?? 'no total')), `${locale} ${name}: ${due?.value}`);
        assert.doesNotMatch(text, /undefined|NaN|\[object/);
      }
    });

  for (const theme of Object.values(themes))
    test(`${theme.name}: each document kind fits on the page, with its total and customer`, async () => {
      const trail = documentFixtures(seller, company);
      for (const [name, document] of Object.entries(kinds(trail))) {
        const printed = trail.printed(document, { theme });
        const { pages } = await readPdf(cachedTypesetter.set({ printed }));
        const text = pages.join('\n');
        const due = printed.totals.find(({ weight }) => weight === 'due');
        assert.ok(text.includes(plainSpaces(due?.value ?? 'no total')), `${theme.name} ${name}`);
        for (const said of [printed.customer.name, ...printed.customer.lines, ...printed.emitter.details])
          assert.ok(text.includes(plainSpaces(said)), `${theme.name} ${name}: ${said}`);
        for (const { label, value } of printed.facts) {
          assert.ok(text.includes(plainSpaces(label)), `${theme.name} ${name}: ${label}`);
          const found = text.replaceAll(/\s+/g, '');
          assert.ok(found.includes(value.replaceAll(/\s+/g, '')), `${theme.name} ${name}: ${value}`);
        }
      }
    });

  test('every amount of an invoice in the API is printed, in reading order', async () => {
    const trail = documentFixtures(seller, company);
    const invoice = trail.made('invoice', { lines: manyLines(30), discount: { mode: 'PERCENTAGE', amount: 750 } });
    const json = billingToJson({ document: invoice, facts: trail.factsOf(invoice) }, new Map(), {
      language: 'fr',
      serviceName: 'Facturier',
      publicUrl: 'https://facturier.example',
    } as never) as unknown as Told;
    const { pages } = await readPdf(cachedTypesetter.set({ printed: trail.printed(invoice) }));
    const body = pages.join('\n');
    const { total } = json;
    const expected = [
      ...json.lines.flatMap((line) => [line.unitPriceHT, line.priceWithoutTaxAfterDiscount]),
      ...total.vatDetails.map(({ amount }) => amount),
      total.amountWithoutTaxBeforeDiscount,
      total.discountAmount,
      total.amountWithoutTaxAfterDiscount,
      total.vatDetails.reduce((sum, { amount }) => sum + amount, 0),
      total.amountWithTaxAfterDiscount,
      total.remainingAmountWithTax,
    ];
    assert.ok(expected.length > 60);
    assert.deepEqual(missingInOrder(body, expected), []);
    assert.notDeepEqual(missingInOrder(body, expected.with(7, 123_456_789)), []);
    assert.notDeepEqual(missingInOrder(body, expected.toReversed()), []);
  });

  test('drafts, test documents and cancelled documents are marked across every page', async () => {
    const trail = documentFixtures(seller, company);
    const onTrial = documentFixtures(seller, company, true);
    const real = trail.made('invoice', { lines: manyLines(90) });
    const cases = [
      [trail.printed(trail.drafted('invoice', { lines: manyLines(90) })), 'Brouillon'],
      [onTrial.printed(onTrial.made('invoice', { lines: manyLines(90) })), 'Test – sans valeur'],
      [trail.printed({ ...real, canceledAt: 1 } as BillingDocument), 'Annulée'],
    ] as const;
    for (const [printed, watermark] of cases) {
      assert.equal(printed.watermark, watermark);
      for (const page of (await readPdf(cachedTypesetter.set({ printed }))).pages) assert.ok(page.includes(watermark));
    }
    assert.equal(trail.printed(real).watermark, undefined);
  });

  test('a document combines a consumer, a foreign language and a foreign currency', async () => {
    const trail = documentFixtures(seller, consumer);
    const currency = { code: 'CHF', base: 'EUR', rate: 0.9412, origin: 'USER', at: 1_795_165_200 } as const;
    const made = trail.made('invoice', { lines: manyLines(3), said: { currency } });
    const text = (await readPdf(cachedTypesetter.set({ printed: trail.printed(made, { locale: 'de' }) }))).pages.join(
      '\n',
    );
    assert.match(text, /Gegenwert in EUR/);
    assert.match(text, /1 EUR = 0,9412 CHF \(vereinbarter Kurs, 20\. November 2026\)/);
    assert.doesNotMatch(text, /40 €/);
  });
});

type Told = {
  lines: { unitPriceHT: number; priceWithoutTaxAfterDiscount: number }[];
  total: {
    amountWithoutTaxBeforeDiscount: number;
    discountAmount: number;
    amountWithoutTaxAfterDiscount: number;
    amountWithTaxAfterDiscount: number;
    remainingAmountWithTax: number;
    vatDetails: { amount: number }[];
  };
};

/** The amounts that do not occur in this order in the text. */
function missingInOrder(text: string, amounts: readonly number[]): number[] {
  let from = 0;
  return amounts.filter((cents) => {
    const at = text.indexOf(inFrench(cents), from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

/** Formats amounts independently of the service's own code. */
const inFrench = (cents: number): string =>
  (cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, ' ');
