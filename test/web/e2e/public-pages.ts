import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { linkRefusedPage } from '../../../src/portal/link-refused-page.ts';
import { isLongForm } from '../../support/runner/long-form.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';
import { mailedPath, PHONE } from '../phone.ts';

const BANK = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
const HOUR = 3_600;
/**
 * How closely: on a phone, in light, in French; or wide, in dark and in English too
 * (`TEST_FORM=long JOURNEY=public-pages npm run test:browser`).
 */
const isClose = isLongForm;
const LANGUAGES = isClose ? ['fr', 'en'] : ['fr'];

/**
 * Every customer page with its maximum content; those of `sign-online` and `sign-and-pay` are also
 * checked there.
 */
export const userJourney = journey({
  name: 'every customer page has 0 axe violations and fits 320 px; an expired, withdrawn or renewed signature request says so',
  run: async (stage) => {
    const phone = await stage.another('visitor');
    await phone.setViewportSize(PHONE);
    const faults: string[] = [];
    const look: Look = async (name, path, open) => {
      for (const locale of LANGUAGES) {
        await phone.goto(`${stage.address}${path}${path.includes('?') ? '&' : '?'}locale=${locale}`);
        await open?.(phone);
        const said = `${name}, ${locale}`;
        await stage.check(said, phone, isClose ? 'all' : 'phone').catch(({ message }: Error) => faults.push(message));
        assert.equal(await phone.locator('html').getAttribute('lang'), locale, said);
      }
    };
    const lea = `lea.${stage.person.email}`;
    const customer = await stage.books.contact({ emails: [lea] });
    await stage.books.company({ email: stage.person.email });
    await expired(stage, { customer, phone, look });
    const bill = await papers(stage, customer, look);
    await offers(stage, { customer, phone, look });
    await paying(stage, look);
    await providerAway(stage, customer, look);
    await slowed(phone, look);
    await portal(stage, { bill, lea, phone, look });
    await look('link that is to come', '/c/preview');
    await look('link that opens nothing', `/c/${'x'.repeat(86)}`);
    assert.deepEqual(faults, []);
  },
});

type Look = (name: string, path: string, open?: (page: Page) => Promise<unknown>) => Promise<void>;

const linkOf = async ({ books }: Pick<Stage, 'books'>, { id }: { id: string }): Promise<string> =>
  new URL((await books.done('link-billing', id)).url).pathname;

async function papers(stage: Stage, customer: string, look: Look): Promise<string> {
  const { books } = stage;
  const draft = await books.invoice(customer);
  await books.done('update-billing-bank-information', draft.id, { bankInformation: BANK });
  const invoice = await books.finalized(draft);
  const bill = await linkOf(stage, invoice);
  await look('invoice', bill);
  const credited = await books.finalized(
    books.done('create-asset', (await books.finalized(books.invoice(customer))).id),
  );
  await look('credit note', await linkOf(stage, credited));
  const order = await books.finalized(books.estimate(customer, { estimateType: 'purchase_order', lines: [LINE] }));
  await look('purchase order', await linkOf(stage, order));
  const advance = await books.finalizedAdvance((await books.signedEstimate(customer)).id);
  await look('advance', await linkOf(stage, advance));
  return bill;
}

const LINE = { designation: 'Pose', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' } as const;

async function asked({ books }: Stage, id: string): Promise<string> {
  const { electronicSignature } = await books.done('ask-for-electronic-signature', id, { withCode: false });
  return new URL(electronicSignature.magicLink).pathname;
}

/** States of an estimate while its customer has the signature link. */
async function offers(
  stage: Stage,
  { customer, phone, look }: { customer: string; phone: Page; look: Look },
): Promise<void> {
  const { books, address } = stage;
  const { id } = await books.finalized(books.estimate(customer));
  const path = await asked(stage, id);
  const summary = (at: number) => (page: Page) => page.locator('details.act > summary').nth(at).click();
  await look('estimate with its question opened', path, summary(1));
  await look('estimate with its refusal opened', path, summary(2));
  await look('estimate signed without a name', path, async (page) => {
    await summary(0)(page);
    await page.locator('form[action*="/sign?"]').evaluate((form: { noValidate: boolean }) => (form.noValidate = true));
    await page.getByRole('checkbox').check();
    await page.locator('form[action*="/sign?"] button.primary').click();
    await page.locator('#fault-name').waitFor();
  });

  await phone.goto(address + path);
  await summary(0)(phone);
  await phone.getByLabel('Vos nom et prénom').fill('Léa Moreau');
  await phone.getByRole('checkbox').check();
  await books.done('cancel-electronic-signature', id);
  await phone.locator('form[action*="/sign?"] button.primary').click();
  await phone.getByRole('heading', { name: 'La demande a été annulée' }).waitFor();
  assert.equal((await books.done('get-estimate', id)).state, 'finalized', 'nothing was signed');
  const again = await asked(stage, id);
  assert.notEqual(again, path);
  await phone.goto(address + path);
  await phone.getByRole('heading', { name: 'Ce lien n’ouvre rien' }).waitFor();
  await phone.goto(address + again);
  await phone.getByText('Signer').first().waitFor();
}

/**
 * Requested on its last day, in a western zone where it is still Sunday; once the account is in
 * Paris that day is over. It comes first in its series, because days of issue only increase.
 */
async function expired(
  stage: Stage,
  { customer, phone, look }: { customer: string; phone: Page; look: Look },
): Promise<void> {
  const { books, address } = stage;
  await books.company({ zone: 'Pacific/Pago_Pago' });
  const short = await books.estimate(customer);
  await books.done('update-estimate-timeline', short.id, {
    ...{ emittedAt: MONDAY - 13 * HOUR, paymentDelay: 'fifteen_days', expiredAt: MONDAY - 13 * HOUR },
  });
  const late = await asked(stage, (await books.finalized(short)).id);
  await phone.goto(address + late);
  await phone.getByText('Signer').first().waitFor();
  await books.company({ zone: 'Europe/Paris' });
  await look('estimate that has expired', late, (page) => page.locator('h2', { hasText: /expir/ }).first().waitFor());
}

/** The fake payment provider, where test documents are paid. */
async function paying({ tests }: Stage, look: Look): Promise<void> {
  const bill = await tests.finalized(tests.invoice(await tests.contact()));
  await tests.done('activate-invoice-online-payment', bill.id);
  const path = await linkOf({ books: tests }, bill);
  const pay = async (page: Page) => {
    await page.locator('form[action$="/pay"] button').click();
    await page.locator('button[value="pending"]').waitFor();
  };
  await look('test invoice to pay', path);
  await look('stand-in of a provider', path, pay);
  await look('payment under way', path, async (page) => {
    if ((await page.locator('form[action$="/pay"]').count()) === 0) return;
    await pay(page);
    await page.locator('button[value="pending"]').click();
    await page.locator('.notice[role=status]').waitFor();
  });
}

/** If a provider does not answer, the page says so; other methods still work. */
async function providerAway({ books, cards }: Stage, customer: string, look: Look): Promise<void> {
  const account = { provider: 'stripe_connect', apiKey: 'sk_live_right', webhookSecret: 'whsec_of_stripe' };
  await books.done('connect-payment-account', undefined, account);
  const invoice = await books.finalized(books.invoice(customer, { lines: [{ ...LINE, unitPrice: 98_765 }] }));
  await books.done('activate-invoice-online-payment', invoice.id);
  const path = await linkOf({ books }, invoice);
  cards.awayFor = invoice.total.remainingReconciliateAmount;
  await look('provider away', path, async (page) => {
    await page.locator('form[action$="/pay"] button').click();
    await page.locator('.notice[role=alert]').waitFor();
  });
  cards.awayFor = undefined;
}

/**
 * Guessed links. All tests share one network address and its rate limit, so only the page is
 * rendered, as the service does.
 */
async function slowed(phone: Page, look: Look): Promise<void> {
  for (const locale of LANGUAGES as readonly ('fr' | 'en')[]) {
    const { text, policy } = linkRefusedPage({ why: 'slowed', seconds: 40 }, { locale, serviceName: 'Facturier' });
    await phone.route(`**/c/slowed?locale=${locale}`, (route) =>
      route.fulfill({
        ...{ status: 429, contentType: 'text/html; charset=utf-8', body: text },
        headers: { 'content-security-policy': policy },
      }),
    );
  }
  await look('guesses slowed', '/c/slowed', (page) => page.getByRole('heading', { level: 1 }).waitFor());
}

async function portal(
  stage: Stage,
  { bill, lea, phone, look }: { bill: string; lea: string; phone: Page; look: Look },
): Promise<void> {
  const { address } = stage;
  const form = `${bill}/portal`;
  await look('portal to ask for', form);
  await look('portal asked for without an address', form, async (page) => {
    await page.locator('main button').click();
    await page.locator('#fault').waitFor();
  });
  await phone.goto(address + form);
  await phone.locator('#email').fill(lea);
  await phone.locator('main button').click();
  await phone.getByRole('heading', { name: 'Regardez vos e-mails' }).waitFor();
  await look('portal asked for', `${form}?sent`);
  await look('portal', await mailedPath(stage, lea, /^Vos documents/));
}
