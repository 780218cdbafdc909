import assert from 'node:assert/strict';
import { receiver } from '../../webhooks/receiver.ts';
import { journey } from '../e2e-test.ts';

/** A member hands their webhook over and leaves; an accountant, who made none, leaves too. */
export const userJourney = journey({
  name: 'a member hands their webhook to the owner and leaves; an accountant leaves without that step',
  run: async ({ page, visit, another, api, check }) => {
    const told = await receiver();
    try {
      const { people } = (await api('/v2/people')).json;
      const owner = people[0].name as string;
      const member = await another({ role: 'member' });
      await visit('/reglages/personnes', member);
      assert.equal(await member.evaluate(makeWebhook, told.url), 201);
      await member.getByRole('button', { name: 'Quitter ce compte' }).click();
      const dialog = member.getByRole('dialog');
      await dialog.getByLabel('Son webhook').selectOption({ label: `Confier à ${owner}` });
      await check('leave an account', member);
      await dialog.getByRole('button', { name: 'Quitter ce compte' }).click();
      await member.getByRole('heading', { name: 'Aucun compte' }).waitFor();
      await check('no account', member);
      const { docs } = (await api('/v2/webhooks')).json;
      assert.deepEqual(
        docs.map(({ url, madeBy, isActivated }: Record<string, unknown>) => [url, madeBy, isActivated]),
        [[told.url, people[0].id, true]],
      );

      const accountant = await another({ role: 'accountant' });
      await visit('/reglages/personnes', accountant);
      await accountant.getByRole('button', { name: 'Quitter ce compte' }).click();
      const asked = accountant.getByRole('dialog');
      const go = asked.getByRole('button', { name: 'Quitter ce compte' });
      await go.waitFor();
      assert.equal(await asked.locator('select').count(), 0);
      await go.click();
      await accountant.getByRole('heading', { name: 'Aucun compte' }).waitFor();
      await accountant.getByRole('button', { name: 'Se déconnecter' }).click();
      await accountant.getByLabel('Mot de passe', { exact: true }).waitFor();

      // The owner sees both gone, and the last owner cannot leave.
      await visit('/reglages/personnes');
      await page
        .getByText(/parti le/)
        .first()
        .waitFor();
      assert.equal(await page.getByText(/parti le/).count(), 2);
    } finally {
      await told.close();
    }
  },
});

/** Runs in the page: creates a webhook as the signed-in user. */
async function makeWebhook(url: string): Promise<number> {
  const me = (await (await fetch('/v2/person')).json()) as { csrf: string; accounts: { id: string }[] };
  const headers = {
    'content-type': 'application/json',
    'facturier-csrf': me.csrf,
    'facturier-account': me.accounts[0]?.id ?? '',
  };
  const body = JSON.stringify({ url, events: ['*'], isActivated: true });
  return (await fetch('/v2/webhooks', { method: 'POST', headers, body })).status;
}
