import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** Milliseconds between checks of the service's state. */
const LOOKS_AGAIN_MS = 100;

/** The same draft in two tabs. */
export const userJourney = journey({
  name: 'a draft changed in another tab shows the differences, and keeps the chosen value of each',
  run: async ({ page, visit, check, api }) => {
    const customer = (await api('/contact', { body: { firstname: 'Ada', lastname: 'Lovelace' } })).json.id;
    const lines = [
      { designation: 'Pose sur site', quantity: 2, quantityUnit: 'day', unitPrice: 48_000, vatCode: 'FR_2000' },
    ];
    const { id } = (await api(`/v2/billing/invoice/${customer}`, { body: { title: 'Accueil', lines } })).json;
    const other = await page.context().newPage();
    await visit(`/documents/${id}`);
    await visit(`/documents/${id}`, other);

    await other.getByLabel('Objet').fill('Vestiaire');
    await other.getByLabel('Quantité, ligne 1').fill('3');
    await other.getByLabel('Ligne 1 : déplacer').click();
    await other.getByRole('menuitem', { name: 'Commencer une section ici' }).click();
    await other.getByLabel('Titre de la section, à partir de la ligne 1').fill('Rez-de-chaussée');
    // The first part is saved while the rest is still being typed: wait for the last one.
    const isSaved = async () => (await api(`/v2/billing/${id}`)).json.lines[0].section === 'Rez-de-chaussée';
    while (!(await isSaved())) await other.waitForTimeout(LOOKS_AGAIN_MS);
    await other.close();
    await page.getByLabel('Objet').fill('Accueil et salon');
    await page.getByRole('heading', { name: 'Ce document a changé dans un autre onglet' }).waitFor();
    await check('conflict');
    const title = page.getByRole('group', { name: 'Objet' });
    assert.equal(await title.getByRole('radio').first().isChecked(), true, 'what was typed here last is chosen');
    const quantity = page.getByRole('group', { name: 'Pose sur site, quantité' });
    assert.equal(
      await quantity.getByRole('radio').nth(1).isChecked(),
      true,
      'what only the other tab changed is taken',
    );
    const section = page.getByRole('group', { name: 'Section d’une ligne' });
    assert.equal(await section.getByText('Rez-de-chaussée').count(), 1);
    await page.getByRole('button', { name: 'Garder ce choix' }).click();
    await page.getByText('1 728,00 €').first().waitFor();
    await page.getByText('Enregistré à').first().waitFor();
    const after = (await api(`/v2/billing/${id}`)).json;
    assert.deepEqual(
      [after.title, after.lines[0].quantity, after.lines[0].section],
      ['Accueil et salon', 3, 'Rez-de-chaussée'],
    );

    // Both can be kept: the version typed here becomes a draft of its own.
    await api(`/v2/billing/${id}/title`, { method: 'PATCH', body: { title: 'Hall' } });
    await page.getByLabel('Objet').fill('Terrasse');
    await page.getByRole('button', { name: 'Garder les deux' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByText('Enregistré à').first().waitFor();
    const copy = new URL(page.url()).pathname.split('/').at(-1);
    const titles = [(await api(`/v2/billing/${id}`)).json.title, (await api(`/v2/billing/${copy}`)).json.title];
    assert.deepEqual(titles, ['Hall', 'Terrasse']);
    await visit(`/documents/${id}`);

    // A changed customer is no conflict: the draft has a new version, but no differences to choose.
    await api(`/contact/${customer}`, { method: 'PUT', body: { firstname: 'Ada', lastname: 'King' } });
    await page.getByLabel('Objet').fill('Accueil, salon et bureau');
    await page.getByRole('heading', { name: 'Ada King' }).waitFor();
    await page.getByText('Enregistré à').first().waitFor();
    assert.equal((await api(`/v2/billing/${id}`)).json.title, 'Accueil, salon et bureau');
  },
});
