import assert from 'node:assert/strict';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** A past period as it would fare under the reform, and nothing is stored. */
export const userJourney = journey({
  name: 'a rehearsal names the customer without a SIREN, and the e-reports that would have been sent',
  run: async ({ page, books, visit, check, api }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    const issued = async (customer: Promise<string> | string, on: number): Promise<{ number: string }> => {
      const draft = await books.invoice(await customer);
      await books.done('update-invoice-timeline', draft.id, { emittedAt: on, paymentDelay: 'thirty_days' });
      return books.finalized(draft);
    };
    const january = Date.UTC(2026, 0, 15, 11) / 1000;
    await issued(books.organization(), january);
    await issued(books.contact(), january);
    const club = await issued(books.organization({ name: 'Club de lecture', siret: null }), january);
    const events = async () => (await api('/v2/events?limit=1&orderDirection=DESC')).json.docs;
    const before = await events();

    await visit('/reglages/plateforme');
    await page.getByRole('button', { name: 'Lancer la répétition' }).click();
    await page
      .getByText('3 documents : 1 seraient arrivés, 1 ne passent pas par une plateforme, 1 à corriger.')
      .waitFor();
    await page.getByRole('link', { name: club.number }).waitFor();
    // The sales of January to the consumer and to the club are in the report of 11 to 20 January.
    await page.getByText('Déclarations qui seraient parties : 1. Périodes sans rien à déclarer : 7.').waitFor();
    await check('rehearsal of a past period', page, 'all');
    assert.deepEqual(await events(), before);

    // The missing SIREN is filled in here, and the past invoice arrives.
    const repair = page.getByRole('form', { name: `Compléter le client de ${club.number}` });
    await repair.getByLabel('SIREN ou SIRET du client').fill('123');
    await repair.getByRole('button', { name: 'Enregistrer' }).click();
    await repair
      .getByText(/SIREN|SIRET/)
      .nth(1)
      .waitFor();
    await repair.getByLabel('SIREN ou SIRET du client').fill('732 829 320');
    await repair.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Enregistré sur la fiche du client. Relancez la répétition.').waitFor();
    await page.getByRole('button', { name: 'Lancer la répétition' }).click();
    await page
      .getByText('3 documents : 2 seraient arrivés, 1 ne passent pas par une plateforme, 0 à corriger.')
      .waitFor();
    await page.getByText('Aucun encaissement à déclarer pour ces documents.').waitFor();

    // A document in a currency without a rate, which the books of this account do not have.
    await page.route(/\/v2\/e-reporting\/reports\/payments\?/, async (route) => {
      const report = await (await route.fetch()).json();
      const faults = [{ name: 'euroRate', numbers: ['F-2026-0009'] }];
      await route.fulfill({ json: { ...report, faults } });
    });
    await page.getByRole('button', { name: 'Lancer la répétition' }).click();
    await page.getByText('Déclarations à compléter : 2.').waitFor();
    await page.getByText('Taux de change inconnu pour : F-2026-0009').first().waitFor();
  },
});
