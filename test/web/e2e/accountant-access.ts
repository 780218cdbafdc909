import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** The answer of a service without a mail server has the link. */
const UNSENT = 'https://localhost/invitation#secret=once';

/** A reader sees what they may see, and no button that would be refused. */
export const userJourney = journey({
  name: 'an owner invites an accountant, and sees the link if no mail server is set; the accountant reads a finalized invoice, sees no button that changes it, and is refused by the API too',
  run: async ({ page, visit, check, another, books, mails }) => {
    const { id } = await books.finalized(books.invoice(await books.contact()));
    await visit('/reglages/personnes');
    await page.getByLabel('Adresse e-mail').fill('paul@cabinet.example');
    await page.getByRole('button', { name: 'Envoyer l’invitation' }).click();
    await page.getByText('Invitations en attente').waitFor();
    while ((await mails('paul@cabinet.example')).length === 0) await page.waitForTimeout(100);
    await page.route('**/v2/invitations', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), link: UNSENT } });
    });
    await page.getByLabel('Adresse e-mail').fill('anne@cabinet.example');
    await page.getByRole('button', { name: 'Envoyer l’invitation' }).click();
    await page.getByText('Transmettez ce lien à anne@cabinet.example').waitFor();
    await page.getByText(UNSENT, { exact: true }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await check('the link of an invitation that was not sent', page, 'all');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Terminer' }).click();
    await page.unrouteAll();
    const reader = await another({ role: 'accountant' });
    await visit(`/documents/${id}`, reader);
    await reader.getByText('Reste à payer par').waitFor();
    assert.equal(await reader.getByRole('button', { name: /paiement|avoir|Envoyer|Annuler/ }).count(), 0);
    await visit('/reglages/entreprise', reader);
    assert.equal(await reader.getByLabel('SIRET', { exact: true }).isDisabled(), true);
    await visit('/factures/nouvelle', reader);
    await reader.getByText('Votre rôle dans ce compte ne permet pas cette action.').waitFor();
    assert.deepEqual(await reader.evaluate(archived, id), [403, 'auth.scope_missing']);
    // Negative control: the owner sees the buttons.
    await visit(`/documents/${id}`);
    await page.getByRole('button', { name: 'Enregistrer un paiement' }).waitFor();
    assert.deepEqual(await page.evaluate(archived, id), [200, undefined]);
  },
});

/** Runs in the page: the service's answer to the signed-in user, with their session and headers. */
async function archived(id: string): Promise<[number, string | undefined]> {
  const me = (await (await fetch('/v2/person')).json()) as { csrf: string; accounts: { id: string }[] };
  const headers = {
    'content-type': 'application/json',
    'facturier-csrf': me.csrf,
    'facturier-account': me.accounts[0]?.id ?? '',
  };
  const answer = await fetch(`/v2/billing/${id}/archive`, { method: 'PATCH', headers, body: '{}' });
  return [answer.status, ((await answer.json()) as { code?: string }).code];
}
