import assert from 'node:assert/strict';
import { journey } from '../journey.ts';

/** Settings save themselves where they stand; what is refused is said at its field, and keeps what was. */
export const told = journey({
  name: 'settings are saved field by field, and a wrong SIRET is refused at its field',
  run: async ({ page, visit, check, api }) => {
    const settings = async () => (await api('/v2/company/me')).json.settings;
    await visit('/reglages/entreprise');
    const siret = page.getByLabel('SIRET', { exact: true });
    const before = (await settings()).siret;
    await siret.fill('732 829 320 00075');
    await siret.press('Tab');
    await page.locator('.wrong').first().waitFor();
    await check('identity with a fault');
    assert.equal((await settings()).siret, before);
    await siret.press('Escape');
    await page.locator('.wrong').waitFor({ state: 'detached' });
    await page.getByLabel('Nom commercial').fill('Atelier du Rhône');
    await page.getByLabel('Nom commercial').press('Enter');
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).commercialName, 'Atelier du Rhône');

    await visit('/reglages/numerotation');
    const format = page.getByLabel('Modèle').first();
    await format.fill('{year}/{counter:5}-{series}');
    await page.getByText(/^\d{4}\/00001-F$/).waitFor();
    await format.press('Enter');
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).numbering.F.format, '{year}/{counter:5}-{series}');
  },
});
