import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** An owner requests the deletion of the account, sees the day on the home page, and cancels it. */
export const userJourney = journey({
  name: 'an owner requests the deletion of the account, reads the day on the home page, and cancels it',
  run: async ({ page, visit, person, check }) => {
    await visit('/reglages/donnees');
    await page.getByRole('link', { name: 'Suppression du compte' }).click();
    await page.getByText(/n’a ni document finalisé ni livre/).waitFor();
    const go = page.getByRole('button', { name: 'Demander la suppression' });
    await page.getByLabel(/^Nom du compte/).fill('Un autre');
    await page.getByLabel('Mot de passe', { exact: true }).fill(person.password);
    await page.getByLabel('J’ai emporté mes données').check();
    await go.click();
    await page
      .getByText('Ce n’est pas le nom du compte')
      .or(page.getByText(/Le compte s’appelle/))
      .first()
      .waitFor();
    await check('the name of the account differs');

    const label = (await page.getByText(/^Nom du compte/).textContent()) ?? '';
    await page.getByLabel(/^Nom du compte/).fill(label.replace(/^Nom du compte\s*:\s*/u, ''));
    await go.click();
    await page.getByText(/Ce compte sera supprimé le/).waitFor();
    assert.equal(await go.count(), 0);
    await check('the deletion waits');

    await visit('/');
    await page.getByText(/Ce compte sera supprimé le/).waitFor();
    await check('the home page shows the day');
    await page.getByRole('link', { name: 'Voir la suppression' }).click();
    await page.getByRole('button', { name: 'Annuler la suppression' }).click();
    await go.waitFor();
    assert.equal(await page.getByText(/Ce compte sera supprimé le/).count(), 0);
  },
});
