import assert from 'node:assert/strict';
import { journey } from '../journey.ts';

/** The link of the first start, or of an invitation: name and password, and one is in; signing out and in again. */
export const told = journey({
  name: 'somebody invited joins by his link, signs out, and signs in again to the screen he wanted',
  run: async ({ another, visit, check, link, address }) => {
    const email = 'lea@atelier.example';
    const page = await another('nobody');
    await visit(`/invitation#secret=${await link({ email, role: 'member' })}`, page);
    await page.getByLabel('Votre nom').waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the secret has left the address');
    await check('invitation', page);
    await page.getByLabel('Votre nom').fill('Léa');
    await page.getByLabel('Mot de passe', { exact: true }).fill('court');
    await page.getByRole('button', { name: 'Créer mon accès' }).click();
    await page.locator('.wrong').waitFor();
    await page.getByLabel('Mot de passe', { exact: true }).fill('une phrase que personne ne devine');
    await page.getByRole('button', { name: 'Créer mon accès' }).click();
    await page.getByRole('link', { name: 'Accueil' }).first().waitFor();

    await page
      .getByRole('button', { name: /^Compte/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();

    await visit('/clients', page);
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill('une phrase que personne ne sait');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Mot de passe', { exact: true }).fill('une phrase que personne ne devine');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/clients`);
  },
});
