import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';
import { isReachableByKeyboard } from '../keyboard-reach.ts';

/** A customer from creation to the archive. */
export const userJourney = journey({
  name: 'with the keyboard only, a customer is created, found by a part of the name, archived, and restored',
  run: async ({ page, visit, check, api, address }) => {
    const { to, write, use, press } = await isReachableByKeyboard(page);
    await visit('/clients');
    await page.getByRole('heading', { name: 'Pour qui travaillez-vous ?' }).waitFor();
    await check('no customers');
    await use('Nouveau client');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom').waitFor();
    await write('Nom', 'Maison Verdier');
    await write('SIRET', '123');
    await use('Créer');
    // The service finds the fault, and it is shown at its field.
    await dialog.locator('.field', { hasText: 'SIRET' }).locator('.field-error').waitFor();
    // The user is asked before typed text is lost, and typing on counts as an answer.
    await press('Escape');
    await dialog.getByText('Votre saisie n’est pas enregistrée.').waitFor();
    await check('what is wrong with a customer');
    await write('SIRET', '732 829 320 00074');
    await write('Adresse', '5 place des Tonneliers');
    await write('Code postal', '69002');
    await write('Ville', 'Lyon');
    await press('Enter');
    await page.getByRole('heading', { name: 'Maison Verdier' }).first().waitFor();
    await page.getByText('5 place des Tonneliers').waitFor();

    await visit('/clients');
    // A quick choice is not reverted by a late search result, even if the screen loads later than
    // that.
    await page.route(/\/app\/customer-/, async (route) => {
      await new Promise((come) => setTimeout(come, 600));
      // After the end of the test it is no longer awaited.
      await route.continue().catch(() => {});
    });
    await press('/');
    await page.keyboard.type('verd');
    await page.getByRole('link', { name: 'Maison Verdier' }).waitFor();
    await use('Maison Verdier');
    await page.getByRole('button', { name: 'Archiver', exact: true }).waitFor();
    await use('Archiver');
    await page.getByText('Maison Verdier est archivé').waitFor();
    assert.equal((await api('/organizations?archived=true')).json?.totalDocs, 1);
    await to('Annuler');
    await press('Enter');
    await page.getByRole('button', { name: 'Archiver', exact: true }).waitFor();
    await page.waitForURL(new RegExp(`^${address}/clients/`));
    assert.equal((await api('/organizations?archived=false')).json?.totalDocs, 1);
  },
});
