import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey } from '../e2e-test.ts';

const LONG =
  'Agencement complet de l’accueil, dépose de l’ancien comptoir, fourniture et pose des panneaux de chêne massif, réseau et éclairage compris';
const DESIGNS = { ardoise: 'band', plume: 'letter', registre: 'ledger', marge: 'margin', encre: 'plain' } as const;

/** A draft is displayed in the design it will be printed in, with the texts of the PDF. */
export const userJourney = journey({
  name: 'a draft is displayed in each design, long designations wrap, and mentions and planned advances look as printed',
  run: async ({ page, visit, api, books }) => {
    const customerId = await books.organization();
    const lines = [{ designation: LONG, quantity: 1, unitPrice: 250_000, vatCode: 'FR_2000' }];
    const estimate = await books.done('create-estimate', customerId, { lines });
    const half = { mode: 'PERCENTAGE', value: 50, paymentCondition: 'SIGNATURE' };
    await books.done('update-estimate-advance-lines', estimate.id, { advances: [half] });
    const invoice = await books.done('create-invoice', customerId, { lines });
    await visit(`/documents/${invoice.id}`);
    const looks = new Set<string>();
    for (const [themeId, structure] of Object.entries(DESIGNS)) {
      await books.done('update-billing-theme', invoice.id, { themeId });
      await visit(`/documents/${invoice.id}`);
      await page.locator(`.paper[data-design="${structure}"]`).waitFor();
      looks.add(await lookOf(page));
    }
    assert.equal(looks.size, 5, [...looks].join('\n'));

    const whole = page.locator('.complete .whole').first();
    assert.equal(await whole.textContent(), LONG);
    const { height = 0 } = (await whole.boundingBox()) ?? {};
    assert.ok(height > 40, `the designation stands on one row of ${height} px`);

    const paper = (await api(`/v2/billing/${invoice.id}/paper`)).json;
    const mentions = page.locator('.paper .mentions p');
    await mentions.first().waitFor();
    assert.deepEqual(
      (await mentions.allTextContents()).map((said) => said.trim()),
      paper.mentions.map(({ text }: { text: string }) => text),
    );
    assert.ok(paper.mentions.some(({ text }: { text: string }) => text.includes('L441-10')));

    // The totals look as printed too.
    const sums = page.locator('.paper .sums');
    for (const { label, value } of paper.totals)
      await sums.getByText(label, { exact: true }).locator('xpath=..').getByText(value, { exact: true }).waitFor();

    await visit(`/documents/${estimate.id}`);
    const planned = page.getByRole('table', { name: 'Acomptes prévus' });
    await planned.getByRole('row', { name: /Acompte 1 – à la signature/ }).waitFor();
    const { tables } = (await api(`/v2/billing/${estimate.id}/paper`)).json;
    const printed = tables.find(({ title }: { title: string }) => title === 'Acomptes prévus');
    assert.deepEqual(await planned.locator('tbody td').allTextContents(), printed.rows.flat());
  },
});

/**
 * What distinguishes designs: the background of the header, of column headings and of the total,
 * and the font.
 */
const lookOf = (page: Page): Promise<string> => page.evaluate(LOOK);

const LOOK = `(() => {
  const at = (selector) => getComputedStyle(document.querySelector(selector));
  return [
    at('.paper-band').backgroundColor,
    at('.lines thead th').backgroundColor,
    at('.sums .due').backgroundColor,
    at('.paper').fontFamily,
    at('.parties').gridTemplateColumns,
  ].join(' | ');
})()`;
