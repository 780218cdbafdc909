import assert from 'node:assert/strict';
import { PASSWORD, USER } from '../../mail/mail-server.ts';
import { until } from '../../support/runner/wait-until.ts';
import { journey } from '../e2e-test.ts';

/** The operator sets up the service on screens; other people do not see these settings. */
export const userJourney = journey({
  name: 'the operator sets the mail server, corrects a wrong password, and receives a test e-mail; an owner does not see the page',
  run: async ({ page, person, visit, check, becomeOperator, mailPort, mails }) => {
    await visit('/reglages/entreprise');
    const link = page.locator('aside a[href="/reglages/service"]');
    assert.equal(await link.count(), 0);
    await visit('/reglages/service');
    await page.getByText('Seul l’exploitant du service').waitFor();

    await becomeOperator();
    await visit('/reglages/entreprise');
    await link.click();
    await page.getByText('Aucun serveur : vos documents').waitFor();
    await check('service settings, empty');
    await page.getByLabel('Serveur', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Chiffrement').selectOption('tls');
    assert.equal(await page.getByLabel('Port').inputValue(), '465');
    await page.getByLabel('Port').fill(String(mailPort));
    await page.getByLabel('Utilisateur', { exact: true }).fill(USER);
    await page.getByLabel('Mot de passe').fill('faux');
    await page.getByLabel('Adresse d’expéditeur').fill('factures');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Écrivez une adresse e-mail').waitFor();
    await page.getByLabel('Adresse d’expéditeur').fill('factures@zoe.example');
    await page.getByRole('button', { name: 'Enregistrer' }).click();

    await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
    await page.getByText('Le serveur refuse l’utilisateur ou le mot de passe').waitFor();
    await check('service settings, test refused');
    await page.getByLabel('Mot de passe').fill(PASSWORD);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Enregistré. Laissez vide pour le garder.').waitFor();
    await until('the password is cleared', async () => (await page.getByLabel('Mot de passe').inputValue()) === '');
    const before = (await mails(person.email)).length;
    await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
    await page.getByText('Essai accepté par le serveur').waitFor();
    const arrived = await mails(person.email);
    assert.equal(arrived.length, before + 1);
    assert.equal(arrived.at(-1)?.subject, 'Essai d’envoi d’e-mail');
    await page.getByRole('button', { name: 'Retirer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('Aucun serveur : vos documents').waitFor();
  },
});
