import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** A second factor from setup to removal: while it is set, a password alone does not sign in. */
export const userJourney = journey({
  name: 'a second factor is set up, required, replaced by a recovery code and removed; a passkey signs in until removed',
  run: async ({ page, visit, check, another, person, address }) => {
    await visit('/reglages/securite');
    await page.getByRole('button', { name: 'Activer', exact: true }).click();
    const password = page.getByLabel('Mot de passe actuel').last();
    await password.fill(person.password);
    await password.press('Enter');
    const secret = (await page.locator('.own-secret').textContent()) ?? '';
    const app = new TOTP({ secret });
    await check('second factor begun');
    await page.getByLabel('Code à six chiffres').fill(app.generate({ timestamp: MONDAY * 1000 }));
    await page.getByRole('button', { name: 'Vérifier et activer' }).click();
    await page.locator('.codes li').first().waitFor();
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger' }).click(),
    ]);
    const [recovery = '', next = ''] = await page.locator('.codes li').allTextContents();
    assert.ok(recovery.length > 0);
    assert.equal(readFileSync(await kept.path(), 'utf8').split('\n')[0], recovery);
    await page.getByRole('button', { name: 'Je les ai notés' }).click();
    await page.getByText('Un code de votre application est demandé').waitFor();

    const elsewhere = await another('visitor');
    await visit('/connexion', elsewhere);
    await elsewhere.getByLabel('Adresse e-mail').fill(person.email);
    await elsewhere.getByLabel('Mot de passe', { exact: true }).fill(person.password);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByRole('heading', { name: 'Double authentification' }).waitFor();
    await elsewhere.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    await elsewhere.getByLabel('Code de secours').fill(recovery);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.waitForURL(`${address}/`);

    await page.getByRole('button', { name: 'Désactiver la double authentification' }).click();
    await page.getByLabel('Mot de passe actuel').last().fill(person.password);
    await page.getByLabel('Code de l’application, ou code de secours').fill(next);
    await page.getByRole('button', { name: 'Désactiver la double authentification' }).click();
    await page.getByText('Une fois activée, votre mot de passe seul ne suffit plus pour se connecter.').waitFor();

    await giveDevice(page);
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    await page.getByLabel('Nom de la clé').fill('Portable');
    await page.getByLabel('Mot de passe actuel').last().fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Clé d’accès ajoutée : Portable').waitFor();
    await check('passkey made');
    const signInByDevice = async (): Promise<void> => {
      await page.context().clearCookies();
      await visit('/connexion');
      await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
    };
    await signInByDevice();
    await page.waitForURL(`${address}/`);
    await visit('/reglages/securite');
    await page.getByRole('button', { name: 'Retirer la clé d’accès Portable' }).click();
    await page.getByText('Clé d’accès retirée').waitFor();
    await signInByDevice();
    await page.getByText('recréez la clé').waitFor();
    await check('passkey refused', page, 'phone');
  },
});

/**
 * A virtual authenticator as in a laptop or phone: it creates passkeys and uses them to sign in.
 */
async function giveDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}
