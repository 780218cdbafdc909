import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** A project on the board, from its first column to its deletion, and what remains. */
export const userJourney = journey({
  name: 'a project is moved by keyboard, 1 h 30 of its task is billed at 90.00, then it is archived, restored and deleted: the task stays',
  run: async ({ page, books, api, visit, check }) => {
    const bakery = await books.organization();
    const [first] = await books.done('get-project-categories');
    const project = { customerId: bakery, categoryId: first.id, amount: 450_000 };
    const made = await books.done('create-project', undefined, { ...project, name: 'Refonte du site' });
    await books.done('create-project', undefined, { ...project, name: 'Fiches produits' });

    await visit('/projets');
    const card = page.getByRole('button', { name: 'Refonte du site', exact: true });
    await card.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.locator('section', { hasText: 'Devis envoyé' }).filter({ has: card }).waitFor();

    // The focus stays on the moved project.
    await page.keyboard.press('Enter');
    const task = page.getByRole('textbox', { name: 'Nouvelle tâche' });
    await task.fill('Maquette');
    await task.press('Enter');
    await page.getByRole('button', { name: 'Modifier la tâche Maquette' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Temps passé, comme 1 h 30').fill('1 h et demie');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.locator('.field-error').waitFor();
    await check('what is wrong with a task');
    await dialog.getByLabel('Temps passé, comme 1 h 30').fill('1 h 30');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.waitFor({ state: 'detached' });
    const tasks = async (query: string) => (await api(`/v2/tasks?${query}`)).json?.docs;
    assert.deepEqual(
      (await tasks(`opportunityId=${made.id}`)).map(({ timeSpent }: { timeSpent: number }) => timeSpent),
      [90],
    );

    await page.getByText('1 h 30 à facturer').waitFor();
    await page.getByRole('button', { name: 'Facturer le temps de Refonte du site' }).click();
    await dialog.getByLabel('Prix de l’heure, HT').fill('90');
    await check('the time of a project on an invoice');
    await dialog.getByRole('button', { name: 'Facturer ce temps' }).click();
    await page.getByRole('link', { name: 'sur un brouillon' }).waitFor();
    const [invoice] = (await api(`/v2/billings?opportunityId=${made.id}`)).json.docs;
    const [line] = invoice.lines;
    assert.deepEqual(
      [line.designation, line.quantity, line.quantityUnit, line.priceWithoutTaxAfterDiscount, line.vatCode],
      ['Maquette', 1.5, 'hour', 13_500, 'FR_2000'],
    );
    // Once the draft is deleted the time is billable again, and the page says so.
    await books.done('delete-billing', invoice.id);
    await page.reload();
    await page.getByText('1 h 30 à facturer').waitFor();

    await page.getByRole('button', { name: 'Refonte du site', exact: true }).click();
    await page.getByRole('button', { name: 'Archiver le projet Refonte du site' }).click();
    await page.getByRole('button', { name: 'Annuler' }).waitFor();
    await page.getByRole('button', { name: 'Afficher (1)' }).click();
    await page.getByRole('button', { name: 'Remettre sur le tableau : Refonte du site' }).click();
    await page.getByRole('button', { name: 'Refonte du site', exact: true }).click();

    await page.getByRole('button', { name: 'Modifier le projet Refonte du site' }).click();
    await dialog.getByLabel('Nom').fill('Refonte et boutique');
    await dialog.getByLabel('Montant').fill('6 000,00');
    await dialog.getByLabel('Colonne').selectOption({ label: 'En cours' });
    await check('a project that is changed');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.waitFor({ state: 'detached' });
    const kept = (await api(`/v2/project/${made.id}`)).json;
    assert.deepEqual([kept.name, kept.amount, kept.category.name], ['Refonte et boutique', 600_000, 'En cours']);

    await page.getByRole('button', { name: 'Refonte et boutique', exact: true }).click();
    await page.getByRole('button', { name: 'Modifier le projet Refonte et boutique' }).click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByText('Les tâches du projet restent, sans projet.').waitFor();
    assert.equal((await api('/v2/projects')).json?.totalDocs, 2, 'what is pressed once deletes nothing');
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await page.getByRole('region', { name: 'Tâches sans projet' }).getByText('Maquette').waitFor();
    assert.equal((await api('/v2/projects')).json?.totalDocs, 1);
    await page.getByRole('button', { name: 'Fiches produits', exact: true }).click();
    await page.getByRole('button', { name: 'Archiver le projet Fiches produits' }).click();
    await page.getByRole('button', { name: 'Afficher (1)' }).click();
    await page.getByRole('button', { name: 'Remettre sur le tableau : Fiches produits' }).waitFor();
    await check('a task without a project, and an archived project');
  },
});
