import assert from 'node:assert/strict';
import { journey } from '../journey.ts';

/** The link that `npm start` prints: the owner, four questions, and a first invoice may begin. */
export const told = journey({
  name: 'the first owner opens the printed link, answers four questions by keys and pointer, and begins an invoice',
  run: async ({ another, visit, check, emptyAccount, address }) => {
    const page = await another('nobody');
    await visit(`/bienvenue#secret=${await emptyAccount()}`, page);
    await page.getByRole('heading', { name: 'Bienvenue' }).waitFor();
    await page.getByLabel('Adresse e-mail').fill('premiere@atelier.example');
    await page.getByLabel('Votre nom').fill('Zoé Martin');
    await page.getByLabel('Mot de passe', { exact: true }).fill('quatre mots que nul ne devine');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Qui facture ?' }).waitFor();
    await page.getByLabel('SIRET').fill('732 829 320 00075');
    await page.getByLabel('Nom ou raison sociale').fill('Zoé Martin');
    await page.getByLabel('Adresse', { exact: true }).fill('10 rue Lecourbe');
    await page.getByLabel('Code postal et ville').fill('75015 Paris');
    await check('who bills', page);
    await page.keyboard.press('Enter');
    // The last digit is wrong, and the service says so at the field.
    await page.locator('.field:has([name=siret]) .wrong').waitFor();
    await page.getByLabel('SIRET').fill('732 829 320 00074');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Facturez-vous la TVA ?' }).waitFor();
    assert.equal(await page.getByLabel('Numéro de TVA').inputValue(), 'FR44732829320');
    await check('VAT', page);
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByText('Plume').click();
    await check('paper', page);
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('heading', { name: 'Tout est prêt' }).waitFor();
    await check('all is set', page);

    const asked = await page.context().request.get(`${address}/v2/company/me`);
    const { settings } = await asked.json();
    assert.deepEqual(
      [settings.siret, settings.vatNumber, settings.vatRegime, settings.address.city],
      ['73282932000074', 'FR44732829320', 'normal', 'Paris'],
    );
    await page.getByRole('link', { name: /^Une facture/ }).click();
    await page.waitForURL(`${address}/factures/nouvelle`);
  },
});
