import assert from 'node:assert/strict';
import { receiver } from '../../webhooks/receiver.ts';
import { journey } from '../e2e-test.ts';

/** A webhook, from entering its address to a requested redelivery. */
export const userJourney = journey({
  name: 'a webhook created in the web app receives a test event, and receives it again on replay',
  run: async ({ page, visit, check }) => {
    const told = await receiver();
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
      await page.getByText('Reçu').waitFor();
      assert.equal(told.received.length, 1);
      await check('attempts');
      await page.getByRole('button', { name: /^Rejouer webhook.test/ }).click();
      while (told.received.length < 2) await page.waitForTimeout(100);
      assert.equal(told.received[1]?.id, told.received[0]?.id);
    } finally {
      await told.close();
    }
  },
});
