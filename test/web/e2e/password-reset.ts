import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** After a forgotten password, what an intruder may have left is shown before any other screen. */
export const userJourney = journey({
  name: 'a password is reset by mail; the next sign-in first shows keys and sessions to review, and revokes the unticked ones',
  run: async ({ page, visit, check, another, person, mails, address }) => {
    await visit('/reglages/integrations');
    const made = await page.evaluate(makeKeys);
    assert.deepEqual(made, [201, 201]);
    const elsewhere = await another('visitor');
    await visit('/reinitialiser', elsewhere);
    await elsewhere.getByLabel('Adresse e-mail').fill(person.email);
    await elsewhere.keyboard.press('Enter');
    const link = async () => {
      for (const { text = '' } of await mails(person.email)) {
        const found = /\/nouveau-mot-de-passe#secret=[\w-]+/.exec(text);
        if (found) return found[0];
      }
      return undefined;
    };
    let path = await link();
    for (; path === undefined; path = await link()) await page.waitForTimeout(100);
    await visit(path, elsewhere);
    const password = 'parapluie orange sous la lune';
    await elsewhere.getByLabel('Mot de passe', { exact: true }).fill(password);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByRole('link', { name: 'Se connecter' }).click();
    await elsewhere.getByLabel('Adresse e-mail').fill(person.email);
    await elsewhere.getByLabel('Mot de passe', { exact: true }).fill(password);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByRole('heading', { name: 'Vérifiez les accès à votre compte' }).waitFor();
    await check('access review', elsewhere);
    await visit('/reglages/securite', elsewhere);
    await elsewhere.getByRole('heading', { name: 'Vérifiez les accès à votre compte' }).waitFor();
    await elsewhere.getByRole('checkbox', { name: /Mallory/ }).uncheck();
    await elsewhere.getByRole('button', { name: 'Retirer un accès et continuer' }).click();
    await elsewhere.waitForURL(`${address}/reglages/securite`);
    await visit('/verification', elsewhere);
    await elsewhere.getByRole('checkbox', { name: /Boutique/ }).waitFor();
    assert.equal(await elsewhere.getByRole('checkbox', { name: /Mallory/ }).count(), 0);
  },
});

/** Runs in the page: creates two keys as the signed-in user. */
async function makeKeys(): Promise<number[]> {
  const me = (await (await fetch('/v2/person')).json()) as { csrf: string; accounts: { id: string }[] };
  const headers = {
    'content-type': 'application/json',
    'facturier-csrf': me.csrf,
    'facturier-account': me.accounts[0]?.id ?? '',
  };
  const made = [];
  for (const name of ['Boutique', 'Mallory'])
    made.push((await fetch('/v2/api-keys', { method: 'POST', headers, body: JSON.stringify({ name }) })).status);
  return made;
}
