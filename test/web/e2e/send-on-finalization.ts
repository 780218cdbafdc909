import assert from 'node:assert/strict';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

/** The user sees by which way a customer gets an invoice, and changes it for one customer. */
export const userJourney = journey({
  name: 'invoices leave when they are finalized, except for a customer served by hand, and home shows what could not go',
  run: async (stage) => {
    const { page, visit, check, tests } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await visit('/reglages/plateforme');
    await page.getByRole('button', { name: 'Raccorder la plateforme d’essai' }).click();
    await page.getByLabel('Envoyer chaque facture dès qu’elle est finalisée').click();
    await page.getByRole('checkbox', { checked: true }).waitFor();

    await page.evaluate(() => sessionStorage.setItem('facturier.mode', 'test'));
    const customer = await tests.organization(LUMEN);
    await finalized(stage, customer, 'Dès la finalisation, le document part par votre plateforme agréée.');
    await page.getByText('Mise à disposition du client').first().waitFor();

    await visit(`/clients/${customer}`);
    await page.getByRole('button', { name: 'Modifier' }).first().click();
    await page.getByText('Facturation électronique').first().click();
    await page.getByLabel('Envoi à la plateforme agréée').selectOption('Par vous, document par document');
    await check('customer served by hand', page, 'all');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Par vous, document par document').first().waitFor();
    await finalized(stage, customer, 'Après la finalisation, vous l’envoyez par votre plateforme agréée');
    await page.getByRole('button', { name: 'Envoyer par la plateforme' }).waitFor();

    const unknown = await tests.organization({ name: 'Sans SIREN', siret: null });
    await finalized(stage, unknown, 'Ce client n’a pas de SIREN');
    await page.getByText('son client n’avait pas de SIREN').waitFor();
    await check('invoice that could not go', page, 'all');
    await visit('/');
    const task = page.getByRole('listitem').filter({ hasText: 'n’a pas pu partir par la plateforme' });
    await task.waitFor();
    assert.match(await task.innerText(), /Sans SIREN/);
    await check('home with an invoice that could not go');
  },
});

/** Finalizes a draft on screen, whose dialog says the way. */
async function finalized({ page, visit, check, tests }: Stage, customer: string, way: string): Promise<void> {
  const { id } = await tests.invoice(customer);
  await visit(`/documents/${id}`);
  await page.getByRole('button', { name: 'Finaliser…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(way).waitFor();

  await check(`finalize dialog: ${way}`, page, 'all');
  await dialog.getByLabel('L’envoyer plus tard').check();
  await dialog.getByRole('button', { name: /^Finaliser/ }).click();
  await dialog.waitFor({ state: 'detached' });
}
