import assert from 'node:assert/strict';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** A sale from its signature to its credit note, along its timeline. */
export const userJourney = journey({
  name: 'an estimate of 1,200.00 is signed, a 30 % advance paid, the rest billed and partly paid, then 200.00 credited',
  run: async ({ page, visit, check, api, books }) => {
    // The service has a fixed clock here, so the browser has one too.
    await page.clock.setSystemTime(MONDAY * 1000);
    const customer = await books.contact({ emails: ['lea@example.org'] });
    const { id } = await books.finalized(books.estimate(customer));
    const family = async () => (await api(`/v2/billing/${id}/family`)).json;
    await visit(`/documents/${id}`);
    await page.getByRole('button', { name: 'Marquer comme signé' }).first().click();
    await page.getByText('Vous indiquez que le client l’a accepté').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Marquer comme signé' }).click();
    await page.getByRole('button', { name: 'Facturer le reste' }).first().waitFor();

    await page.getByRole('button', { name: /^Demander un acompte/ }).click();
    await page.getByLabel('Pourcentage').last().fill('30');
    await page.getByRole('button', { name: 'Préparer l’acompte' }).click();
    await finalize(page);
    await page.getByText('Reste à payer par').waitFor();
    await pay(page, '360,00');
    await page.getByText('Payée').first().waitFor();
    await check('paid advance');

    await page
      .getByRole('link', { name: /^Devis/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Facturer le reste' }).first().click();
    await finalize(page);
    await page.getByText('840,00 €').first().waitFor();
    await pay(page, '500,00');
    await page.getByText('Partiellement payée').first().waitFor();
    assert.deepEqual(
      (await family()).map(({ type, remainingReconciliateAmount: rest }: any) => [type, rest]),
      [
        ['estimate', undefined],
        ['advance', 0],
        ['invoice', 34_000],
      ],
    );

    await page.getByRole('button', { name: /^Faire un avoir/ }).click();
    await page.getByRole('button', { name: 'Une partie' }).click();
    const amount = page.getByRole('textbox', { name: /^À créditer HT/ });
    await amount.fill('2000');
    await page.getByRole('button', { name: 'Préparer l’avoir' }).click();
    await page
      .getByText(/Au plus/)
      .last()
      .waitFor();
    await check('credit note of a part');
    await amount.fill('166,67');
    await page.getByRole('button', { name: 'Préparer l’avoir' }).click();
    // Next to the draft: 1,000.00 billed, 300.00 of them as an advance, nothing credited before.
    const lines = page.getByRole('list', { name: 'Ligne par ligne, hors taxe' });
    await lines.waitFor();
    assert.deepEqual(
      (await lines.locator('dd').allInnerTexts()).map((text) => text.replace(/\s/g, ' ')),
      ['1 000,00 €', '300,00 €', '0,00 €', '700,00 €'],
    );
    await finalize(page);
    await page.getByText('Crédité à').waitFor();
    const told = await family();
    assert.deepEqual(
      told.map(({ type, amountWithTax }: any) => [type, amountWithTax]),
      [
        ['estimate', 120_000],
        ['advance', 36_000],
        ['invoice', 120_000],
        ['asset', 20_000],
      ],
    );
    // 840.00 less 500.00 paid and 200.00 credited.
    assert.equal(told[2].remainingReconciliateAmount, 14_000);
    await page.getByRole('link', { name: /^Facture de solde/ }).click();
    await page.getByText('140,00 €').first().waitFor();
    // The PDF is displayed; its content is also there as text, including the seller's address.
    await page.locator('.printed-page img[src]').waitFor();
    await page.getByRole('button', { name: 'Texte' }).click();
    await page.locator('.paper').getByText('10 rue Lecourbe').first().waitFor();
    await check('final invoice');

    const invoice = page.url();
    await page.getByRole('link', { name: 'Voir la piste d’audit' }).click();
    await page
      .getByRole('heading', { level: 1, name: /^Piste d’audit de F-/ })
      .first()
      .waitFor();
    await page.getByText('Signature enregistrée, D-2026-0001').waitFor();
    await page
      .getByText(/^n° \d+, empreinte [0-9a-f]{16}…$/)
      .first()
      .waitFor();
    await page.getByText('Aucun mouvement bancaire rapproché de ces documents.').waitFor();
    await check('audit trail of a document', page, 'all');
    await page.goto(invoice);

    // The customer's page shows the same sale as one line with its next step, and links to it.
    await page.getByRole('link', { name: 'Léa Moreau' }).first().click();
    const line = page.getByRole('navigation', { name: /^Documents liés : / });
    await line.getByRole('link', { name: /Encaisser le reste.*140,00/ }).waitFor();
    const stops = (await line.locator('li .kind').allInnerTexts()).map((said) => said.trim());
    assert.deepEqual(stops, ['Devis', 'Facture d’acompte', 'Facture de solde', 'Avoir', 'Ensuite']);
    await page.getByRole('link', { name: 'Paiements', exact: true }).last().click();
    await page.getByRole('link', { name: /^F-/ }).first().waitFor();
    assert.equal(await line.count(), 0);
  },
});

type Page = Parameters<Parameters<typeof journey>[0]['run']>[0]['page'];

/** Finalizes the open draft through its dialog. */
async function finalize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finaliser…' }).first().click();
  await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finaliser/ })
    .click();
  await page.locator('.finalized-document').waitFor();
}

async function pay(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Enregistrer un paiement' }).click();
  await page.getByLabel('Montant reçu').fill(amount);
  // The service's day: the browser's is later.
  await page.getByLabel('Reçu le').fill('2026-03-02');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
