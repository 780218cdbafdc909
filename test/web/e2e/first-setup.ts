import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { journey } from '../e2e-test.ts';

/** Milliseconds between two keys of a good typist, and to look at each field before typing. */
const KEY_MS = 60;
const LOOK_MS = 400;
/** Milliseconds from the link to the first PDF, at that pace. */
const FIRST_PDF_MS = 300_000;
/** Buttons, links and choices pressed from the link to the first PDF. */
const PRESSES_MAX = 14;
const COUNT_PRESSES = `addEventListener('click', ({ target }) => {
  if (target.closest('button, a, label, [role=option], [role=menuitem]')) window.presses = (window.presses ?? 0) + 1;
}, true)`;

const typed = async (field: Locator, text: string): Promise<void> => {
  await field.click();
  await field.page().waitForTimeout(LOOK_MS);
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text, { delay: KEY_MS });
};

/** The link printed by `npm start`: the owner, five questions, and the first invoice. */
export const userJourney = journey({
  name: 'the first owner opens the setup link, answers five questions, and has the first invoice PDF within five minutes and 14 clicks at human pace',
  run: async ({ another, visit, check, emptyAccount, address }) => {
    const page = await another('visitor');
    await page.addInitScript(COUNT_PRESSES);
    const began = performance.now();
    let fields = 0;
    const type = async (label: string, text: string, exact = false): Promise<void> => {
      fields += 1;
      await typed(page.getByLabel(label, { exact }), text);
    };
    // Checks of the test itself do not count as user time.
    let aside = 0;
    const looked = async (name: string): Promise<void> => {
      const from = performance.now();
      await check(name, page);
      aside += performance.now() - from;
    };
    await visit(`/bienvenue#secret=${await emptyAccount()}`, page);
    await page.getByRole('heading', { name: 'Bienvenue' }).waitFor();
    await type('Adresse e-mail', 'premiere@atelier.example');
    await type('Votre nom', 'Zoé Martin');
    await type('Mot de passe', 'quatre mots que nul ne devine', true);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Qui facture ?' }).waitFor();
    await type('SIRET', '732 829 320 00075');
    await type('Nom ou raison sociale', 'Zoé Martin');
    await type('Adresse', '10 rue Lecourbe', true);
    await type('Code postal et ville', '75015 Paris');
    await looked('who bills');
    await page.keyboard.press('Enter');
    // The last digit is wrong, and the service says so at the field.
    await page.locator('.field:has([name=siret]) .field-error').waitFor();
    await type('SIRET', '732 829 320 00074');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Facturez-vous la TVA ?' }).waitFor();
    assert.equal(await page.getByLabel('Numéro de TVA').inputValue(), 'FR44732829320');
    await looked('VAT');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByText('Plume').click();
    await looked('paper');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('heading', { name: 'Où vos clients vous paient-ils ?' }).waitFor();
    await type('IBAN', 'FR76 3000 6000 0112 3456 7890 189', true);
    await looked('payment');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('heading', { name: 'Tout est prêt' }).waitFor();
    await looked('all is set');

    const asked = await page.context().request.get(`${address}/v2/company/me`);
    const { settings } = await asked.json();
    assert.deepEqual(
      [settings.siret, settings.vatNumber, settings.vatRegime, settings.address.city, settings.bankInformation.iban],
      ['73282932000074', 'FR44732829320', 'normal', 'Paris', 'FR7630006000011234567890189'],
    );
    await page.getByRole('link', { name: /^Une facture/ }).click();
    await page.waitForURL(`${address}/factures/nouvelle`);
    // The SIRET was typed twice: once with a wrong digit.
    assert.ok(fields - 1 <= 10, `${fields - 1} fields to the first document`);

    await firstInvoice(page);
    await page.getByRole('button', { name: 'Télécharger' }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PDF', exact: true }).click(),
    ]);
    const paper = readFileSync(await download.path());
    assert.equal(paper.subarray(0, 5).toString(), '%PDF-');
    const presses = await page.evaluate<number>('window.presses');
    assert.ok(presses > 5 && presses <= PRESSES_MAX, `${presses} presses from the link to the first PDF`);
    const took = performance.now() - began - aside;
    assert.ok(took < FIRST_PDF_MS, `${Math.round(took / 1000)} s from the link to the first PDF`);
  },
});

/** A first customer, a line, and the number. */
async function firstInvoice(page: Page): Promise<void> {
  await typed(page.getByLabel('Nom, e-mail, SIRET ou ville'), 'Studio Hirondelle');
  await page.getByRole('option', { name: 'Créer « Studio Hirondelle »' }).click();
  for (const [label, said] of [
    ['Adresse', '27 rue Burdeau'],
    ['Code postal', '69001'],
    ['Ville', 'Lyon'],
  ] as const)
    await typed(page.getByLabel(label, { exact: true }), said);
  await page.getByRole('button', { name: 'Créer et choisir' }).click();
  await typed(page.getByLabel('Objet'), 'Agencement de l’accueil');
  await typed(page.getByRole('combobox', { name: 'Désignation, ligne 1' }), 'Comptoir de chêne');
  await typed(page.getByLabel('Prix unitaire HT, ligne 1'), '1234,50');
  await page.keyboard.press('Tab');
  await page.getByText('1 481,40 €').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('status')
    .getByText(/^F-\d{4}-0001 est finalisé/)
    .waitFor();
}
