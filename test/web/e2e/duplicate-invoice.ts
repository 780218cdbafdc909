import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey, type Stage } from '../e2e-test.ts';
import { keySequence } from '../key-sequence.ts';

/**
 * Seconds an experienced user needs for a key, and to decide on the next step (the keystroke-level
 * model of Card, Moran and Newell).
 */
const KEY_SECONDS = 0.28;
const THOUGHT_SECONDS = 1.35;
const REPEAT_SECONDS_MAX = 20;

/** Last month's invoice is billed again: only keys are pressed, and each is counted. */
export const userJourney = journey({
  name: 'an invoice of last month is duplicated and finalized in less than 20 seconds at human pace, with the keyboard only',
  run: async ({ page, visit, check, api, books }) => {
    await books.finalized(
      books.invoice(await books.organization(), { title: 'Formation de mars', lines: TRAINING_DAY }),
    );
    await visit('/');
    const spent = { keys: 0, thoughts: 0 };
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      spent.keys += keys.flatMap((key) => key.split('+')).length;
    };
    const think = (): void => void spent.thoughts++;

    think();
    await keySequence(page, ['g', 'f'], '/factures');
    spent.keys += 2;
    await page.getByRole('link', { name: /^F-\d{4}-0001$/ }).waitFor();
    think();
    await press('j', 'Enter');
    await page.getByRole('button', { name: /^Dupliquer/ }).waitFor();
    think();
    while (!(await focused(page)).startsWith('Dupliquer')) {
      assert.ok(spent.keys < 100, 'it is reached by Shift and Tab');
      await press('Shift+Tab');
    }
    await press('Enter');
    await page.getByLabel('Objet').waitFor();
    think();
    await press('Control+Enter');
    await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
    think();
    await press('Control+Enter');
    await page
      .getByRole('status')
      .getByText(/^F-\d{4}-0002 est finalisé/)
      .waitFor();

    const seconds = spent.keys * KEY_SECONDS + spent.thoughts * THOUGHT_SECONDS;
    console.log(
      `  an invoice is repeated with ${spent.keys} keys and ${spent.thoughts} thoughts: ${seconds.toFixed(1)} s`,
    );
    assert.ok(seconds < REPEAT_SECONDS_MAX, `${seconds} s`);
    const { docs } = (await api('/v2/billings?type=invoice&state=finalized')).json;
    assert.deepEqual(
      docs.map((each: { title: string; total: { amountWithTaxAfterDiscount: number } }) => [
        each.title,
        each.total.amountWithTaxAfterDiscount,
      ]),
      [
        ['Formation de mars', 120_000],
        ['Formation de mars', 120_000],
      ],
    );

    await recurring({ page, visit, check }, docs[0].id);
    await askedOfAgency({ page, visit, check, books }, docs[0].emittedAt);
    await followsOn({ page, visit, books });
  },
});

/**
 * Before finalization the last two numbers of the series are shown, whatever drafts were begun
 * since.
 */
async function followsOn({ page, visit, books }: Pick<Stage, 'page' | 'visit' | 'books'>): Promise<void> {
  const customerId = await books.contact();
  for (let n = 0; n < DRAFTS_SINCE; n++) await books.invoice(customerId, { lines: TRAINING_DAY });
  const { id } = await books.invoice(customerId, { lines: TRAINING_DAY });
  await visit(`/documents/${id}`);
  await page.getByRole('button', { name: /^Finaliser/ }).click();
  const rows = page.getByRole('dialog').getByRole('row');
  await rows.filter({ hasText: /-0003/ }).waitFor();
  const numbers = (await rows.allInnerTexts()).map((row) => /[A-Z]+-\d{4}-(\d{4})/.exec(row)?.[1]);
  assert.deepEqual(numbers, ['0002', '0003', '0004']);
}

/** More than a page of a list. */
const DRAFTS_SINCE = 20;

/** It recurs monthly, is paused and resumed, and has a list of its own. */
async function recurring({ page, visit, check }: Pick<Stage, 'page' | 'visit' | 'check'>, id: string): Promise<void> {
  await visit(`/documents/${id}`);
  await page.getByRole('button', { name: 'Rendre récurrente…' }).click();
  await page.getByLabel('Tous les').fill('0');
  await page.getByRole('button', { name: 'Rendre récurrente', exact: true }).click();
  await page.getByText('Un nombre entier, au moins 1.').waitFor();
  await check('an invoice is made to recur');
  await page.getByLabel('Tous les').fill('2');
  await page.getByLabel('À chaque date').selectOption('Finaliser et envoyer au client');
  await page.getByRole('button', { name: 'Rendre récurrente', exact: true }).click();
  const part = page.getByRole('region', { name: 'Récurrence' });
  await part.getByText('Tous les 2 mois').waitFor();
  await part.getByRole('button', { name: 'Mettre en pause' }).click();
  await part.getByText('En pause').waitFor();
  await part.getByRole('button', { name: 'Reprendre' }).click();
  await part.getByText('Active').waitFor();
  await check('an invoice that recurs');
  await visit('/factures?vue=recurrentes');
  await page.getByRole('link', { name: /^F-\d{4}-0002$/ }).waitFor();
}

/**
 * A gardener's customer is registered with the agency: faults are at their fields, and the invoice
 * says what it waits for.
 */
async function askedOfAgency(
  { page, visit, check, books }: Pick<Stage, 'page' | 'visit' | 'check' | 'books'>,
  worked: number,
): Promise<void> {
  const customerId = await books.contact();
  const gardening = { ...TRAINING_DAY[0], quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' };
  const { id } = await books.invoice(customerId, { lines: [gardening] });
  const paymentRequest = { advanceAlreadyPaid: 0, dateDebutEmploi: worked, dateFinEmploi: worked };
  await books.done('update-invoice-payment-request', id, { paymentRequest });
  await books.finalized({ id });
  await visit(`/documents/${id}`);
  const part = page.getByRole('region', { name: 'Avance immédiate' });
  await part.getByText('Connectez votre accès à l’Urssaf').waitFor();
  await check('an invoice the agency is to be asked for');

  await visit(`/clients/${customerId}?est=personne`);
  await page.getByRole('button', { name: 'Inscrire…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Téléphone portable').fill('01 23 45 67 89');
  await dialog.getByRole('button', { name: 'Inscrire', exact: true }).click();
  await dialog.getByText('Donnez un numéro de mobile français').waitFor();
  await check('what is wrong with a registration');
  await visit('/reglages/paiement');
  await page.getByText('En mode test', { exact: true }).first().waitFor();
  await check('the access to the agency');
}

const TRAINING_DAY = [{ designation: 'Formation', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' }];

const focused = (page: Page): Promise<string> => page.evaluate(`document.activeElement?.textContent?.trim() ?? ''`);
