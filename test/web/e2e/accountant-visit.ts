import assert from 'node:assert/strict';
import { bought } from '../../support/documents/purchases.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** The accountant asks, the owner answers, the accountant closes. */
export const userJourney = journey({
  name: 'an invited accountant finds a purchase without receipt, asks about it, downloads a book and closes January; the owner answers on a phone',
  run: async ({ page, visit, check, books, another }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    await bought(books, { paidOn: '2026-01-15' });

    const reader = await another({ role: 'accountant' });
    await reader.clock.setSystemTime(MONDAY * 1000);
    await visit('/livres/comptable?periode=2026-01', reader);
    await reader.getByText('La période est ouverte.').waitFor();
    const missing = reader.getByRole('link', { name: 'Un achat sans justificatif' });
    assert.equal(await missing.getAttribute('href'), '/livres/achats?periode=2026-01');
    const entry = reader.getByLabel('Écriture', { exact: true });
    const [, purchase] = await entry.locator('option').allInnerTexts();
    assert.match(purchase ?? '', /^N° 1 · /);
    await entry.selectOption({ label: purchase ?? '' });
    await reader.getByLabel('Commentaire', { exact: true }).fill('Où est le ticket ?');
    await reader.getByRole('button', { name: 'Commenter' }).press('Enter');
    await reader.getByText('Où est le ticket ?').waitFor();
    await check('accountant’s corner', reader, 'all');
    const [download] = await Promise.all([
      reader.waitForEvent('download'),
      reader
        .getByRole('button', { name: /Registre des achats/ })
        .last()
        .click(),
    ]);
    assert.match(download.suggestedFilename(), /\.xlsx$/);

    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/livres/comptable?periode=2026-01');
    await page.getByLabel('Réponse').fill('Perdu, payé en espèces.');
    await page.getByRole('button', { name: 'Traiter' }).click();
    await page.getByText('Aucun commentaire ouvert.').waitFor();

    await reader.getByRole('link', { name: 'Clôtures' }).click();
    await reader.getByLabel('Clôturer jusqu’au').fill('2026-01-31');
    await reader.getByRole('button', { name: 'Voir ce qui sera clos…' }).click();
    await reader.getByRole('button', { name: 'Clôturer définitivement' }).click();
    await reader.getByText('Les livres sont clôturés jusqu’au 31 janvier 2026.').waitFor();
    await visit('/livres/comptable?periode=2026-01', reader);
    await reader.getByText('La période est clôturée.').waitFor();
  },
});
