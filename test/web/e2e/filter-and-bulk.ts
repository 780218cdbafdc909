import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { importStatement } from '../bank-import-steps.ts';
import type { Stage } from '../e2e-test.ts';
import { journey } from '../e2e-test.ts';

/** More than a page of the list holds. */
const INVOICES = 64;

/**
 * The list of invoices: loaded while scrolling, filtered by URL, paid in bulk, reversed, and
 * exported.
 */
export const userJourney = journey({
  name: 'invoices are filtered by URL, two are paid in bulk and reversed, and others are paid by a bank statement',
  run: async ({ page, visit, check, api, address }) => {
    await prepare(api);
    await visit('/factures');
    await page.getByRole('link', { name: /^F-\d{4}-0064$/ }).waitFor();
    await page.getByRole('link', { name: /^À encaisser 64/ }).waitFor();

    // The first 50 are loaded; earlier ones load while scrolling.
    const last = page.getByRole('link', { name: /^F-\d{4}-0001$/ });
    await reached(page, last);
    // The service sums the rows of the month, and of all results.
    await page
      .locator('tr.group', { hasText: /7\s680,00/ })
      .first()
      .waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('verdier');
    await page.waitForURL(`${address}/factures?q=verdier`);
    await page.getByText('32 documents').waitFor();
    await page.reload();
    await page.getByText('32 documents').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'verdier');

    // The count is loaded separately from the rows, and sometimes earlier.
    await page.getByRole('link', { name: /^F-\d{4}-0063$/ }).waitFor();
    // Two with the keyboard only: down, tick, down, tick.
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 sélectionnés').waitFor();
    await page.getByRole('button', { name: 'Enregistrer les paiements' }).click();
    await page.getByText('240,00').first().waitFor();
    // A missing or future day is reported at its field, in the texts of the web app.
    const day = page.getByLabel('Reçus le');
    // The service's day: the browser's is later.
    const today = '2026-03-02';
    for (const [given, said] of [
      ['', 'Indiquez la date du paiement.'],
      ['2999-01-01', 'Cette date est dans le futur'],
    ] as const) {
      await day.fill(given);
      await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await page.locator('.field-error', { hasText: said }).waitFor();
    }
    await check('payments of many');
    await day.fill(today);
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByText('2 paiements enregistrés').waitFor();
    assert.equal((await paid(api)).length, 2, 'both are paid, each once');
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('2 paiements annulés').waitFor();
    assert.equal((await paid(api)).length, 0);
    await importStatement({ page, visit, check, api });
    await visit('/factures?q=verdier');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter' }).click(),
    ]);
    const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(rows.length, 33, 'the head, and what the filter finds');
    assert.match(rows[1] ?? '', /^F-\d{4}-\d{4};Facture;Maison Verdier;/);

    // Only an incomplete draft is left: it is listed with how to fix it, and nothing else changed.
    await visit('/factures?vue=brouillons');
    await page.getByRole('checkbox', { name: /^Tout/ }).check();
    await page.getByRole('button', { name: 'Finaliser' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Finaliser' }).click();
    await page.getByText('1 sur 1 a échoué').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Ouvrir' }).waitFor();
    await check('what failed of many');

    await visit('/devis');
    await page.getByRole('heading', { name: 'Faites un premier devis' }).waitFor();
    await check('no estimates');
  },
});

/**
 * Moves down until a row is there: on a busy machine a key may come before the list has its full
 * height.
 */
async function reached(page: Page, row: Locator): Promise<void> {
  for (let tries = 1; ; tries++) {
    await page.keyboard.press('End');
    try {
      return await row.waitFor({ timeout: AGAIN_MS });
    } catch (error) {
      const stands = await page.evaluate(
        `[...document.querySelectorAll('.more-rows button')].map((each) => [scrollY, document.body.scrollHeight, each.getBoundingClientRect().top, each.ariaDisabled].join(' ')).join()`,
      );
      console.log(`  the list has not gone on: ${String(stands)}`);
      if (tries === TRIES_MAX) throw error;
    }
  }
}

/** Milliseconds until the key is pressed again. */
const AGAIN_MS = 5_000;
const TRIES_MAX = 24;

async function prepare(api: Stage['api']): Promise<void> {
  const customers: string[] = [];
  for (const name of ['Maison Verdier', 'Théâtre de l’Écluse']) {
    const billingAddress = { address: '5 place des Tonneliers', zipCode: '69002', city: 'Lyon', country: 'FR' };
    const made = await api('/organization', { method: 'POST', body: { name, billingAddress } });
    customers.push(made.json?.id);
  }
  for (let nth = 0; nth < INVOICES; nth++) {
    const lines = [
      { designation: 'Pose', quantity: 1, unitPrice: 10_000, type: 'service_delivery', vatCode: 'FR_2000' },
    ];
    const made = await api(`/v2/billing/invoice/${customers[nth % 2]}`, { method: 'POST', body: { lines } });
    await api(`/v2/billing/${made.json?.id}/finalize`, { method: 'PATCH', body: {} });
  }
  await api(`/v2/billing/invoice/${customers[1]}`, { method: 'POST', body: { title: 'Sans ligne' } });
}

const paid = async (api: Stage['api']): Promise<unknown[]> => (await api('/v2/billings?state=paid')).json?.docs;
