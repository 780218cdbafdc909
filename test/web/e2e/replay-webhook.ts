import assert from 'node:assert/strict';
import { receiver } from '../../webhooks/receiver.ts';
import { journey } from '../e2e-test.ts';

/** A webhook, from entering its address to a requested redelivery. */
export const userJourney = journey({
  name: 'a webhook created in the web app receives a test event, and receives it again on replay',
  run: async ({ page, visit, check }) => {
    const told = await receiver();
    // Other journeys bill in the same account meanwhile, and the webhook gets their events too.
    const tests = () => told.received.filter(({ body }) => JSON.parse(body).event.type === 'webhook.test');
    try {
      await visit('/reglages/integrations');
      await page.getByRole('button', { name: 'Nouveau webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Créer le webhook' }).click();
      // An address is required: the refusal is at its field.
      await dialog.locator('.field-error').waitFor();
      await check('new webhook');
      await dialog.getByLabel('Adresse').fill(told.url);
      await dialog.getByRole('button', { name: 'Créer le webhook' }).click();
      assert.match((await page.locator('.secret code').textContent()) ?? '', /^whsec_/);
      await page.getByRole('button', { name: 'Terminer' }).click();
      await page.getByRole('button', { name: `Actions sur ${told.url}` }).click();
      await page.getByRole('menuitem', { name: 'Envoyer un test' }).click();
      const replay = page.getByRole('button', { name: /^Rejouer webhook.test/ });
      await replay.waitFor();
      assert.equal(tests().length, 1);
      await check('attempts');
      await replay.click();
      while (tests().length < 2) await page.waitForTimeout(100);
      assert.equal(tests()[1]?.id, tests()[0]?.id);
    } finally {
      await told.close();
    }
  },
});
