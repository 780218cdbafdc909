import assert from 'node:assert/strict';
import { TRAINING } from '../../support/documents/example-books.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

/** The home page: amounts due, late ones and tasks, as figures that open the list they sum. */
export const userJourney = journey({
  name: 'the home page shows amounts due and late, tasks, and the table of its chart; a figure opens the list it sums',
  run: async ({ page, books, visit, check, api }) => {
    const bakery = await books.organization();
    const late = await books.invoice(bakery);
    await books.done('update-invoice-timeline', late.id, {
      emittedAt: Date.UTC(2026, 0, 5, 11) / 1000,
      paymentDelay: 'thirty_days',
    });
    await books.finalized(late);
    const paid = await books.finalized(books.invoice(bakery, { lines: [{ ...TRAINING, quantity: 2 }] }));
    await books.pay('invoice', paid.id, 100_000);
    await books.invoice(bakery, { lines: [{ ...TRAINING, quantity: 3 }] });

    await visit('/');
    // 1,200.00 are late; of 2,400.00 there were 1,000.00 paid.
    await page.locator('.lead a', { hasText: '2 600,00 €' }).waitFor();
    await page.locator('.lead a.late', { hasText: '1 200,00 €' }).waitFor();
    await page.getByText('en retard de').waitFor();
    await page.getByText('brouillon, prêt').waitFor();
    await check('home, with figures');
    await resultOfMonth({ page, books, visit, check });
    await keysRefused({ page, visit, check, api });

    await page.getByRole('button', { name: 'Facturé' }).click();
    await page.getByRole('button', { name: 'Voir en tableau' }).click();
    const rows = await page.locator('.turnover-table tbody tr').allInnerTexts();
    const said = rows.map((row) => row.replaceAll(/\s+/g, ' '));
    assert.deepEqual(said.slice(0, 3), [
      'Janvier 2026 1 000,00 € 0,00 €',
      'Février 2026 0,00 € 0,00 €',
      'Mars 2026 2 000,00 € 0,00 €',
    ]);
    await check('home, as a table');

    await page.locator('.turnover-table').getByRole('link', { name: '2 000,00 €' }).click();
    await page.waitForURL(/\/factures\?.*du=2026-03-01/);
    await page.getByRole('status').getByText('chiffre d’affaires facturé 2 000,00 € HT').waitFor();
    await visit('/');

    await page.locator('.lead a.late').click();
    await page.waitForURL(/\/factures\?/);
    const { searchParams } = new URL(page.url());
    assert.equal(
      searchParams.get('situation') ?? searchParams.get('retard'),
      searchParams.has('situation') ? 'late' : 'oui',
    );

    await chased({ page, visit, check }, late.id);

    // A month of collected money opens its payments and refunds, and their sum: the figure itself.
    const returned = await books.finalized(books.invoice(bakery));
    await books.pay('invoice', returned.id, 120_000);
    const note = await books.finalized(books.done('create-asset', returned.id));
    await books.done('refund-asset', note.id, { refundAt: MONDAY });
    await visit('/');
    await page.getByRole('link', { name: /^Mars 2026 : 833,33 €/ }).click();
    await page.waitForURL(/\/paiements\?.*du=2026-03-01/);
    const status = page.getByRole('status');
    await status.getByText('2 mouvements, 2 200,00 € encaissés TTC').waitFor();
    await status.getByText('−1 000,00 € HT remboursés').waitFor();
    await status.getByText('Chiffre d’affaires encaissé : 833,33 € HT').waitFor();
    await page.getByRole('region', { name: '1 avoir remboursé' }).getByText('−1 200,00 €').waitFor();
    await check('payments with a refund');
  },
});

/** What the month brings, in sentences that open their lists. */
async function resultOfMonth({ page, books, visit, check }: Pick<Stage, 'page' | 'books' | 'visit' | 'check'>) {
  const paper = { supplierName: 'Papeterie', nature: 'supplies', amount: 12_000, deductibleVat: 2_000 };
  await books.done('record-purchase', undefined, { ...paper, paidOn: '2026-03-01', method: 'credit_card' });
  await visit('/');
  const card = page.getByRole('region', { name: 'Résultat' });
  const month = card.locator('.result').first();
  // Of 1,000.00 received 166.67 are VAT; 20.00 can be deducted.
  await month.getByText('2 000,00 € facturés, hors taxes.').waitFor();
  await month.getByText('1 000,00 € encaissés, dont 166,67 € de TVA.').waitFor();
  await month.getByText('120,00 € dépensés, dont 20,00 € de TVA déductible.').waitFor();
  await month.getByText('146,67 € de TVA à payer : 166,67 € due, moins 20,00 € déductible.').waitFor();
  await month.getByText('À mettre de côté : 146,67 €.').waitFor();
  await month.getByText('Il reste 733,33 € : encaissé moins dépensé, hors TVA.').waitFor();
  await card.getByText('1 000,00 € encaissés en plus').waitFor();
  assert.equal(await card.getByText('cotisations').count(), 0);
  await month.getByRole('link', { name: '1 000,00 €' }).click();
  await page.waitForURL(/\/livres\/recettes\?periode=2026-03/);
  await visit('/');
  await month.getByRole('link', { name: '120,00 €', exact: true }).click();
  await page.waitForURL(/\/livres\/achats\?periode=2026-03/);

  await books.company({ legalStatus: 'micro_enterprise' });
  await visit('/');
  // Of 833.00 declared, 25.6 % are 213.25 and 0.2 % for training 1.67.
  await month.getByText('214,92 € de cotisations sur ce qui est encaissé.').waitFor();
  await month.getByText('À mettre de côté : 361,59 €.').waitFor();
  await card.getByRole('button', { name: 'Le mois dernier' }).click();
  await month.getByText('0,00 € de cotisations').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  await check('home, with the result of last month on a narrow phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await books.company({ legalStatus: 'ei' });
  await visit('/');
}

/** The answer of the API when the platform of an account no longer takes its keys. */
async function keysRefused({
  page,
  visit,
  check,
  api,
}: Pick<Stage, 'page' | 'visit' | 'check' | 'api'>): Promise<void> {
  const { json } = await api('/v2/e-invoicing/connections');
  const failure = { reason: 'keys_refused', said: 'invalid_client', at: MONDAY };
  const connection = { id: 'p1', name: 'Plateforme des artisans', test: false, sends: true, receives: true, failure };
  const connections = [connection, { ...connection, id: 'p2', name: 'Bac à sable', test: true }];
  await page.route('**/v2/e-invoicing/connections', (route) => route.fulfill({ json: { ...json, connections } }));
  await visit('/');
  const card = page.getByRole('region', { name: 'Plateforme agréée' });
  await card.getByText('Plateforme des artisans').waitFor();
  await card.getByText('Les documents en attente seront envoyés').waitFor();
  // Test documents have another connection.
  assert.equal(await card.getByText('Bac à sable').count(), 0);
  await check('home, with a platform that refuses its keys');
  await page.unroute('**/v2/e-invoicing/connections');
  await visit('/');
  await page.getByText('brouillon, prêt').waitFor();
  assert.equal(await card.count(), 0);
}

/**
 * For the late invoice, the customer is reminded automatically and at once, and the owner makes a
 * formal notice.
 */
async function chased({ page, visit, check }: Pick<Stage, 'page' | 'visit' | 'check'>, id: string): Promise<void> {
  await visit(`/documents/${id}`);
  const part = page.getByRole('region', { name: 'Relances automatiques' });
  await part.getByText('Désactivées').waitFor();
  await part.getByRole('button', { name: 'Modifier…' }).click();
  await page.getByLabel('Destinataires').fill('compta');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByRole('dialog').locator('.field-error').waitFor();
  await check('reminders of a late invoice', page, 'over');
  await page.getByLabel('Destinataires').fill('compta@boulangerie.fr');
  await page.getByLabel('Nombre de relances').selectOption('2');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await part.getByText('0 envoyée sur 2').waitFor();
  await part.getByText('compta@boulangerie.fr').waitFor();
  await part.getByRole('button', { name: 'Relancer maintenant' }).click();
  await part.getByText('1 envoyée sur 2').waitFor();

  await page.getByRole('button', { name: 'Mettre en demeure…' }).click();
  // 1,200.00 for 26 days at three times the legal rate of 2.62 %, and the 40 EUR.
  await page.getByRole('dialog').getByText('1 246,72 €').waitFor();
  await page.getByLabel('Taux annuel des pénalités').fill('31');
  await page.getByText('Un pourcentage, de 0,01 à 30.').waitFor();
  await page.getByLabel('Taux annuel des pénalités').fill('10');
  await page.getByRole('dialog').getByText('1 248,55 €').waitFor();
  await check('a formal notice', page, 'over');
  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Établir la mise en demeure' }).click();
  assert.equal((await paper).suggestedFilename(), 'mise-en-demeure-F-2026-0001-2026-03-02.pdf');
  await part.getByText('Dernière mise en demeure : 2 mars 2026').waitFor();
  await page.getByText('Mise en demeure établie').first().waitFor();
  await check('an invoice that is chased');
  await visit('/factures?vue=relances');
  await page.getByRole('link', { name: 'F-2026-0001' }).first().waitFor();
}
