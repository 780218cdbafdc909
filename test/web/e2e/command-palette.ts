import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { serviceVersion } from '../../../src/runtime/service-version.ts';
import { type Books, TRAINING } from '../../support/documents/example-books.ts';
import { journey } from '../e2e-test.ts';
import { keySequence } from '../key-sequence.ts';

/** The palette and the navigation shortcuts: only keys are pressed. */
export const userJourney = journey({
  name: 'with the keyboard only, the palette finds customers, settings, actions and amounts; shortcuts can be disabled',
  run: async ({ page, api, books, visit, address }) => {
    const made = await api('/organization', { body: { name: 'Éts Verdière', emails: ['contact@verdiere.example'] } });
    assert.equal(made.status, 201, made.text);
    await visit('/');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Chercher et agir' });
    await palette.getByRole('option', { name: 'Nouvelle facture' }).waitFor();
    await page.keyboard.type('verdiere');
    await palette.getByRole('option', { name: 'Éts Verdière', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/clients/${made.json.id}`);

    await findsPlacesAndAmounts(page, address, await pricedInvoice(books));
    await keySequence(page, ['g', 'p'], '/projets');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Aide et raccourcis' });
    await sheet.waitFor();
    await sheet.getByText(`Facturier ${serviceVersion()}`).waitFor();
    await sheet.getByText('Corriger une facture finalisée').click();
    await sheet.getByText('faites un avoir').waitFor();
    await sheet.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    assert.equal(page.url(), `${address}/projets`, 'a key that is switched off leads nowhere');
    await page.keyboard.press('Escape');
  },
});

/** An invoice of 2,017.86 tax included; its id. */
async function pricedInvoice(books: Books): Promise<string> {
  const customer = await books.contact();
  const line = { ...TRAINING, unitPrice: 168_155 };
  return (await books.finalized(books.invoice(customer, { lines: [line] }))).id;
}

/** A typed text, the result it finds, and where that leads. */
async function findsPlacesAndAmounts(page: Page, address: string, invoiceId: string): Promise<void> {
  const wanted = [
    ['tva', 'TVA et régime', '/reglages/tva'],
    ['logo', 'Logo', '/reglages/entreprise'],
    ['relance', 'Relances automatiques', '/reglages/paiement'],
    ['iban', 'Compte bancaire', '/reglages/paiement'],
    ['2017,86', 'Léa Moreau', `/documents/${invoiceId}`],
  ] as const;
  for (const [typed, found, leads] of wanted) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    const hit = page.getByRole('dialog', { name: 'Chercher et agir' }).getByRole('option', { name: found }).first();
    await hit.waitFor();
    await hit.click();
    await page.waitForURL(`${address}${leads}`);
  }
}
