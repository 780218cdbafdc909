import assert from 'node:assert/strict';
import { COMPANY } from '../../support/service/company.ts';
import { journey, type Stage } from '../e2e-test.ts';

const IBAN = 'FR76 3000 6000 0112 3456 7890 189';
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** How a bank transaction is named in the reference of its payment. */
const OF_STATEMENT = '01890a6a-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

/** Missing settings are reported where they can be entered, before a document is numbered. */
export const userJourney = journey({
  name: 'a new account shows no invented data; before finalizing, the editor lists the missing VAT number, logo, IBAN and mail server',
  run: async (stage) => {
    const { page, visit, api, books } = stage;
    for (const path of ['/paiements', '/paiements/banque']) {
      await visit(path);
      await page.locator('tr.ghost').first().waitFor({ state: 'attached' });
      assert.equal(await page.locator('tr.ghost:visible').count(), 0, `${path} invents a row`);
    }
    const settings = async () => (await api('/v2/company/me')).json.settings;
    await books.company({ ...COMPANY, vatNumber: null });
    await visit('/reglages/tva');
    await page.getByText(/D’après votre SIREN, c’est FR44732829320/).waitFor();
    await page.getByRole('button', { name: 'Enregistrer ce numéro' }).click();
    await page.getByText(/Enregistré à/).waitFor();
    assert.equal((await settings()).vatNumber, 'FR44732829320');

    const { id } = await books.invoice(await books.contact({ emails: ['lea@example.com'] }));
    await givesLogo(stage, id);
    await givesIban(stage, id);
    await visit('/reglages/paiement');
    const account = page.getByRole('group', { name: 'Compte bancaire' });
    await account.getByLabel('IBAN').fill(IBAN);
    await account.getByLabel('IBAN').blur();
    await page.getByText(/Enregistré à/).waitFor();
    const { bankInformation } = await settings();
    assert.deepEqual([bankInformation.iban, bankInformation.bic || undefined], [IBAN.replaceAll(' ', ''), undefined]);
    await finalizes(stage, id);
  },
});

/** The logo is uploaded under Identité, and appears on the page of a draft. */
async function givesLogo({ page, visit, check }: Stage, id: string): Promise<void> {
  await visit('/reglages/entreprise');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
  await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
  await page.getByText('Logo enregistré').waitFor();
  await page.getByText(/^Largeur du logo/).waitFor();
  await visit(`/documents/${id}`);
  await page.locator('.paper .paper-logo').waitFor();
  await check('a draft with a logo');
}

/** A transfer without IBAN is reported; an invalid one is not saved, and one without BIC is. */
async function givesIban({ page, api, check }: Stage, id: string): Promise<void> {
  await page.getByText(/propose le virement mais n’indique aucun IBAN/).waitFor();
  await page.getByRole('button', { name: /^Compte bancaire/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN').fill(IBAN.replace('3000', '3001'));
  await dialog.getByText('Pas encore enregistré').waitFor();
  await check('an IBAN that cannot exist', page, 'over');
  const bankOf = async () => (await api(`/v2/billing/${id}`)).json.bankInformation;
  assert.equal(await bankOf(), undefined);
  await dialog.getByLabel('IBAN').fill(IBAN);
  await page.getByText(/propose le virement mais n’indique aucun IBAN/).waitFor({ state: 'detached' });
  const { iban, bic } = await bankOf();
  assert.deepEqual([iban, bic || undefined], [IBAN.replaceAll(' ', ''), undefined]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/**
 * Without a mail server the document is numbered but not sent; a payment by a statement is not
 * named by an id.
 */
async function finalizes({ page, visit, api, books, check }: Stage, id: string): Promise<void> {
  const { json } = await api('/v2/usage');
  await page.route('**/v2/usage', (route) => route.fulfill({ json: { ...json, sendsMail: false } }));
  await visit(`/documents/${id}`);
  await page.getByRole('button', { name: 'Finaliser' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Aucun serveur d’envoi n’est configuré').waitFor();
  await check('a document that cannot be sent', page, 'over');
  await dialog.getByRole('button', { name: /^Finaliser/ }).click();
  await page.getByRole('button', { name: 'Enregistrer un paiement' }).waitFor();
  const { emittedAt, total } = (await api(`/v2/billing/${id}`)).json;
  const payment = { amount: total.amountWithTaxAfterDiscount, receivedAt: emittedAt, method: 'transfer' };
  await books.done('mark-paid', id, { payments: [{ ...payment, transactionId: OF_STATEMENT }] });
  await visit(`/documents/${id}`);
  await page.getByText('reconnu sur le relevé bancaire').waitFor();
  assert.equal(await page.getByText(OF_STATEMENT).count(), 0);
}
