import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey, type Stage } from '../e2e-test.ts';
import { drawn, mailedPath, PHONE } from '../phone.ts';

const BANK = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
const STRIPE = { provider: 'stripe_connect', apiKey: 'sk_live_right', webhookSecret: 'whsec_of_stripe' };

/** The whole sale on a customer's phone, opened through mailed links. */
export const userJourney = journey({
  name: 'a customer signs once with a code despite repeated taps and tabs, pays by card and transfer, and gets the signed file',
  run: async (stage) => {
    const { another, books, check, address, person } = stage;
    const [zoe, lea] = [person.email, leaOf(stage)];
    const phone = await another('visitor');
    await phone.setViewportSize(PHONE);
    await phone.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    await books.company({ email: zoe });
    await books.done('connect-payment-account', undefined, STRIPE);
    const estimate = await books.finalized(books.estimate(await books.contact({ emails: [lea] })));

    await books.done('ask-for-electronic-signature', estimate.id, { withCode: true });
    await signed(stage, phone, estimate.id);
    const { docs } = await books.done('get-billing-activity', estimate.id);
    assert.equal(docs.filter(({ type }: { type: string }) => type === 'signed').length, 1);
    for (const whose of [lea, zoe]) await withFile(stage, whose, /^Signé/);

    const advance = await books.finalizedAdvance(estimate.id);
    await books.done('activate-advance-online-payment', advance.id);
    await paidByCard(stage, phone, advance);

    const draft = await books.done('create-final-invoice', estimate.id);
    await books.done('update-billing-bank-information', draft.id, { bankInformation: BANK });
    const final = await books.finalized(draft);
    const page = await mailedTo(stage, phone, final);
    await phone.getByText('Payer par virement').waitFor();
    await phone.getByRole('button', { name: 'Copier : IBAN' }).click();
    await phone.getByRole('button', { name: 'Copié : IBAN' }).waitFor();
    assert.equal(await phone.evaluate('navigator.clipboard.readText()'), BANK.iban);
    await phone.getByRole('link', { name: /^Tous vos documents/ }).click();
    await phone.getByLabel('Votre adresse e-mail').fill(lea);
    await phone.getByRole('button', { name: 'Recevoir le lien' }).click();
    await phone.getByRole('heading', { name: 'Regardez vos e-mails' }).waitFor();
    const portal = await mailedPath(stage, lea, /^Vos documents/);
    await phone.goto(address + portal);
    await phone.getByRole('button', { name: 'Copier : IBAN' }).waitFor();
    await check('portal with something to pay', phone, 'phone');

    const { remainingReconciliateAmount: rest } = final.total;
    await books.pay('invoice', final.id, rest);
    await phone.goto(address + page);
    await phone
      .getByText(/^Payée? le/)
      .first()
      .waitFor();
    await phone.goto(address + portal);
    await phone.getByText('Rien à payer').waitFor();
    assert.equal(await phone.getByText('Paiement reçu').count(), 2, 'the advance and the final invoice');
    const viewed = (await books.done('get-billing-activity', final.id)).docs.filter(
      ({ type }: { type: string }) => type === 'viewed',
    );
    assert.equal(viewed.length, 1, 'one visit');
  },
});

/** An address of this run: another run finds none of its mails. */
const leaOf = ({ person }: Stage): string => `lea.${person.email}`;

async function signed(stage: Stage, phone: Page, id: string): Promise<void> {
  const { address, check, mails, page, books } = stage;
  const path = await mailedPath(stage, leaOf(stage), /à signer/);
  const other = await phone.context().newPage();
  await phone.goto(address + path);
  await check('code to ask for', phone, 'phone');
  await phone.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
  await phone.getByLabel('Code reçu par e-mail').waitFor();
  await other.goto(address + path);
  let code: string | undefined;
  while (!code) {
    code = (await mails(leaOf(stage)))
      .map(({ subject }) => /^Votre code\s: (\d{6})/.exec(subject ?? '')?.[1])
      .find(Boolean);
    if (!code) await page.waitForTimeout(200);
  }
  // A background tab draws nothing.
  await phone.bringToFront();
  await phone.getByLabel('Vos nom et prénom').fill('Léa Moreau');
  await drawn(phone);
  await phone.getByRole('checkbox').check();
  await phone.getByLabel('Code reçu par e-mail').fill(code === '000000' ? '111111' : '000000');
  await signing(phone).click();
  await phone.getByText('Le code n’est pas le bon').waitFor();
  assert.equal(await phone.getByLabel('Vos nom et prénom').inputValue(), 'Léa Moreau', 'the name is filled in already');
  assert.match(await phone.locator('#drawing').inputValue(), /^M/);
  await check('wrong code', phone, 'phone');
  await phone.getByLabel('Code reçu par e-mail').fill(code);
  await signing(phone).dblclick();
  await phone.getByRole('heading', { name: 'C’est signé' }).waitFor();
  await other.bringToFront();
  await other.getByLabel('Vos nom et prénom').fill('Un autre');
  await other.getByRole('checkbox').check();
  await other.getByLabel('Code reçu par e-mail').fill(code);
  await signing(other).click();
  await other.getByRole('heading', { name: 'C’est signé' }).waitFor();
  await other.getByText(/^Léa Moreau, /).waitFor();
  await other.close();
  assert.equal((await books.done('get-estimate', id)).electronicSignature.followUp.signer, 'Léa Moreau');
}

const signing = (phone: Page) => phone.locator('form[action*="/sign?"] button.primary');

async function paidByCard(stage: Stage, phone: Page, advance: { id: string }): Promise<void> {
  const { cards, address } = stage;
  // No real card: the redirect address is checked, and not requested.
  await phone.route('**/pay', async (route) => {
    const { location = '' } = (await route.fetch({ maxRedirects: 0 })).headers();
    assert.match(location, /^https:\/\/checkout\.stripe\.com\//);
    await route.fulfill({ contentType: 'text/html', body: '<h1>Stripe</h1>' });
  });
  const path = await mailedTo(stage, phone, advance);
  await phone.getByRole('button', { name: /^Payer .* par carte$/ }).click();
  await phone.getByRole('heading', { name: 'Stripe' }).waitFor();
  cards.pay(cards.last().id);
  await phone.goto(`${address}${path}?paid`);
  // Pending until its provider was asked.
  while ((await phone.getByText(/^Payée? le/).count()) === 0) {
    await phone.waitForTimeout(200);
    await phone.reload();
  }
}

/** Sends a document with the proposed message, and opens it through the button of the mail. */
async function mailedTo(stage: Stage, phone: Page, { id }: { id: string }): Promise<string> {
  const { books, address } = stage;
  const letter = await books.ask('render-billing-email', { path: { id, emailType: 'invoice_simple' } });
  const { subject, content } = letter.json;
  await books.done('send-billing-by-email', id, { emails: [leaOf(stage)], subject, content });
  const path = await mailedPath(stage, leaOf(stage), subject);
  await phone.goto(address + path);
  await phone.getByRole('link', { name: /PDF/ }).first().waitFor();
  return path;
}

async function withFile({ mails, page }: Stage, to: string, subject: RegExp): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await mails(to)).some(
      (mail) =>
        subject.test(mail.subject ?? '') && mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf'),
    );
  while (!(await isThere())) await page.waitForTimeout(200);
}
