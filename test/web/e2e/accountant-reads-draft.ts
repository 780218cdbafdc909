import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** An accountant has read access. */
export const userJourney = journey({
  name: 'an accountant reads a draft, and can neither edit nor finalize it',
  run: async ({ page, visit, another, api }) => {
    const customer = (await api('/contact', { body: { firstname: 'Ada', lastname: 'Lovelace' } })).json.id;
    const lines = [{ designation: 'Pose', quantity: 1, unitPrice: 48_000, vatCode: 'FR_2000', section: 'Étage' }];
    const { id } = (await api(`/v2/billing/invoice/${customer}`, { body: { title: 'Accueil', lines } })).json;
    const accountant = await another({ role: 'accountant' });
    await visit(`/documents/${id}`, accountant);
    assert.equal(await accountant.getByLabel('Objet').isDisabled(), true);
    assert.equal(await accountant.getByLabel('Prix unitaire HT, ligne 1').isDisabled(), true);
    const title = accountant.getByLabel('Titre de la section, à partir de la ligne 1');
    assert.deepEqual([await title.inputValue(), await title.isDisabled()], ['Étage', true]);
    assert.equal(await accountant.getByRole('button', { name: 'Finaliser…' }).count(), 0);
    await accountant.keyboard.press('Control+Enter');
    // The draft is a task on the home page: a read-only user opens it.
    await visit('/', accountant);
    const todo = accountant.locator('.todo');
    await todo.getByRole('link', { name: 'Voir', exact: true }).first().waitFor();
    assert.equal(await todo.getByRole('link', { name: /^(Compléter|Finaliser|Relancer|Facturer)$/ }).count(), 0);
    await visit('/');
    await page
      .locator('.todo')
      .getByRole('link', { name: /^(Compléter|Finaliser)$/ })
      .first()
      .waitFor();
    // Negative control: the owner can edit it.
    await visit(`/documents/${id}`);
    assert.equal(await page.getByLabel('Objet').isDisabled(), false);
    assert.equal(await page.getByRole('button', { name: 'Finaliser…' }).first().isVisible(), true);
    assert.equal((await api(`/v2/billing/${id}`)).json.state, 'draft');
  },
});
