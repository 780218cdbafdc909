import assert from 'node:assert/strict';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** A key from creation to revocation: the page shows what API clients experience. */
export const userJourney = journey({
  name: 'a key created in the web app works over HTTPS within its scopes, and is refused once revoked',
  run: async ({ page, visit, check, api }) => {
    // The service has a fixed clock here, so the browser has one too.
    await page.clock.setSystemTime(MONDAY * 1000);
    await visit('/reglages/integrations');
    await page.getByText('Make', { exact: true }).waitFor();
    await check('integrations');
    await page.getByRole('button', { name: 'Nouvelle clé' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Créer la clé' }).click();
    // A name is required: the refusal is at its field.
    await dialog.locator('.field-error').waitFor();
    await check('new key');
    await dialog.getByLabel('Nom').fill('Site de l’atelier');
    await dialog.getByRole('group', { name: 'Catalogue' }).getByRole('button', { name: 'Lire' }).click();
    await dialog.getByRole('button', { name: 'Créer la clé' }).click();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    assert.match(key, /^fk_live_[0-9A-Za-z]{92}$/);
    const asked = async (path: string, method = 'GET') => (await api(path, { key, method })).status;
    assert.equal(await asked('/v2/billings'), 200);
    assert.equal(await asked('/v2/catalog'), 200);
    // The catalogue can be read but not written, and customers neither.
    const product = { designation: 'X', type: 'GOODS_SALE', unit: 'UNIT', unitPrice: 100 };
    assert.equal((await api('/v2/catalog/product', { key, body: product })).status, 403);
    assert.equal(await asked('/contacts'), 403);

    await page.locator('.keys-of .keyed', { hasText: `fk_live_…${key.slice(-4)}` }).waitFor();
    // A second key is revoked in another window while its secret is still shown in this one.
    await page.getByRole('button', { name: 'Terminer' }).click();
    await page.getByRole('button', { name: 'Nouvelle clé' }).click();
    await dialog.getByLabel('Nom').fill('Caisse');
    await dialog.getByRole('group', { name: 'Livres' }).getByRole('button', { name: 'Clôturer' }).click();
    await dialog.getByRole('button', { name: 'Créer la clé' }).click();
    await page.getByText('La clé « Caisse » est prête.').waitFor();
    const closing = (await page.locator('.secret code').textContent()) ?? '';
    const close = async (from: string) =>
      (await api('/v2/books/closings', { key: from, body: { through: '2026-12-31' } })).json.code;
    assert.deepEqual([await close(key), await close(closing)], ['auth.scope_missing', 'closing.day_not_over']);
    const tab = await page.context().newPage();
    await visit('/reglages/integrations', tab);
    await tab.getByRole('button', { name: 'Actions sur Caisse' }).click();
    await tab.getByRole('menuitem', { name: 'Révoquer…' }).click();
    await tab.getByRole('button', { name: 'Révoquer la clé' }).click();
    await page.getByText('La clé « Caisse » a été révoquée.').waitFor();
    await tab.close();
    assert.equal(await page.locator('.secret code').count(), 0, 'a key that opens nothing is not offered');
    await page.getByRole('button', { name: 'Terminer' }).click();
    assert.equal(await page.getByText(key).count(), 0, 'the secret is shown once');
    const acts = page.getByRole('button', { name: 'Actions sur Site de l’atelier' });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Voir ses requêtes' }).click();
    await dialog.getByRole('button', { name: 'Échecs' }).click();
    await dialog.getByText('auth.scope_missing').first().waitFor();
    assert.equal(await dialog.locator('tbody tr').count(), 3, 'what was refused, and nothing else');
    await check('requests of a key');
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await acts.click();
    await page.getByRole('menuitem', { name: 'Révoquer…' }).click();
    await page.getByText('En moins d’une seconde, tout programme qui utilise cette clé sera refusé.').waitFor();
    await page.getByRole('button', { name: 'Révoquer la clé' }).click();
    await page
      .getByRole('row', { name: 'Site de l’atelier' })
      .getByText(/Révoquée le/)
      .waitFor();
    // A process caches a key for less than a second.
    await page.waitForTimeout(1000);
    assert.equal(await asked('/v2/billings'), 401);
  },
});
