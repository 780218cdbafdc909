import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';
import { drawn, mailedPath, PHONE } from '../phone.ts';

/** The owner asks, the customer answers on a phone through the mailed link, the owner sees it. */
export const userJourney = journey({
  name: 'a customer signs an estimate on a phone, another declines with a reason, a third request is withdrawn',
  run: async (stage) => {
    const { page, visit, check, another, books, address } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    const phone = await another('visitor');
    await phone.setViewportSize(PHONE);
    const estimate = async (email: string): Promise<string> =>
      (await books.finalized(books.estimate(await books.contact({ emails: [email] })))).id;
    const asks = async (id: string): Promise<void> => {
      await visit(`/documents/${id}`);
      await page.getByRole('button', { name: 'Demander la signature…' }).click();
      await page.getByLabel('Message (facultatif)').fill('Comme convenu hier.');
      await page.getByLabel(/^Vérifier son adresse par un code/).uncheck();
      await page.getByRole('dialog').getByRole('button', { name: 'Demander la signature' }).click();
      await page.getByText('Envoyée, pas encore ouverte').waitFor();
    };

    const first = await estimate('lea@signe.example');
    await asks(first);
    await phone.goto(address + (await mailedPath(stage, 'lea@signe.example')));
    await check('estimate to sign', phone, 'all');
    await phone.locator('#sign > summary').click();
    await phone.getByLabel('Vos nom et prénom').fill('Léa Moreau');
    await drawn(phone);
    await phone.getByRole('checkbox').check();
    await check('signature drawn', phone);
    await phone.getByRole('button', { name: 'Signer' }).last().click();
    await phone.getByRole('heading', { name: 'C’est signé' }).waitFor();
    await check('estimate signed', phone, 'all');
    await visit(`/documents/${first}`);
    await page.getByText('Signée en ligne').waitFor();
    await page.getByText('Léa Moreau').first().waitFor();
    await signedInBoth(stage, 'lea@signe.example');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger le document signé' }).click(),
    ]);
    assert.match(saved.suggestedFilename(), /^D-.*\.pdf$/);
    await check('estimate signed, as its owner sees it');

    const second = await estimate('paul@refuse.example');
    await asks(second);
    await phone.goto(address + (await mailedPath(stage, 'paul@refuse.example')));
    await phone.getByText('Refuser', { exact: true }).first().click();
    await phone.getByLabel('Le délai').check();
    await phone.getByLabel(/^Un mot pour/).fill('En mars, plutôt.');
    await phone.getByRole('button', { name: 'Refuser' }).click();
    await phone.getByRole('heading', { name: 'Refus transmis' }).waitFor();
    await check('estimate declined', phone);
    await visit(`/documents/${second}`);
    await page.getByText('Refusée en ligne').waitFor();
    await page.getByText('En mars, plutôt.').waitFor();
    await page.getByText('Le délai').waitFor();

    const third = await estimate('zoe@annule.example');
    await asks(third);
    await phone.goto(address + (await mailedPath(stage, 'zoe@annule.example')));
    await visit(`/documents/${third}`);
    await page.getByText('Ouverte par le client').waitFor();
    await page.getByRole('button', { name: 'Annuler la demande' }).click();
    await page.getByText('Demande annulée').first().waitFor();
    await phone.reload();
    await phone.getByRole('heading', { name: 'La demande a été annulée' }).waitFor();
    await check('signature taken back', phone);
    await readByLink(stage, { id: third, phone });
  },
});

/** A read-only link is created, opened and revoked. */
async function readByLink({ page, visit, check }: Stage, { id, phone }: { id: string; phone: Page }): Promise<void> {
  await page.getByRole('button', { name: 'Copier le lien', exact: true }).click();
  const link = await page.getByLabel('Adresse du lien').inputValue();
  await phone.goto(link);
  await phone.getByRole('link', { name: /PDF/ }).first().waitFor();
  await check('estimate read by a link', phone);
  await visit(`/documents/${id}`);
  await page.getByText(/^Ouvert 1 fois/).waitFor();
  await page.getByRole('button', { name: 'Désactiver le lien' }).click();
  await page.getByText('Désactivés ou expirés : 1 lien').waitFor();
  await phone.reload();
  await phone.getByRole('heading', { name: 'Ce lien n’ouvre rien' }).waitFor();
  await check('link that opens nothing', phone);
}

/** The signed PDF comes by mail. */
async function signedInBoth({ mails, page }: Stage, to: string): Promise<void> {
  const hasFile = async (): Promise<boolean> =>
    (await mails(to)).some(({ attachments }) => attachments.some(({ mimeType }) => mimeType === 'application/pdf'));
  while (!(await hasFile())) await page.waitForTimeout(200);
}
