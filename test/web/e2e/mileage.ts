import assert from 'node:assert/strict';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** The mileage log on a phone: a vehicle, a trip in one line, a repeated and a corrected one. */
export const userJourney = journey({
  name: 'a sole trader adds a car and a trip of 224 km on a phone, deducts 142.46, repeats the trip and corrects it, and home counts it',
  run: async ({ page, visit, check, books }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company({ ...COMPANY, legalStatus: 'ei' });
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/livres/achats');
    await page.getByRole('link', { name: 'Frais kilométriques' }).click();
    await page.getByText('Ajoutez d’abord votre véhicule').waitFor();
    await page.getByLabel('Nom', { exact: true }).fill('Clio');
    await page.getByRole('button', { name: 'Ajouter un véhicule' }).press('Enter');
    await page.getByText('Indiquez la puissance fiscale, comme 5').waitFor();
    await page.getByLabel('Puissance fiscale').fill('5');
    await page.getByRole('button', { name: 'Ajouter un véhicule' }).press('Enter');
    await page.getByText('Véhicule ajouté').first().waitFor();

    await page.getByLabel('Départ').fill('Lyon');
    await page.getByLabel('Arrivée').fill('Grenoble');
    await page.getByLabel('Motif').fill('Visite de chantier');
    await page.getByLabel('Km à l’aller').fill('112,5');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).press('Enter');
    await page.getByText('Un nombre entier, comme 112').waitFor();
    await page.getByLabel('Km à l’aller').fill('112');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).press('Enter');
    await page
      .getByText(/Trajet enregistré\s: 142,46/)
      .first()
      .waitFor();
    await page.getByText('N° 1').waitFor();

    await page.getByLabel('Emploi des kilomètres de 2026').selectOption('deducted');
    await page.getByText('Emploi enregistré').first().waitFor();
    await check('mileage log', page, 'all');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);

    await page.getByRole('button', { name: 'Répéter le trajet n° 1' }).press('Enter');
    await page.getByText('Trajet n° 1 repris').waitFor();
    await page.getByRole('button', { name: 'Ajouter', exact: true }).press('Enter');
    await page.getByText('N° 2').waitFor();
    await page.getByRole('button', { name: 'Corriger le trajet n° 2' }).press('Enter');
    await page.getByRole('button', { name: 'Annuler le trajet' }).press('Enter');
    await page.getByText('Trajet annulé').first().waitFor();
    await page.getByText('N° 3').waitFor();
    const { json } = await books.ask('get-mileage', {});
    assert.deepEqual([json.use, json.trips, json.distance, json.counted], ['deducted', 1, 224, 14_246]);

    await books.finalized(books.invoice(await books.contact()));
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit('/');
    await page
      .getByText(/142,46\s€ de frais kilométriques\./)
      .first()
      .waitFor();
  },
});
