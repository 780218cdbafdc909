import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/**
 * Milliseconds to create the sample year on a busy machine; on an idle one it takes three seconds.
 */
const FILLED_MS = 240_000;

/** Sample data is added and removed, and leaves nothing in the user's own account. */
export const userJourney = journey({
  name: 'a user explores sample data and removes it in one click; their own account stays empty',
  run: async ({ page, visit, check, api }) => {
    await visit('/');
    await page.getByRole('button', { name: 'Explorer avec des données d’exemple' }).waitFor();
    await page.getByRole('button', { name: /^Compte/ }).click();
    await page.getByRole('menuitem', { name: 'Explorer avec des données d’exemple' }).click();
    const remove = page.getByRole('button', { name: 'Retirer les données d’exemple' });
    await remove.waitFor({ timeout: FILLED_MS });
    await page.getByRole('heading', { name: 'À faire' }).waitFor();
    await check('home with sample data');
    await visit('/factures');
    await page.getByText('Billetterie').first().waitFor();
    // Sample data is in test mode only: settings are read there, and refused requests are not
    // awaited.
    await visit('/reglages/tva');
    await page.getByText('Dans les données d’exemple, ces réglages ne se modifient pas.').waitFor();
    assert.ok(await page.getByLabel('Numéro de TVA').isDisabled());
    await visit('/reglages/integrations');
    await page.getByText('Les données d’exemple n’ont pas de clés').waitFor();

    await remove.click();
    await page.getByRole('button', { name: 'Explorer avec des données d’exemple' }).waitFor();
    await page.getByText('Données d’exemple :').waitFor({ state: 'detached' });
    assert.equal((await api('/v2/billings')).json.totalDocs, 0);
  },
});
