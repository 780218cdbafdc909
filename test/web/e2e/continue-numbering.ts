import assert from 'node:assert/strict';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** Invoices go on after the last number of another program. */
export const userJourney = journey({
  name: 'after FA2603-0041 of another program a freelancer adopts FA2026-0042 on a phone, by keyboard; a text without a counter is refused',
  run: async ({ page, visit, check, books }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/reglages/numerotation');
    const last = page.getByLabel('Dernier numéro ailleurs').first();
    await last.fill('FACTURE');
    await last.press('Enter');
    await page.getByText('Ce numéro n’a pas de compteur').waitFor();
    await last.fill('FA2603-0041');
    await last.press('Enter');
    await page.getByText('FA2026-0042').first().waitFor();
    await page.getByText('Le mois est laissé de côté').waitFor();
    await check('the proposed numbers', page, 'all');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);
    await page.getByRole('button', { name: 'Adopter cette suite' }).press('Enter');
    await page.getByRole('button', { name: 'Adopter cette suite' }).waitFor({ state: 'detached' });
    const next = await books.ask('get-next-number', { query: { type: 'invoice' } });
    assert.equal(next.json.number, 'FA2026-0042');
  },
});
