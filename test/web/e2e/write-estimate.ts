import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

/** From choosing the customer to the number: an estimate written directly on its page. */
export const userJourney = journey({
  name: 'an estimate is written for a customer created on the way, with lines from the catalogue and a spreadsheet, and finalized',
  run: async ({ page, visit, api, mails, check }) => {
    const product = {
      ...{ designation: 'Panneau de chêne', reference: 'PC-1', type: 'GOODS_SALE', unit: 'M2' },
      ...{ vatCode: 'FR_2000', unitPrice: 38_500, stock: 7 },
    };
    assert.equal((await api('/v2/catalog/product', { body: product })).status, 201);
    await visit('/devis/nouveau');
    await page.getByLabel('Nom, e-mail, SIRET ou ville').fill('Studio Hirondelle');
    await page.getByRole('option', { name: 'Créer « Studio Hirondelle »' }).click();
    await page.getByLabel('SIRET', { exact: true }).fill('552 100 554 00014');
    await page.getByRole('button', { name: 'Créer et choisir' }).click();
    await page.locator('.field-error').waitFor();
    await page.getByLabel('SIRET', { exact: true }).fill('552 100 554 00013');
    for (const [label, said] of [
      ['E-mail', 'contact@hirondelle.example'],
      ['Adresse', '27 rue Burdeau'],
      ['Code postal', '69001'],
      ['Ville', 'Lyon'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(said);
    await page.getByRole('button', { name: 'Créer et choisir' }).click();

    await page.getByLabel('Objet').fill('Agencement de l’accueil');
    const first = page.getByRole('combobox', { name: 'Désignation, ligne 1' });
    await first.pressSequentially('pann');
    await page.getByRole('option', { name: /Panneau de chêne/ }).waitFor();
    await first.press('Enter');
    await page.getByLabel('Quantité, ligne 1').fill('3,2');
    await page.getByText('1 478,40 €').first().waitFor();
    await page.getByLabel('Désignation, ligne 1').focus();
    await page.evaluate(PASTE);
    await page.getByRole('status').getByText('2 lignes collées').waitFor();
    // 1 232,00 and 870,00 and 960,00, with 20 % of VAT.
    await page.getByText('3 674,40 €').first().waitFor();

    await page.getByRole('button', { name: /^Remise/ }).click();
    await page.getByRole('textbox', { name: 'Remise' }).fill('10');
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByText('3 306,96 €').first().waitFor();
    await page.getByRole('button', { name: /^Acomptes prévus/ }).click();
    await page.getByRole('button', { name: 'Acompte', exact: true }).click();
    await page.getByText('Total : 992,09 € TTC').waitFor();
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByRole('button', { name: /^Prix et durée/ }).click();
    await page.getByRole('textbox', { name: 'Prix d’établissement du devis' }).fill('60');
    await page.getByRole('textbox', { name: 'Durée prévue' }).fill('3');
    await check('price and duration of an offer');
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByRole('button', { name: /^Ligne 2/ }).click();
    await page.getByRole('menuitem', { name: 'Détails de la ligne…' }).click();
    await page.getByLabel('Référence').fill('ET-6');
    await check('details of a line');
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByRole('button', { name: /^Langue, devise/ }).click();
    const currency = page.getByRole('dialog').getByRole('combobox', { name: 'Devise' });
    const rate = page.getByRole('textbox', { name: /^Taux de change/ });
    await currency.selectOption('USD');
    await page.getByText('Cours de référence de la BCE du 27 février 2026.').waitFor();
    assert.equal(await rate.inputValue(), '1,0856');
    await rate.fill('1,1');
    const back = page.getByRole('button', { name: 'Reprendre 1,0856 (BCE)' });
    await back.waitFor();
    await check('a rate of one’s own');
    await back.click();
    await page.getByText('Cours de référence de la BCE du 27 février 2026.').waitFor();
    assert.equal(await rate.inputValue(), '1,0856');
    await currency.selectOption('CNH');
    await page.getByText('La BCE ne publie pas de cours pour cette devise. Écrivez le taux convenu.').waitFor();
    await currency.selectOption('EUR');
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByText('3 306,96 €').first().waitFor();
    await page.getByText('Rien ne manque.').waitFor();

    await page.getByRole('button', { name: 'Aperçu' }).first().click();
    await page.getByRole('img', { name: 'Le document tel qu’il sera imprimé, marqué brouillon.' }).waitFor();
    await page.getByRole('button', { name: 'Terminé' }).click();
    await page.getByRole('button', { name: 'Finaliser…' }).first().click();
    await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
    await page
      .getByRole('button', { name: /^Finaliser D?/ })
      .last()
      .click();
    await page
      .getByRole('status')
      .getByText(/^D-\d{4}-0001 est finalisé/)
      .waitFor();
    while ((await mails('contact@hirondelle.example')).length === 0) await page.waitForTimeout(200);
    const [mail] = await mails('contact@hirondelle.example');
    assert.deepEqual([mail?.attachments.length, /^Devis D-/.test(mail?.subject ?? '')], [1, true]);
    const { json } = await api('/v2/billings?type=estimate&test=false');
    const [{ number, title, total, lines, estimateFee, plannedDuration }] = json.docs;
    assert.match(number, /^D-\d{4}-0001$/);
    assert.deepEqual(estimateFee, { amount: 6_000, isDeducted: false });
    assert.deepEqual([plannedDuration, lines[1].reference], [{ value: 3, unit: 'day' }, 'ET-6']);
    assert.deepEqual([title, total.amountWithTaxAfterDiscount, lines.length], ['Agencement de l’accueil', 330_696, 3]);
  },
});

const PASTE = `(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'Désignation\\tQté\\tUnité\\tPU HT\\tTVA\\nÉtagère sur mesure\\t6\\tunité\\t145,00\\t20 %\\nPose sur site\\t2\\tjours\\t480\\t20 %\\n');
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
})()`;
