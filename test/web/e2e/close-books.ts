import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readPdf } from '../../pdf/read-pdf.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

const at = (day: string): number => Date.parse(`${day}T09:00:00Z`) / 1000;
const LESSON = { designation: 'Cours', quantity: 1, unitPrice: 10_000, vatCode: 'FR_00HT', type: 'service_delivery' };

/** A quarter is closed; what comes late is in the open one. */
export const userJourney = journey({
  name: 'an owner closes a quarter by keyboard, on a laptop and on a phone 320 px wide; a payment of December recorded in March is booked on 1 January and says so',
  run: async ({ page, visit, check, books, another }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    const customer = await books.contact();
    const invoiced = async (): Promise<{ id: string }> => {
      const { id } = await books.invoice(customer, { lines: [LESSON] });
      await books.done('update-invoice-timeline', id, { emittedAt: at('2025-09-15'), paymentDelay: 'thirty_days' });
      return books.finalized({ id });
    };
    const [autumn, winter] = [await invoiced(), await invoiced()];
    const pay = (id: string, day: string, amount: number) =>
      books.done('mark-paid', id, { payments: [{ receivedAt: at(day), method: 'transfer', amount }] });
    await pay(autumn.id, '2025-09-20', 4_000);
    await pay(winter.id, '2025-11-20', 6_000);

    await visit('/livres/recettes');
    await page.getByRole('link', { name: 'Clôtures' }).click();
    await page.getByText('Les livres n’ont pas encore été clôturés.').waitFor();
    const through = page.getByLabel('Clôturer jusqu’au');
    assert.equal(await through.inputValue(), '2025-12-31');
    await through.fill('2025-09-30');
    await page.getByRole('button', { name: 'Voir ce qui sera clos…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Clôturer jusqu’au 30 septembre 2025 ?' });
    await dialog.getByText(/^1 ligne, 40,00\s€$/).waitFor();
    await check('what a closing freezes', page, 'all');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Les livres n’ont pas encore été clôturés.').waitFor();
    await page.getByRole('button', { name: 'Voir ce qui sera clos…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Clôturer définitivement' }).press('Enter');
    await page.getByText('Les livres sont clôturés jusqu’au 30 septembre 2025.').waitFor();

    await page.setViewportSize({ width: 320, height: 800 });
    await through.fill('2025-12-31');
    await page.getByRole('button', { name: 'Voir ce qui sera clos…' }).click();
    await page.getByRole('button', { name: 'Clôturer définitivement' }).click();
    await page.getByText('Les livres sont clôturés jusqu’au 31 décembre 2025.').waitFor();
    await page.getByRole('button', { name: 'Vérifier les clôtures' }).click();
    await page.getByText('Intactes : 2 clôtures, 2 lignes relues.').waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Livre des recettes .*, du 01\/10\/2025 au 31\/12\/2025, en PDF/ })
        .press('Enter'),
    ]);
    const { pages } = await readPdf(readFileSync(await download.path()));
    const [closing] = (await books.ask('list-book-closings')).json.docs;
    assert.ok(pages.join('').replaceAll(/\s+/g, '').includes(closing.sha256));
    await page.setViewportSize({ width: 1440, height: 900 });
    await check('closings of the books', page, 'all');

    await pay(autumn.id, '2025-12-20', 2_500);
    await visit('/livres/recettes?periode=2025');
    await page
      .locator('.book-totals')
      .getByText(/^100,00\s€$/)
      .first()
      .waitFor();
    await visit('/livres/recettes?periode=2026');
    await page.getByText('reçu le 20/12/2025, période clôturée').waitFor();
    await page
      .locator('.book-totals')
      .getByText(/^25,00\s€$/)
      .first()
      .waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    const late = page.getByText('reçu le 20/12/2025, période clôturée');
    await late.waitFor();
    const cell = late.locator('xpath=..');
    assert.ok(await cell.evaluate((each) => each.scrollWidth <= each.clientWidth), 'the day of receipt is cut');

    const reader = await another({ role: 'accountant' });
    await reader.clock.setSystemTime(MONDAY * 1000);
    await visit('/livres/clotures', reader);
    await reader.getByText('Les livres sont clôturés jusqu’au 31 décembre 2025.').waitFor();
    // An accountant closes too.
    await reader.getByLabel('Clôturer jusqu’au').waitFor();
  },
});
