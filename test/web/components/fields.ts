import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OpenPart } from './open-part.ts';
import { reports } from './reported.ts';

const ANSWERS = {
  '/organizations': { docs: [{ id: 'o1', name: 'Boulangerie Lemaire', billingAddress: { city: 'Lille' } }] },
  '/contacts': { docs: [{ id: 'c1', fullname: 'Léa Boulanger' }] },
};

/** Fields for texts, amounts, days and choices. */
export function testFields(open: OpenPart): void {
  test('a click on the label of a field focuses it, and its hint describes it', () =>
    open('Field', async (page) => {
      await page.getByText('SIRET').click();
      const field = page.getByRole('textbox', { name: 'SIRET', description: '14 chiffres' });
      assert.equal(await field.and(page.locator(':focus')).count(), 1);
      assert.equal(await field.getAttribute('aria-invalid'), null);
    }));

  test('the error of a field describes it after its hint and marks it as invalid', () =>
    open('FieldWithError', async (page) => {
      const field = page.getByRole('textbox', { description: '14 chiffres Le SIRET a 14 chiffres.' });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    }));

  test('the button inside a password field is beside its text and not above it', () =>
    open('FieldWithButton', async (page) => {
      const field = await page.getByLabel('Mot de passe').boundingBox();
      const button = await page.getByRole('button', { name: 'Afficher' }).boundingBox();
      assert.ok(field && button);
      assert.ok(button.x > field.x && button.y >= field.y && button.y + button.height <= field.y + field.height);
    }));

  test('a form with a half-typed day is not sent; with the whole day it is', () =>
    open('DateInForm', async (page) => {
      await page.getByLabel('Reçu le').pressSequentially('12');
      await page.getByRole('button').click();
      await reports(page, 0);
      await page.getByLabel('Reçu le').fill('2026-11-12');
      await page.getByRole('button').click();
      await reports(page, 1);
    }));

  test('a text cell keeps a space at the end while it is typed', () =>
    open('TextField', async (page) => {
      const field = page.getByLabel('Désignation');
      await field.press('End');
      await field.pressSequentially(' de carrelage ');
      assert.equal(await field.inputValue(), 'Pose de carrelage ');
      await reports(page, 'Pose de carrelage ');
    }));

  test('the amount 1234,5 is 123,450 cents and is shown as 1 234,50 after the field', () =>
    open('AmountField', async (page) => {
      const field = page.getByLabel('Montant');
      assert.equal(await field.inputValue(), '450,00');
      // The field selects its content, so that typing replaces it.
      await field.focus();
      await page.keyboard.type('1234,5');
      await reports(page, { value: 123_450 });
      assert.equal(await field.inputValue(), '1234,5');
      await field.blur();
      assert.equal(await field.inputValue(), '1\u202f234,50');
    }));

  test('an unreadable amount stays on the screen, is marked, and leaves the value unchanged', () =>
    open('AmountField', async (page) => {
      const field = page.getByLabel('Montant');
      await field.focus();
      await page.keyboard.type('1O00');
      await reports(page, { value: 45_000, unread: '1O00' });
      await field.blur();
      assert.equal(await field.inputValue(), '1O00');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await field.getAttribute('title'), 'Écrivez un montant, par exemple 450,00.');
      await field.fill('10');
      await reports(page, { value: 1_000 });
      assert.equal(await field.getAttribute('aria-invalid'), null);
    }));

  test('33,33 % is 3,333 basis points; 120 % is refused', () =>
    open('PercentageField', async (page) => {
      const field = page.getByLabel('Acompte');
      assert.equal(await field.inputValue(), '30');
      await field.fill('33,33 %');
      await reports(page, { value: 3_333 });
      await field.fill('120');
      await reports(page, { value: 3_000, unread: '120' });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    }));

  test('"20 nov" is 20 November 2026 after Enter, and the arrow keys move it by a day', () =>
    open('DateField', async (page) => {
      const field = page.getByLabel('Date d’échéance');
      assert.equal(await field.inputValue(), '12 novembre 2026');
      await field.fill('20 nov');
      await field.press('Enter');
      await reports(page, { day: '2026-11-20' });
      assert.equal(await field.inputValue(), '20 novembre 2026');
      await field.press('ArrowUp');
      await reports(page, { day: '2026-11-21' });
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await reports(page, { day: '2026-11-19' });
    }));

  test('a text that is no day stays, keeps the former day, and its error describes the field', () =>
    open('DateField', async (page) => {
      const field = page.getByLabel('Date d’échéance');
      await field.fill('bientôt');
      await field.blur();
      await reports(page, { day: '2026-11-12', unread: 'bientôt' });
      const error = (await page.getByRole('alert').textContent()) ?? '';
      assert.ok(error.length > 10, error);
      await page.getByRole('textbox', { description: error }).waitFor();
      await field.fill('');
      await field.blur();
      await reports(page, {});
      assert.equal(await page.getByRole('alert').count(), 0);
    }));

  test('a select of many shows suitable options first once it is focused, the others under a heading', () =>
    open('Select', async (page) => {
      const select = page.getByLabel('TVA');
      assert.deepEqual(await select.locator('option').allTextContents(), ['20 %']);
      await select.focus();
      assert.deepEqual(await select.locator('option').allTextContents(), ['10 %', '20 %', 'Exonéré']);
      assert.equal(await select.locator('optgroup').getAttribute('label'), 'Autres taux');
      await select.selectOption('Exonéré');
      await reports(page, 'EXPORT');
    }));

  test('countries have French names in alphabetical order', () =>
    open('CountryField', async (page) => {
      const select = page.getByLabel('Pays');
      const names = await select.locator('option').allTextContents();
      assert.ok(names.indexOf('Belgique') > names.indexOf('Allemagne') && names.includes('France'));
      await select.selectOption('Belgique');
      await reports(page, 'BE');
    }));

  test('the arrow keys move through the found customers, and Enter chooses one', () =>
    open(
      'Combobox',
      async (page) => {
        const field = page.getByRole('combobox', { name: 'Client' });
        const options = page.getByRole('option');
        await options.nth(1).waitFor();
        await field.press('ArrowDown');
        assert.equal(await options.nth(1).getAttribute('aria-selected'), 'true');
        assert.equal(await field.getAttribute('aria-activedescendant'), await options.nth(1).getAttribute('id'));
        await field.press('Enter');
        await reports(page, 'Léa Boulanger');
        await options.first().click();
        await reports(page, 'Boulangerie Lemaire');
      },
      { answers: ANSWERS },
    ));

  test('a setting is saved on Enter, and Escape restores the saved value', () =>
    open('Setting', async (page) => {
      const field = page.getByLabel('SIRET');
      await field.fill('55208131766522');
      await field.press('Enter');
      await reports(page, ['55208131766522']);
      await field.fill('999');
      await field.press('Escape');
      assert.equal(await field.inputValue(), '55208131766522');
      await field.blur();
      await reports(page, ['55208131766522']);
    }));

  test('a refused setting keeps its text, with the reason', () =>
    open('Setting', async (page) => {
      const field = page.getByLabel('SIRET');
      await field.fill('123');
      await field.blur();
      await page.getByRole('alert').getByText('Le SIRET est invalide.').waitFor();
      assert.equal(await field.inputValue(), '123');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await reports(page, []);
    }));

  test('a choice is saved when it is made, and cannot be made empty again', () =>
    open('ChoiceSetting', async (page) => {
      const select = page.getByLabel('Langue des documents');
      await select.selectOption('Anglais');
      await reports(page, 'en');
      assert.equal(await select.getByText('Choisissez').isDisabled(), true);
    }));

  test('radio buttons have the name of their group, and the arrow keys choose', () =>
    open('RadioSetting', async (page) => {
      const monthly = page.getByRole('group', { name: 'Déclaration' }).getByLabel('Mensuelle');
      assert.equal(await monthly.isChecked(), true);
      await monthly.press('ArrowDown');
      await reports(page, 'quarterly');
      assert.equal(await page.getByLabel('Trimestrielle').isChecked(), true);
    }));

  test('Space turns a switch on; a refusal leaves it on and gives the reason', () =>
    open('SwitchSetting', async (page) => {
      const box = page.getByLabel('Relancer automatiquement');
      await box.press('Space');
      await reports(page, true);
      await page.getByRole('button', { name: 'Refuser' }).click();
      await box.press('Space');
      await page.getByRole('alert').getByText('Le SIRET est invalide.').waitFor();
      assert.equal(await box.isChecked(), true);
    }));
}
