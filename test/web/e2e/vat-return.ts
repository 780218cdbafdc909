import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const LESSON = {
  designation: 'Conseil',
  quantity: 1,
  unitPrice: 100_000,
  vatCode: 'FR_2000',
  type: 'service_delivery',
};

/** The VAT return: a line, its list, its paper; the credit; the franchise. */
export const userJourney = journey({
  name: 'a consultant reads the VAT return on a phone, goes from line 08 to the invoice, states a credit, downloads the form, and sees why the franchise has none',
  run: async (stage) => {
    const { page, visit, check, books } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await page.context().grantPermissions(['clipboard-write']);
    await books.company({ ...COMPANY, vatRegime: 'normal' });
    const { id, number, total } = await books.finalized(books.invoice(await books.contact(), { lines: [LESSON] }));
    await books.pay('invoice', id, total.remainingReconciliateAmount);

    await visit('/livres/recettes');
    await page.getByRole('link', { name: 'Déclaration de TVA' }).click();
    await page.getByRole('combobox', { name: 'Période' }).selectOption({ label: 'Mars 2026' });
    await page.waitForURL(/jour=2026-03-01/);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name: /^Copier 1.000, ligne 08$/ }).waitFor();
    await check('VAT return on a phone', page, 'all');
    await page.getByRole('button', { name: 'Copier 200, ligne 28' }).press('Enter');
    await page.getByText('200 copié').waitFor({ state: 'attached' });

    await page.getByRole('link', { name: 'Taux normal 20 %' }).press('Enter');
    await page.getByRole('heading', { name: 'Ligne 08' }).waitFor();
    await check('pieces of a line on a phone', page, 'all');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: number }).first().press('Enter');
    await page.waitForURL(`**/documents/${id}`);

    await creditAndForm(stage);
    await visit('/');
    await page.getByRole('heading', { name: 'Prochaine déclaration de TVA' }).waitFor();
    await books.company({ vatRegime: 'franchise' });
    await visit('/livres/tva');
    await page.getByText('Vous êtes en franchise').waitFor();
    await check('no VAT return under the franchise', page, 'all');
    await statementOfServices(stage);
  },
});

/** Services for a business in Berlin are stated to customs under the franchise too. */
async function statementOfServices({ page, visit, check, books }: Stage): Promise<void> {
  const address = { address: 'Torstraße 1', city: 'Berlin', zipCode: '10119', country: 'DE' };
  const berlin = { name: 'Kunde GmbH', siret: undefined, vatNumber: 'DE136695976', billingAddress: address };
  const draft = await books.invoice(await books.organization(berlin), { lines: [{ ...LESSON, vatCode: 'FR_00UE' }] });
  await books.done('update-invoice-general-informations', draft.id, { vatMention: 'vat_exemption_eu_service' });
  await books.finalized(draft);
  await page.setViewportSize({ width: 320, height: 800 });
  await visit('/livres/tva?jour=2026-03-01');
  await page.getByRole('heading', { name: 'Déclaration européenne de services (DES)' }).waitFor();
  await page.getByText('DE136695976').waitFor();
  await check('statement of services under the franchise', page, 'all');
  await page.clock.setSystemTime((MONDAY + 35 * DAY) * 1000);
  await page.route(/\/v2\/books\/vat(\?|$)/, (route) =>
    route.continue({ url: `${route.request().url().split('?')[0]}?on=2026-03-01` }),
  );
  await visit('/');
  await page.getByText('Ventes de mars 2026, à déclarer sur douane.gouv.fr').waitFor();
  await check('statement of services on home', page, 'all');
  await page.unrouteAll();
}
const DAY = 86_400;

async function creditAndForm({ page, visit }: Stage): Promise<void> {
  await visit('/livres/tva?jour=2026-03-01');
  const credit = page.getByLabel('Crédit reporté');
  await credit.fill('340');
  await credit.press('Enter');
  await page.getByRole('button', { name: 'Copier 140, ligne 27' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger en PDF' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'tva-2026-03-01-2026-03-31.pdf');
  assert.ok(readFileSync(await download.path(), 'latin1').startsWith('%PDF'));
}
