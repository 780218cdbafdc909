import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, USER } from '../../mail/mail-server.ts';
import { until } from '../../support/runner/wait-until.ts';
import { journey } from '../e2e-test.ts';

/** The operator sets up the service on screens; other people do not see these settings. */
export const userJourney = journey({
  name: 'the operator sets the mail server, backups, the public address and the check for updates; an owner does not see the page',
  run: async ({ page, person, visit, check, becomeOperator, mailPort, mails, books }) => {
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
    const mail = page.getByRole('region', { name: 'Serveur d’envoi d’e-mails' });
    await mail.getByLabel('Serveur', { exact: true }).fill('127.0.0.1');
    await mail.getByLabel('Chiffrement').selectOption('tls');
    assert.equal(await mail.getByLabel('Port').inputValue(), '465');
    await mail.getByLabel('Port').fill(String(mailPort));
    await mail.getByLabel('Utilisateur', { exact: true }).fill(USER);
    await mail.getByLabel('Mot de passe', { exact: true }).fill('faux');
    await mail.getByLabel('Adresse d’expéditeur').fill('factures');
    await mail.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Écrivez une adresse e-mail').waitFor();
    await mail.getByLabel('Adresse d’expéditeur').fill('factures@zoe.example');
    await mail.getByRole('button', { name: 'Enregistrer' }).click();

    await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
    await page.getByText('Le serveur refuse l’utilisateur ou le mot de passe').waitFor();
    await check('service settings, test refused');
    await mail.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await mail.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Enregistré. Laissez vide pour le garder.').waitFor();
    await until(
      'the password is cleared',
      async () => (await mail.getByLabel('Mot de passe', { exact: true }).inputValue()) === '',
    );
    const before = (await mails(person.email)).length;
    await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
    await page.getByText('Essai accepté par le serveur').waitFor();
    const arrived = await mails(person.email);
    assert.equal(arrived.length, before + 1);
    assert.equal(arrived.at(-1)?.subject, 'Essai d’envoi d’e-mail');
    await mail.getByRole('button', { name: 'Retirer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('Aucun serveur : vos documents').waitFor();

    const backup = page.getByRole('region', { name: 'Sauvegardes' });
    await backup.getByLabel('Dossier', { exact: true }).fill('sauvegardes');
    await backup.getByRole('button', { name: 'Enregistrer' }).click();
    await backup.getByText('Écrivez le chemin complet').waitFor();
    const folder = await mkdtemp(join(tmpdir(), 'facturier copies é '));
    await backup.getByLabel('Dossier', { exact: true }).fill(folder);
    await backup.getByLabel('Phrase secrète', { exact: true }).fill('un cheval correct et sa pile');
    await backup.getByRole('button', { name: 'Enregistrer' }).click();
    await backup.getByText('Aucune sauvegarde n’a moins de deux jours.').waitFor();
    await backup.getByRole('button', { name: 'Sauvegarder maintenant' }).click();
    await backup.getByText('La sauvegarde va commencer').waitFor();
    await check('service settings, backup');
    await backup.getByLabel('Un stockage S3').check();
    await backup.getByLabel('Adresse du stockage').waitFor();
    await check('service settings, store');
    await rm(folder, { recursive: true });

    const address = page.getByRole('region', { name: 'Adresse publique' });
    await address.getByLabel('Adresse', { exact: true }).fill('http://factures.zoe.example');
    await address.getByRole('button', { name: 'Enregistrer' }).click();
    await address.getByText('Écrivez une adresse https').waitFor();
    await address.getByLabel('Adresse', { exact: true }).fill('https://factures.zoe.example/compta/');
    await address.getByRole('button', { name: 'Enregistrer' }).click();
    const there = address.getByRole('link', { name: 'Ouvrir l’adresse publique' });
    await there.waitFor();
    assert.equal(await there.getAttribute('href'), 'https://factures.zoe.example/compta');
    await check('service settings, address');
    await address.getByRole('button', { name: 'Retirer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await there.waitFor({ state: 'hidden' });

    const updates = page.getByRole('region', { name: 'Mises à jour' });
    const asking = updates.getByLabel('Demander chaque jour');
    assert.equal(await asking.isChecked(), false);
    await asking.click();
    await updates.getByText('Vérification en cours').waitFor();
    await check('service settings, updates');
    const found = { version: '1.1.0', url: 'https://forge.example/releases/1.1.0', publishedAt: null };
    await page.route('**/v2/installation/updates', async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), available: found, checkedAt: 1_796_000_000 };
      await route.fulfill({ response, json });
    });
    await updates.getByText('La version 1.1.0 est disponible.').waitFor();
    assert.equal(await updates.getByRole('link', { name: 'Les nouveautés' }).getAttribute('href'), found.url);
    const how = await updates.getByRole('link', { name: 'Comment mettre à jour' }).getAttribute('href');
    assert.match(String(how), /\/aide\/host\/upgrade$/);
    await check('service settings, update available');
    await page.unroute('**/v2/installation/updates');

    // As on an installation without a mail server.
    await page.route('**/v2/installation', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), sendsMail: false } });
    });
    const draft = await books.invoice(await books.contact());
    await visit(`/documents/${draft.id}`);
    await page.getByText('Aucun serveur d’envoi : ce document').waitFor();
    await check('draft without a mail server');
    await page.getByRole('link', { name: 'Indiquer le serveur d’envoi' }).click();
    await page.getByRole('heading', { name: 'Ce service' }).waitFor();
  },
});
