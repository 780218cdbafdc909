import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TRAINING } from '../../support/documents/example-books.ts';
import { fecFaults } from '../../support/documents/fec-checks.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

/** Journals: the trial balance, the ledger of an account, the file of entries, an own account. */
export const userJourney = journey({
  name: 'a freelancer reads what customers owe in the ledger of 411, chooses an account for the sales and downloads the file for the accountant; typed opening balances are listed and taken back',
  run: async (stage) => {
    const { page, visit, check, books } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    const { id, number } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
    await books.pay('invoice', id, 60_000);

    await visit('/livres/recettes');
    await page.getByRole('link', { name: 'Journaux et FEC' }).click();
    await page.getByRole('heading', { name: 'Journaux et FEC' }).waitFor();
    await page.getByText('2 écritures').waitFor();
    await page.getByText('Ce n’est pas le FEC complet').waitFor();
    await check('trial balance', page, 'all');

    await page.getByRole('link', { name: '411', exact: true }).press('Enter');
    await page.waitForURL(/compte=/);
    const ledger = page.getByRole('table', { name: 'Grand livre du compte 411, Clients' });
    await ledger.getByRole('link', { name: `Facture ${number} Léa Moreau` }).waitFor();
    assert.match(await ledger.innerText(), /BQ-1[\s\S]*600,00\s€[\s\S]*600,00\s€/);
    assert.match(await ledger.innerText(), /Lettrage[\s\S]*ouvert/);
    await check('ledger of an account', page, 'all');
    await page.getByRole('link', { name: 'Balance générale' }).click();

    await page.getByText('Reprendre des soldes', { exact: true }).click();
    const [bank, capital] = [
      page.getByRole('group', { name: 'Ligne 1' }),
      page.getByRole('group', { name: 'Ligne 2' }),
    ];
    await bank.getByLabel('Compte et libellé').fill('512 Banque');
    await bank.getByLabel('Débit').fill('4 200');
    await capital.getByLabel('Compte et libellé').fill('101 Capital individuel');
    await capital.getByLabel('Crédit').fill('4 199');
    await page.getByRole('button', { name: 'Enregistrer les soldes' }).click();
    await page
      .getByText(/4199,00/)
      .first()
      .waitFor();
    await check('opening balances', page, 'all');
    await capital.getByLabel('Crédit').fill('4 200');
    await page.getByRole('button', { name: 'Enregistrer les soldes' }).click();
    await page.getByText('Reprise de soldes 1 enregistrée.').waitFor();
    await page.getByRole('link', { name: '101', exact: true }).waitFor();
    await takeOpeningBack(stage);

    await page.getByText('Plan comptable', { exact: true }).click();
    const services = page.getByLabel('Prestations de services, 20 %');
    await services.fill('606 Formations');
    await services.press('Enter');
    await page.getByText(/doit commencer par 7/).waitFor();
    await services.fill('7061 Formations');
    await services.press('Enter');
    await page.getByText('Par défaut : 706 Prestations de services').waitFor();
    await page.getByRole('link', { name: '7061', exact: true }).waitFor();
    await check('chart of accounts', page, 'all');

    const file = await saved(
      stage,
      'Télécharger le fichier des écritures',
      /-ventes-encaissements-2026-01-01-2026-12-31\.txt$/,
    );
    assert.deepEqual(fecFaults(file), []);
    assert.match(file.toString(), /\t7061\tFormations\t/);
    assert.match((await saved(stage, 'Télécharger en CSV', /\.csv$/)).toString(), /;7061;Formations;/);
    await page.getByRole('combobox', { name: 'Mois ou trimestre' }).selectOption({ label: '2e trimestre' });
    await page.getByText('Aucune écriture sur cette période.').waitFor();
  },
});

/** The typed balances are in their list, and are taken back on a phone. */
async function takeOpeningBack({ page, check, books }: Stage): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByText('1 reprise de soldes').click();
  await page.getByRole('list', { name: 'Lignes de la reprise 1' }).getByText('512 Banque').waitFor();
  await page.getByText(/enregistrée le/).waitFor();
  await page.getByRole('button', { name: 'Annuler la reprise 1' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la reprise', exact: true }).press('Enter');
  await page.getByText('2 reprises de soldes').waitFor();
  await check('opening balances that were recorded', page, 'all');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 320, `${width} px wide`);
  const { docs } = (await books.ask('list-opening-balances', { query: {} })).json;
  assert.deepEqual(
    docs.map(({ number, reversed }: { number: number; reversed: boolean }) => [number, reversed]),
    [
      [2, false],
      [1, true],
    ],
  );
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function saved({ page }: Stage, name: string, file: RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  assert.match(download.suggestedFilename(), file);
  return readFileSync(await download.path());
}
