import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { WarningName } from '../../src/domain/billing/document/checks/warning-name.ts';
import { withNoBreakSpaces } from '../../src/domain/text/typography.ts';
import { warningText } from '../../src/schemas/billing/texts/requirements.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { lackedBy } from '../support/documents/missing-to-finalize.ts';
import { COMPANY } from '../support/service/company.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function newBooks(company: object = {}) {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, bankInformation: BANK, ...company });
  return { books, seen: (id: string) => lackedBy(service, account.live, id) };
}

const DAY = 86_400;
const timeline = (said: object) => ({ emittedAt: MONDAY, paymentDelay: 'thirty_days', ...said });
const WORKS = { ...TRAINING, type: 'commercial_or_craft_services', vatCode: 'FR_1000' };

/** A SEPA account without BIC. */
const BANK = { iban: 'FR7630006000011234567890189', holder: 'Zoé Martin' };

type Case = {
  name: string;
  /** Its text, if it varies between documents. */
  message?: { fr: string; en: string };
  /** The lines it names, counted from 1. */
  lines?: number[];
  company?: object;
  draft: (b: Books) => Promise<{ id: string; calm: () => Promise<unknown> }>;
};
const invoiced = async (b: Books, customerId?: string, lines: object[] = [TRAINING]): Promise<string> =>
  (await b.invoice(customerId ?? (await b.contact()), { lines })).id;

const cases: Record<WarningName, Case> = {
  franchise_threshold_near: {
    name: '33,750.00 of services in a year, 5,000.00 of them takings without invoices, nine tenths of what the franchise allows',
    company: { vatRegime: 'franchise', vatNumber: null },
    async draft(b) {
      const line = { ...TRAINING, vatCode: 'FR_00HT', unitPrice: 1_375_000 };
      await b.finalized(b.invoice(await b.contact(), { lines: [{ ...line, unitPrice: 1_500_000 }] }));
      const taken = { on: '2026-02-20', sold: 'services', rate: 0, amount: 500_000 };
      await b.done('create-counter-sale', undefined, taken);
      const id = await invoiced(b, undefined, [line]);
      return { id, calm: () => b.done('update-billing-lines', id, { lines: [{ ...line, unitPrice: 1_374_999 }] }) };
    },
  },
  customer_without_email: {
    name: 'a customer without e-mail',
    async draft(b) {
      const customerId = await b.contact({ emails: [] });
      const filled = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'] };
      return { id: await invoiced(b, customerId), calm: () => b.done('update-contact', customerId, filled) };
    },
  },
  customer_without_siren: {
    name: 'a French organization without SIREN',
    async draft(b) {
      const customerId = await b.organization({ siret: null });
      const filled = { name: 'Boulangerie Müller', siret: '55208131766522' };
      return { id: await invoiced(b, customerId), calm: () => b.done('update-organization', customerId, filled) };
    },
  },
  transfer_without_iban: {
    name: 'an invoice payable by transfer without a bank account',
    company: { bankInformation: null },
    async draft(b) {
      const id = await invoiced(b);
      return { id, calm: () => b.done('update-billing-bank-information', id, { bankInformation: BANK }) };
    },
  },
  due_date_in_the_past: {
    name: 'an invoice issued forty days ago and due after thirty',
    async draft(b) {
      const id = await invoiced(b);
      await b.done('update-invoice-timeline', id, timeline({ emittedAt: MONDAY - 40 * DAY }));
      return { id, calm: () => b.done('update-invoice-timeline', id, timeline({})) };
    },
  },
  payment_terms_too_long: {
    name: 'a payment delay of ninety days between professionals',
    async draft(b) {
      const id = await invoiced(b, await b.organization());
      await b.done('update-invoice-timeline', id, timeline({ paymentDelay: 'ninety_days' }));
      return { id, calm: () => b.done('update-invoice-timeline', id, timeline({ paymentDelay: 'sixty_days' })) };
    },
  },
  reduced_rate_without_certificate: {
    name: 'works at 10 % without the mention that certifies the dwelling',
    async draft(b) {
      const id = await invoiced(b, undefined, [WORKS]);
      const certified = { vatMention: 'vat_reduced_rate_2' };
      return { id, calm: () => b.done('update-invoice-general-informations', id, certified) };
    },
  },
  price_with_part_of_cent: {
    name: 'a price of 600.50 entered in euros instead of cents',
    lines: [2],
    message: {
      fr: 'Les prix se donnent en centimes\u00a0: à la ligne 2, 600,5 vaut 6,01\u00a0EUR. Pour 600,50\u00a0EUR, écrivez 60050.',
      en: 'Prices are given in cents: on line 2, 600.5 is 6.01 EUR. For 600.50 EUR, write 60050.',
    },
    async draft(b) {
      const id = await invoiced(b, undefined, [TRAINING, { ...TRAINING, unitPrice: 600.5 }]);
      const meant = [TRAINING, { ...TRAINING, unitPrice: 60_050 }];
      return { id, calm: () => b.done('update-billing-lines', id, { lines: meant }) };
    },
  },
  line_without_price: {
    name: 'two lines with text and no price',
    message: {
      fr: withNoBreakSpaces(
        'Ligne 2 (« Frais de port ») : prix de 0,00 ; ligne 3 (« Audit, devis, réunions de lancement et v… ») : prix de 0,00. Donnez un prix, sauf si la ligne est gratuite.',
      ),
      en: 'Line 2 (“Frais de port”): the price is 0.00; line 3 (“Audit, devis, réunions de lancement et v…”): the price is 0.00. Give a price, unless the line is free.',
    },
    lines: [2, 3],
    async draft(b) {
      const priced = (unitPrice: number) => [
        TRAINING,
        { ...TRAINING, designation: 'Frais de port', unitPrice },
        { ...TRAINING, designation: 'Audit, devis, réunions de lancement et visites de chantier', unitPrice },
      ];
      const id = await invoiced(b, undefined, priced(0));
      return { id, calm: () => b.done('update-billing-lines', id, { lines: priced(100) }) };
    },
  },
  line_without_quantity: {
    name: 'a line with quantity 0',
    message: {
      fr: withNoBreakSpaces(
        'Ligne 1 (« Formation ») : quantité de 0, rien n’est facturé. Donnez une quantité, ou supprimez la ligne.',
      ),
      en: 'Line 1 (“Formation”): the quantity is 0, nothing is billed. Give a quantity, or remove the line.',
    },
    lines: [1],
    async draft(b) {
      const id = await invoiced(b, undefined, [{ ...TRAINING, designation: 'Formation', quantity: 0 }, TRAINING]);
      return { id, calm: () => b.done('update-billing-lines', id, { lines: [TRAINING, TRAINING] }) };
    },
  },
  discount_below_one_percent: {
    name: 'a discount of 10 in basis points instead of percent, on a line and on the document',
    message: {
      fr: withNoBreakSpaces(
        'Ligne 2 (« Formation ») : remise de 0,1 % seulement, et non de 10 % ; tout le document : remise de 0,99 % seulement, et non de 99 %. Vérifiez le pourcentage.',
      ),
      en: 'Line 2 (“Formation”): the discount is only 0.1%, not 10%; the whole document: the discount is only 0.99%, not 99%. Check the percentage.',
    },
    lines: [2],
    async draft(b) {
      const off = (amount: number) => ({ discount: { mode: 'PERCENTAGE', amount } });
      const lines = (amount: number) => [TRAINING, { ...TRAINING, designation: 'Formation', ...off(amount) }];
      const { id } = await b.invoice(await b.contact(), { lines: lines(10), ...off(99) });
      return { id, calm: () => b.done('update-billing-lines', id, { lines: lines(1_000), ...off(100) }) };
    },
  },
  discount_exceeds_amount: {
    name: 'a discount above its base, on a line and on the document without disbursements',
    message: {
      fr: withNoBreakSpaces(
        'Ligne 1 (« Formation ») : remise de 100,01\u00a0EUR, supérieure au montant de 100,00\u00a0EUR ; tout le document : remise de 100,01\u00a0EUR, supérieure au montant de 100,00\u00a0EUR. La remise est limitée à ce montant. Réduisez la remise.',
      ),
      en: 'Line 1 (“Formation”): the discount of 100.01 EUR exceeds the 100.00 EUR it applies to; the whole document: the discount of 100.01 EUR exceeds the 100.00 EUR it applies to. The discount is limited to that amount. Reduce the discount.',
    },
    lines: [1],
    async draft(b) {
      const off = (amount: number) => ({ discount: { mode: 'AMOUNT', amount } });
      const line = { ...TRAINING, designation: 'Formation', quantity: 1, unitPrice: 10_000 };
      const stamps = { designation: 'Timbres', quantity: 1, unitPrice: 50_000, type: 'disbursement' };
      const lines = (amount: number) => [{ ...line, ...off(amount) }, line, stamps];
      const { id } = await b.invoice(await b.contact(), { lines: lines(10_001), ...off(10_001) });
      // A discount of 100 % is not warned of.
      return { id, calm: () => b.done('update-billing-lines', id, { lines: lines(10_000), ...off(10_000) }) };
    },
  },
  stock_below_zero: {
    name: 'three of two chairs',
    async draft(b) {
      const chair = { designation: 'Chaise', type: 'GOODS_SALE', unit: 'UNIT', vatCode: 'FR_2000', stock: 2 };
      const { id: productId } = await b.done('create-product', undefined, chair);
      const line = { ...TRAINING, productId };
      const id = await invoiced(b, undefined, [{ ...line, quantity: 3 }]);
      return { id, calm: () => b.done('update-billing-lines', id, { lines: [{ ...line, quantity: 2 }] }) };
    },
  },
  online_payment_not_offered: {
    name: 'an invoice with unavailable online payment',
    async draft(b) {
      const id = await invoiced(b);
      const online = (isOnlinePaymentActivated: boolean) =>
        b.done('update-invoice-general-informations', id, { isOnlinePaymentActivated });
      await online(true);
      return { id, calm: () => online(false) };
    },
  },
  payment_request_unfit: {
    name: 'an agency invoice whose customer paid a deposit above half of the gardening',
    message: {
      fr: 'L’acompte ne peut pas dépasser la moitié des services à la personne, soit 300,00\u00a0€.',
      en: 'The advance can be at most half of the personal services, €300.00.',
    },
    async draft(b) {
      // 1,200.00 of gardening allow a deposit of 600.00 until half of it is training.
      const gardening = { ...TRAINING, quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' };
      const id = await invoiced(b, undefined, [gardening]);
      const paymentRequest = { advanceAlreadyPaid: 30_100, dateDebutEmploi: MONDAY, dateFinEmploi: MONDAY };
      await b.done('update-invoice-payment-request', id, { paymentRequest });
      const half = { ...gardening, quantity: TRAINING.quantity / 2 };
      await b.done('update-billing-lines', id, { lines: [half, { ...half, personalServiceActivity: null }] });
      return { id, calm: () => b.done('update-invoice-payment-request', id, { paymentRequest: null }) };
    },
  },
  payment_request_not_sent: {
    name: 'an agency invoice without a payment request',
    async draft(b) {
      const gardening = { ...TRAINING, quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' };
      const id = await invoiced(b, undefined, [gardening]);
      const worked = { advanceAlreadyPaid: 0, dateDebutEmploi: MONDAY, dateFinEmploi: MONDAY };
      const requested = (paymentRequest: object | null) =>
        b.done('update-invoice-payment-request', id, { paymentRequest });
      await requested(worked);
      return { id, calm: () => requested(null) };
    },
  },
};

for (const [warning, { name, company, draft, message: own, lines }] of Object.entries(cases))
  test(`${name} gets warning ${warning} in French and in English, which never blocks`, async () => {
    const { books, seen } = await newBooks(company);
    const { id, calm } = await draft(books);
    const { title, message: usual } = warningText[warning as WarningName];
    const message = own ?? usual;
    const warned = await seen(id);
    assert.deepEqual(warned.names, []);
    assert.deepEqual(warned.fr.warnings, [
      { title: title.fr, message: message.fr, name: warning, ...(lines && { lines }) },
    ]);
    assert.deepEqual(warned.en.warnings, [
      { title: title.en, message: message.en, name: warning, ...(lines && { lines }) },
    ]);
    await calm();
    assert.deepEqual((await seen(id)).en.warnings, []);
    const finalized = await books.finalized({ id });
    assert.deepEqual(finalized.warnings, []);
  });

test('finalized advances and invoices warn of missing follow-up until nothing is left to collect', async () => {
  const { books } = await newBooks();
  const customerId = await books.contact();
  const asked = { isOnlinePaymentActivated: true };
  const { id } = await books.invoice(customerId, { lines: [TRAINING] });
  assert.equal((await books.done('update-invoice-general-informations', id, asked)).warnings.length, 1);
  assert.equal((await books.finalized({ id })).warnings.length, 1);
  assert.equal((await books.pay('invoice', id, 120_000)).warnings.length, 0);

  const advance = await books.done('create-advance', (await books.signedEstimate(customerId)).id);
  await books.done('update-advance-general-informations', advance.id, asked);
  assert.equal((await books.finalized(advance)).warnings.length, 1);
  assert.equal((await books.done('cancel-advance', advance.id)).warnings.length, 0);
});

test('2.5 cents a word are warned of without a remedy; a credit note with divided prices is not', async () => {
  const { books, seen } = await newBooks();
  const word = { ...TRAINING, unitPrice: 2.5125, quantity: 10_000, quantityUnit: 'word' };
  const { id } = await books.invoice(await books.contact(), { lines: [word] });
  assert.deepEqual((await seen(id)).en.warnings, [
    {
      title: 'Price with fractions of a cent',
      message: 'Prices are given in cents: on line 1, 2.5125 is 0.03 EUR.',
      name: 'price_with_part_of_cent',
      lines: [1],
    },
  ]);
  await books.finalized({ id });
  const credit = await books.done('create-asset', id);
  assert.equal(credit.lines[0].unitPrice, 2.5125);
  assert.deepEqual(credit.warnings, []);
});

test('creating a document warns of the threshold as reading it does', async () => {
  const { books, seen } = await newBooks({ vatRegime: 'franchise', vatNumber: null });
  const lines = [{ ...TRAINING, vatCode: 'FR_00HT', unitPrice: 4_000_000 }];
  const customerId = await books.contact();
  const estimate = await books.signedEstimate(customerId, { lines });
  const advance = await books.done('create-advance', estimate.id, { percentage: 90 });
  const final = await books.done('create-final-invoice', estimate.id);
  for (const made of [await books.invoice(customerId, { lines }), advance, final]) {
    assert.deepEqual(made.warnings, (await seen(made.id)).en.warnings);
    assert.equal(made.warnings.length, 1);
  }
});

test('the franchise threshold excludes disbursements, converts yen, and counts an advance once', async () => {
  const { books, seen } = await newBooks({ vatRegime: 'franchise', vatNumber: null });
  const customerId = await books.contact();
  const line = (unitPrice: number) => ({ ...TRAINING, vatCode: 'FR_00HT', unitPrice });
  const disbursed = { designation: 'Timbres', quantity: 1, unitPrice: 1_000_000, type: 'disbursement' };
  await books.finalized(books.invoice(customerId, { lines: [line(500_000), disbursed] }));

  const yen = await books.invoice(customerId, { lines: [line(160_000_000)] });
  await books.done('update-invoice-currency', yen.id, { currency: 'JPY', currencyRate: 160 });
  await books.finalized(yen);

  const estimate = await books.signedEstimate(customerId, { lines: [line(1_000_000), disbursed] });
  await books.finalizedAdvance(estimate.id, { percentage: 30, includeDisbursement: true });
  await books.finalized(books.done('create-final-invoice', estimate.id));

  // 5,000.00, ¥1,600,000 as 10,000.00, and 10,000.00 once are 25,000.00; so 8,750.00 more give the
  // warning.
  const { id } = await books.invoice(customerId, { lines: [line(874_999), disbursed] });
  assert.deepEqual((await seen(id)).en.warnings, []);
  await books.done('update-billing-lines', id, { lines: [line(875_000)] });
  assert.equal((await seen(id)).en.warnings.length, 1);
});
