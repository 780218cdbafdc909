import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';
import { isReachableByKeyboard } from '../keyboard-reach.ts';

/**
 * The link of the first start or of an invitation: enter name and password to sign in; then sign
 * out and in again.
 */
export const userJourney = journey({
  name: 'with the keyboard only, an invited user joins by link, signs out, and signs in again to the requested screen',
  run: async ({ another, visit, check, link, address }) => {
    const email = 'lea@atelier.example';
    const page = await another('visitor');
    const { to, write, use, press } = await isReachableByKeyboard(page);
    await visit(`/invitation#secret=${await link({ email, role: 'member' })}`, page);
    await page.getByLabel('Votre nom').waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the secret has left the address');
    await check('invitation', page);
    const password = page.getByLabel('Mot de passe', { exact: true });
    await write('Votre nom', 'une phrase collée');
    await press('Control+a', 'Control+c');
    await to('Mot de passe');
    await press('Control+v');
    assert.equal(await password.inputValue(), 'une phrase collée', 'what a manager copies is pasted');
    assert.deepEqual(
      [await password.getAttribute('type'), await password.getAttribute('autocomplete')],
      ['password', 'new-password'],
      'it is hidden, and managers know what it is for',
    );
    await use('Afficher le mot de passe');
    assert.equal(await password.getAttribute('type'), 'text', 'until one asks to see it');
    await use('Afficher le mot de passe');
    await write('Votre nom', 'Léa');
    await write('Mot de passe', 'court');
    await use('Créer mon accès');
    await page.locator('.field-error').waitFor();
    await write('Mot de passe', 'une phrase que personne ne devine');
    await use('Créer mon accès');
    await page.getByRole('link', { name: 'Accueil' }).first().waitFor();

    await use(/^Compte/);
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).waitFor();
    await use('Se déconnecter', 'ArrowDown');
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();

    await visit('/clients', page);
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    await write('Adresse e-mail', email);
    await write('Mot de passe', 'une phrase que personne ne sait');
    await press('Enter');
    await page.getByRole('alert').waitFor();
    await write('Mot de passe', 'une phrase que personne ne devine');
    await press('Enter');
    await page.waitForURL(`${address}/clients`);
  },
});
