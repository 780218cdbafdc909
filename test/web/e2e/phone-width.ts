import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Books, TRAINING } from '../../support/documents/example-books.ts';
import { overflowing } from '../accessibility-checks.ts';
import { journey } from '../e2e-test.ts';

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1366, height: 768 };
const PROJECT = { name: 'Refonte du site', description: '', amount: 2_400_00 };
const TABLET = { width: 768, height: 1024 };

/** A phone widens the layout viewport for oversized content: only the device width reveals it. */
export const userJourney = journey({
  name: 'on a phone, documents with tables fit the device; at 1366 the board is one row, at 768 draft settings are below',
  run: async ({ page, visit, books }) => {
    const documents = await documentsWithTables(books);
    const browser = page.context().browser();
    assert.ok(browser);
    const storageState = await page.context().storageState();
    const phone = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, storageState });
    const small = await phone.newPage();
    const found: string[] = [];
    for (const [name, id] of Object.entries(documents)) {
      await visit(`/documents/${id}`, small);
      await small.locator('.paper').first().waitFor();
      found.push(...(await overflowing(small, PHONE.width)).map((each) => `${name}: ${each}`));
    }
    assert.deepEqual(found, []);
    await small.evaluate(`document.querySelector('.paper').style.minWidth = '417px'`);
    assert.notDeepEqual(await overflowing(small, PHONE.width), [], 'the control: a wider paper is found');
    await phone.close();

    await page.setViewportSize(TABLET);
    await visit(`/documents/${documents.draft}`);
    assert.ok((await topOf(page, '.paper')) < (await topOf(page, '.panel')), 'the paper stands above its settings');
    await visit(`/documents/${documents.final}`);
    assert.ok(
      (await topOf(page, '.panel')) < (await topOf(page, '.work > .table')),
      'what follows stands above the paper',
    );

    await page.setViewportSize(LAPTOP);
    const [column] = await books.done('get-project-categories');
    const customerId = await books.contact();
    await books.done('create-project', undefined, { ...PROJECT, customerId, categoryId: column.id });
    await visit('/projets');
    await page.locator('.board section').first().waitFor();
    const tops: number[] = await page.evaluate(
      `[...document.querySelectorAll('.board section')].map((each) => Math.round(each.offsetTop))`,
    );
    assert.ok(tops.length > 3, `${tops.length} columns`);
    assert.equal(new Set(tops).size, 1, `the columns begin at ${tops.join(', ')}`);
  },
});

const topOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => each.getBoundingClientRect().top);

/** Two VAT rates and two advances: a document with tables below its lines. */
async function documentsWithTables(books: Books) {
  await books.company({ bankInformation: { iban: 'FR7630006000011234567890189', holder: 'Zoé Martin' } });
  const customer = await books.organization();
  const lines = [
    { ...TRAINING, quantity: 12, unitPrice: 123_456_78 },
    { ...TRAINING, designation: 'Livret imprimé', quantity: 3_000, unitPrice: 1_250_00, vatCode: 'FR_550' },
  ];
  const advances = [
    { value: 30, mode: 'PERCENTAGE', paymentCondition: 'SIGNATURE' },
    {
      value: 20,
      mode: 'PERCENTAGE',
      customPaymentCondition: 'à la livraison de la première maquette',
      paymentCondition: 'OTHER',
    },
  ];
  const estimate = await books.estimate(customer, { lines });
  await books.done('update-estimate-advance-lines', estimate.id, { advances });
  await books.finalized({ id: estimate.id });
  await books.done('sign-estimate', estimate.id);
  const draft = await books.invoice(customer, { lines });
  for (const advanceLineIndex of [0, 1])
    await books.finalized(books.done('create-advance', estimate.id, { advanceLineIndex }));
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  return { draft: draft.id as string, estimate: estimate.id as string, final: final.id as string };
}
