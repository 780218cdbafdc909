import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** The network fails while a user types. */
export const userJourney = journey({
  name: 'text typed offline is kept, even if the tab is closed, and is saved once the connection is back',
  run: async ({ page, visit, api }) => {
    const customer = (await api('/contact', { body: { firstname: 'Ada', lastname: 'Lovelace' } })).json.id;
    // From a customer's page, the customer is not asked for again.
    await visit(`/factures/nouvelle?client=${customer}`);
    await page.waitForURL(/\/documents\//);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const read = async () => (await api(`/v2/billing/${id}`)).json;
    const network = page.context();
    await page.getByLabel('Objet').fill('Avec réseau');
    await page.getByText('Enregistré à').first().waitFor();

    await network.setOffline(true);
    await page.getByLabel('Objet').fill('Sans réseau');
    await page.getByText('Hors ligne, gardé ici').first().waitFor();
    await page.getByLabel('Désignation, ligne 1').fill('Écrite hors ligne');
    await page.getByLabel('Prix unitaire HT, ligne 1').fill('150');
    assert.equal((await read()).title, 'Avec réseau', 'nothing can have reached the service');
    await page.getByRole('button', { name: 'Finaliser' }).click();
    await page.getByText('Hors ligne : impossible de finaliser sans le service').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await network.setOffline(false);
    await page.getByText('180,00 €').first().waitFor();
    const once = await read();
    assert.deepEqual([once.title, once.lines[0].designation], ['Sans réseau', 'Écrite hors ligne']);

    // A screen not visited yet says that it cannot load, if the browser has no cached page, and
    // loads once online.
    const beside = await network.newPage();
    await visit('/', beside);
    await network.setOffline(true);
    await beside.getByRole('link', { name: 'Catalogue' }).first().click();
    await beside.getByRole('heading', { name: 'Le service ne répond pas' }).waitFor();
    await network.setOffline(false);
    await beside.getByRole('heading', { name: 'Catalogue' }).first().waitFor();
    await beside.close();

    await network.setOffline(true);
    await page.getByLabel('Objet').fill('Avant de fermer');
    await page.getByText('Hors ligne, gardé ici').first().waitFor();
    await page.close();
    await network.setOffline(false);
    assert.equal((await read()).title, 'Sans réseau');
    const again = await network.newPage();
    await visit(`/documents/${id}`, again);
    await again.getByText('Enregistré à').first().waitFor();
    assert.equal(await again.getByLabel('Objet').inputValue(), 'Avant de fermer');
    assert.equal((await read()).title, 'Avant de fermer');
  },
});
