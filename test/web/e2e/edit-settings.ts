import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Books, TRAINING } from '../../support/documents/example-books.ts';
import { journey, type Stage } from '../e2e-test.ts';

/** Milliseconds until a customer checks whether their payment has arrived. */
const LOOK_AGAIN_MS = 250;

/**
 * Settings are saved in place; a refusal is at its field, and keeps the old value. A payment
 * provider is connected with a key; a test invoice is paid at the fake one, and shown with its fee.
 */
export const userJourney = journey({
  name: 'settings are saved field by field, a wrong SIRET is refused at its field; a test invoice is paid online',
  run: async ({ page, visit, check, api, tests, another }) => {
    const settings = async () => (await api('/v2/company/me')).json.settings;
    // A followed link shows the top of the page, and stays there once everything is loaded.
    await visit('/reglages');
    for (const [to, last] of [
      ['securite', 'input[type=password]'],
      ['paiement', '.provider-form'],
    ]) {
      await page.locator(`aside a[href="/reglages/${to}"]`).click();
      await page.locator(`main ${last}`).first().waitFor();
      await page.waitForFunction("document.activeElement.id === 'contenu'");
    }
    await visit('/reglages/entreprise');
    const siret = page.getByLabel('SIRET', { exact: true });
    const before = (await settings()).siret;
    await siret.fill('732 829 320 00075');
    await siret.press('Tab');
    await page.locator('.field-error').first().waitFor();
    await check('identity with a fault');
    assert.equal((await settings()).siret, before);
    await siret.press('Escape');
    await page.locator('.field-error').waitFor({ state: 'detached' });
    await page.getByLabel('Nom commercial').fill('Atelier du Rhône');
    await page.getByLabel('Nom commercial').press('Enter');
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).commercialName, 'Atelier du Rhône');

    await visit('/reglages/numerotation');
    const format = page.getByLabel('Format').first();
    await format.fill('{year}/{counter:5}-{series}');
    await page.getByText(/^\d{4}\/00001-F$/).waitFor();
    await format.press('Enter');
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).numbering.F.format, '{year}/{counter:5}-{series}');

    await visit('/reglages/paiement');
    const key = page.getByLabel('Clé secrète');
    await key.fill('sk_live_wrong');
    await page.getByRole('button', { name: 'Connecter', exact: true }).click();
    await page.getByText('Le prestataire n’accepte pas cette clé').waitFor();
    await key.fill('sk_live_right');
    await page.getByRole('button', { name: 'Connecter', exact: true }).click();
    await page.getByText('Connecté à Stripe (acct_of_zoe)').waitFor();
    assert.equal(await page.getByText('sk_live').count(), 0, 'nothing of the key is shown again');
    await page.getByRole('checkbox', { name: 'Proposer le paiement en ligne' }).click();
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).defaults.isOnlinePaymentActivated, true);

    const invoice = await tests.finalized(tests.invoice(await tests.contact(), { lines: [TRAINING] }));
    assert.equal(invoice.isOnlinePaymentActivated, true, 'the company decided it');
    await page.evaluate(() => sessionStorage.setItem('facturier.mode', 'test'));
    await visit(`/documents/${invoice.id}`);
    await page.getByRole('button', { name: 'Ne plus le proposer' }).click();
    await page.getByRole('button', { name: 'Proposer le paiement en ligne' }).click();
    await page.getByText('Votre client peut payer par carte').waitFor();
    const customer = await another('visitor');
    await customer.goto((await tests.done('link-billing', invoice.id)).url);
    await customer.getByRole('button', { name: /^Payer/ }).click();
    await customer.getByRole('button', { name: 'Payer' }).click();
    await customer.waitForURL(/[?&]paid/);
    while ((await customer.getByText(/^Payée le/).count()) === 0) {
      await customer.waitForTimeout(LOOK_AGAIN_MS);
      await customer.reload();
    }

    await visit('/paiements/en-ligne');
    const row = page.getByRole('row', { name: invoice.number });
    await row.getByText('18,25').waitFor();
    await paidTwice(tests, customer);
    await page.reload();
    await page.getByRole('button', { name: /^Imputer 1.200,00/ }).click();
    await page.getByLabel('Montant').fill('700');
    await check('money to apply', page, 'over');
    await page.getByRole('dialog').getByRole('button', { name: 'Imputer' }).click();
    await page.getByText(/^700,00.€ imputés sur/).waitFor();
    await page.getByRole('button', { name: /^Marquer comme rendu : 500,00/ }).click();
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByText(/^500,00.€ marqués comme rendus/).waitFor();
    await page.getByText('Sommes à rendre ou à imputer').waitFor({ state: 'detached' });
    await movesTestClock({ page, check, tests });
  },
});

/**
 * The test clock is moved to a day by keyboard; refusals are shown, and a new draft has its day.
 */
async function movesTestClock({ page, check, tests }: Pick<Stage, 'page' | 'check' | 'tests'>): Promise<void> {
  const { today } = await tests.done('get-test-clock');
  await page.getByRole('button', { name: 'Avancer le temps' }).press('Enter');
  await page.getByRole('menuitem', { name: 'De 1 jour' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Jusqu’au').press('Enter');
  await dialog.locator('.field-error').getByText('choisissez une date ultérieure').waitFor();
  await check('a clock that is moved to a day', page, 'over');
  const day = `${Number(today.slice(0, 4)) + 1}-01-02`;
  await dialog.getByLabel('Jusqu’au').fill(day);
  await dialog.getByLabel('Jusqu’au').press('Enter');
  await page.getByText(`Date de test : le 2 janvier ${day.slice(0, 4)}.`).waitFor();
  await check('a strip that tells another day');
  await page.getByRole('link', { name: 'Accueil' }).first().click();
  await page
    .getByRole('heading', { name: /^\S+ 2 janvier$/ })
    .first()
    .waitFor();
}

/**
 * An invoice of 1,200.00 with a bank payment pending for days that is meanwhile paid by transfer,
 * next to another open one.
 */
async function paidTwice(tests: Books, customer: Page): Promise<void> {
  const contact = await tests.contact({ firstname: 'Paul' });
  const { id } = await tests.finalized(tests.invoice(contact));
  await tests.finalized(tests.invoice(contact));
  const { url } = await tests.done('link-billing', id);
  await customer.goto(url);
  await customer.getByRole('button', { name: /^Payer/ }).click();
  await customer.waitForURL(/try\?session=/);
  const session = new URL(customer.url()).searchParams.get('session') as string;
  const chosen = (outcome: string) =>
    customer.request.post(`${url}/try`, { form: { session, outcome }, maxRedirects: 0 });
  const state = async (): Promise<string> =>
    (await tests.done('list-online-payments')).onlinePayments.find((each: { id: string }) => each.id === session)
      ?.state;
  for (const [outcome, awaited] of [
    ['pending', 'pending'],
    ['paid', 'paid'],
  ] as const) {
    await chosen(outcome);
    while ((await state()) !== awaited) await customer.waitForTimeout(LOOK_AGAIN_MS);
    if (outcome === 'pending') await tests.pay('invoice', id, 120_000);
  }
}
