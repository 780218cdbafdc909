import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

/** In test mode a user plays both sides of an electronic invoice, within the service. */
export const userJourney = journey({
  name: 'on the trial platform an invoice is refused, repaired, approved and paid; a supplier’s invoice arrives and is approved in part, disputed, approved',
  run: async (stage) => {
    const { page, visit, check, tests, api } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await visit('/reglages/plateforme');
    await check('trial platform offered');
    await page.getByRole('button', { name: 'Raccorder la plateforme d’essai' }).click();
    await page.getByText('Plateforme d’essai, depuis le').waitFor();
    await page.getByText('Atelier Lumen SAS, SIREN 100000009').waitFor();
    await check('trial platform connected', page, 'all');
    const { connections } = (await api('/v2/e-invoicing/connections')).json;
    assert.deepEqual(
      connections.map(({ preset, test }: any) => [preset, test]),
      [['trial', true]],
    );

    await page.evaluate(() => sessionStorage.setItem('facturier.mode', 'test'));
    const customer = await tests.organization(LUMEN);
    const first = await tests.finalized(tests.invoice(customer));
    await sent(stage, first.id);
    await page.getByRole('heading', { name: 'Plateforme d’essai : que fait votre client ?' }).waitFor();
    await check('invoice that its trial customer can answer', page, 'all');
    await answer(page, 'Refuser', 'Refusée par le client');
    await page.getByText('Le taux de TVA ne convient pas.').first().waitFor();
    await page.getByText('Corrigez les taux de TVA dans la nouvelle facture.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Approuver' }).count(), 0);
    await check('invoice refused on the trial platform');

    const credit = await tests.finalized(tests.done('create-asset', first.id));
    await visit(`/documents/${credit.id}`);
    await page.getByText('il reste dans vos comptes et n’est pas envoyé').waitFor();
    const second = await tests.finalized(tests.invoice(customer));
    await sent(stage, second.id);
    await answer(page, 'Approuver', 'Approuvée');
    await answer(page, 'Payer', 'Paiement transmis');
    await check('invoice paid on the trial platform');

    await visit('/factures-recues');
    await page.getByRole('button', { name: 'Recevoir une facture d’essai' }).click();
    await page.getByRole('link', { name: 'Atelier Lumen SAS' }).waitFor();
    await check('trial invoice received', page, 'all');
    await page.getByRole('link', { name: 'Atelier Lumen SAS' }).click();
    await page.getByRole('heading', { level: 1, name: /ESSAI-2026-0001/ }).waitFor();
    await page.getByText('Prestation d’essai').first().waitFor();
    await check('trial invoice opened');

    await page.getByLabel('Votre réponse').selectOption({ label: 'Approuver en partie' });
    await page.getByLabel('Quantité fausse').check();
    await page.getByLabel('Montant approuvé TTC, en euros (facultatif)').fill('5 000,00');
    await page.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await page.getByText('Le montant approuvé est une partie du total : moins de 1200,00 EUR.').waitFor();
    await page.getByLabel('Montant approuvé TTC, en euros (facultatif)').fill('800,00');
    await check('part of a received invoice to approve', page, 'all');
    await page.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await page.getByText('Approuvée en partie', { exact: true }).waitFor();
    await page.getByText('800,00 €').waitFor();
    await page.getByLabel('Votre réponse').selectOption({ label: 'Contester' });
    await page.getByLabel('Livraison incomplète').check();
    await page.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await page.getByText('En litige', { exact: true }).waitFor();
    await page.getByLabel('Votre réponse').selectOption({ label: 'Approuver' });
    await page.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await page.getByText('Approuvée', { exact: true }).waitFor();
  },
});

async function sent({ page, visit }: Stage, id: string): Promise<void> {
  await visit(`/documents/${id}`);
  await page.getByRole('button', { name: 'Envoyer par la plateforme' }).click();
  await page.getByText('Mise à disposition du client').first().waitFor();
}

/** The customer answers; its status comes back from the platform. */
async function answer(page: Page, action: string, stage: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByText(stage, { exact: true }).first().waitFor();
}
