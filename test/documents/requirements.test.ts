import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type RequirementName, requirementNames } from '../../src/domain/refusal.ts';
import { electronicFaultTexts } from '../../src/einvoice/requirements.ts';
import { textIn } from '../../src/schemas/bilingual-text.ts';
import { missingTermsText } from '../../src/schemas/billing/texts/missing-payment-terms.ts';
import { requirementText } from '../../src/schemas/billing/texts/requirements.ts';
import { type Books, booksOf, LYON, TRAINING } from '../support/documents/example-books.ts';
import { lackedBy } from '../support/documents/missing-to-finalize.ts';
import { COMPANY } from '../support/service/company.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** A separate account, so that no case sees the numbers or settings of another. */
async function newBooks(company: object = COMPANY) {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.live);
  await books.company(company);
  return { books, lacked: (id: string) => lackedBy(service, account.live, id), test: account.test };
}

type Case = {
  name: string;
  company?: object;
  draft: (b: Books) => Promise<{ id: string; meet: () => Promise<unknown> }>;
};

const invoiced = async (b: Books, said: object, customerId?: string): Promise<string> =>
  (await b.invoice(customerId ?? (await b.contact()), said)).id;
const lines = (...said: object[]) => ({ lines: said.map((line) => ({ ...TRAINING, ...line })) });
const timeline = (said: object) => ({ emittedAt: MONDAY, paymentDelay: 'thirty_days', ...said });
const DAY = 86_400;

const cases: Record<RequirementName, Case> = {
  hasLines: {
    name: 'an invoice without lines',
    async draft(b) {
      const id = await invoiced(b, {});
      return { id, meet: () => b.done('update-billing-lines', id, lines({})) };
    },
  },
  hasValidAmount: {
    name: 'an invoice of -1,200.00',
    async draft(b) {
      const id = await invoiced(b, lines({ quantity: -1 }));
      return { id, meet: () => b.done('update-billing-lines', id, lines({ quantity: -1 }, {})) };
    },
  },
  hasCustomerBillingAddress: {
    name: 'a customer without address',
    async draft(b) {
      const customerId = await b.contact({ billingAddress: null });
      const id = await invoiced(b, lines({}), customerId);
      const filled = { firstname: 'Léa', lastname: 'Moreau', billingAddress: LYON };
      return { id, meet: () => b.done('update-contact', customerId, filled) };
    },
  },
  hasEmitterIdentity: {
    name: 'an account without SIRET',
    company: { ...COMPANY, siret: null },
    draft: async (b) => ({ id: await invoiced(b, lines({})), meet: () => b.company() }),
  },
  hasEmitterVatNumber: {
    name: '200.00 of VAT by an account without VAT number',
    company: { ...COMPANY, vatNumber: null },
    draft: async (b) => ({ id: await invoiced(b, lines({})), meet: () => b.company() }),
  },
  hasVatMention: {
    name: 'a line without VAT and without a reason',
    async draft(b) {
      const id = await invoiced(b, lines({ vatCode: 'FR_00HT' }));
      return { id, meet: () => b.done('update-invoice-general-informations', id, { vatMention: 'vat_exemption' }) };
    },
  },
  hasConsistentVatMention: {
    name: 'a line at 20 % under article 293 B',
    async draft(b) {
      const id = await invoiced(b, lines({}));
      const mentioned = (vatMention: string) => b.done('update-invoice-general-informations', id, { vatMention });
      await mentioned('vat_not_applicable');
      return { id, meet: () => mentioned('not_subject') };
    },
  },
  hasCustomerVatNumber: {
    name: 'a sale within the Union to an organization without VAT number',
    async draft(b) {
      const customerId = await b.organization();
      const id = await invoiced(b, lines({ vatCode: 'FR_00UE' }), customerId);
      await b.done('update-invoice-general-informations', id, { vatMention: 'vat_exemption_eu_service' });
      const filled = { name: 'Boulangerie Müller', vatNumber: 'DE136695976' };
      return { id, meet: () => b.done('update-organization', customerId, filled) };
    },
  },
  hasCustomerSiren: {
    name: 'a French organization without SIREN, where the account asks for it',
    company: { ...COMPANY, customerSirenRequired: true },
    async draft(b) {
      const customerId = await b.organization({ siret: null });
      const id = await invoiced(b, lines({}), customerId);
      const filled = { name: 'Boulangerie Müller', siret: '55208131766522' };
      return { id, meet: () => b.done('update-organization', customerId, filled) };
    },
  },
  hasServiceCode: {
    name: 'an invoice to a town that requires its service code and a commitment, with the commitment only',
    async draft(b) {
      const town = await b.organization({ requiredReferences: 'service_code_and_order_number' });
      const id = await invoiced(b, { ...lines({}), customerOrderNumber: 'EJ-2026-7' }, town);
      const said = { serviceCode: 'CULTURE' };
      return { id, meet: () => b.done('update-invoice-general-informations', id, said) };
    },
  },
  hasOrderNumber: {
    name: 'an invoice to a town that requires a commitment',
    async draft(b) {
      const id = await invoiced(b, lines({}), await b.organization({ requiredReferences: 'order_number' }));
      const said = { customerOrderNumber: 'EJ-2026-7' };
      return { id, meet: () => b.done('update-invoice-general-informations', id, said) };
    },
  },
  hasServiceCodeOrOrderNumber: {
    name: 'an invoice to a town that requires one of both references',
    async draft(b) {
      const town = await b.organization({ requiredReferences: 'service_code_or_order_number' });
      const id = await invoiced(b, lines({}), town);
      const said = { serviceCode: 'CULTURE' };
      return { id, meet: () => b.done('update-invoice-general-informations', id, said) };
    },
  },
  hasChronologicalDate: {
    name: 'an invoice of tomorrow',
    async draft(b) {
      const id = await invoiced(b, lines({}));
      await b.done('update-invoice-timeline', id, timeline({ emittedAt: MONDAY + DAY }));
      return { id, meet: () => b.done('update-invoice-timeline', id, timeline({})) };
    },
  },
  hasDueDate: {
    name: 'an invoice due the day before its issue',
    async draft(b) {
      const id = await invoiced(b, lines({}));
      const due = (customDueDate: number) => timeline({ paymentDelay: 'other', customDueDate });
      await b.done('update-invoice-timeline', id, due(MONDAY - DAY));
      return { id, meet: () => b.done('update-invoice-timeline', id, due(MONDAY)) };
    },
  },
  hasPaymentTerms: {
    name: 'an invoice to a business without late penalties',
    async draft(b) {
      const id = await invoiced(b, lines({}), await b.organization());
      const penalty = (latePenalty: unknown) => b.done('update-invoice-general-informations', id, { latePenalty });
      await penalty(null);
      return { id, meet: () => penalty({ value: 'three_time_legal_rate' }) };
    },
  },
  hasCurrencyRate: {
    name: 'a euro invoice of an account that changed to dollars',
    async draft(b) {
      const id = await invoiced(b, lines({}));
      await b.company({ currency: 'USD' });
      return { id, meet: () => b.done('update-invoice-currency', id, { currency: 'EUR', currencyRate: 0.92 }) };
    },
  },
  hasAdvanceWithinEstimate: {
    name: 'an advance of 60 % after another of 60 %',
    async draft(b) {
      const estimate = await b.signedEstimate(await b.contact());
      const { id } = await b.done('create-advance', estimate.id, { percentage: 60 });
      await b.finalizedAdvance(estimate.id, { percentage: 60 });
      return { id, meet: () => b.done('update-advance-amount', id, { mode: 'PERCENTAGE', percentage: 40 }) };
    },
  },
  hasPersonalServiceUnits: {
    name: 'a personal service counted in days',
    async draft(b) {
      const id = await invoiced(b, lines({ quantityUnit: 'day', personalServiceActivity: 'JARDINAGE' }));
      const [line] = (await b.done('get-invoice', id)).lines;
      const counted = { lines: [{ lineId: line.id, quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' }] };
      return { id, meet: () => b.done('update-billing-sap-products', id, counted) };
    },
  },
  hasParentFinalized: {
    name: 'a credit note of a draft invoice',
    async draft(b) {
      const invoiceId = await invoiced(b, lines({}));
      const { id } = await b.done('create-asset', invoiceId);
      return { id, meet: () => b.done('finalize-billing', invoiceId) };
    },
  },
  hasReference: {
    name: 'a free credit note that names no invoice',
    async draft(b) {
      const { id } = await b.done('create-free-asset', undefined, {
        billingCustomerId: await b.contact(),
        ...lines({}),
      });
      const references = [{ number: 'F-2025-0042', date: 1748736000 }];
      return { id, meet: () => b.done('update-asset-references', id, { references }) };
    },
  },
  hasPrintableLetters: {
    name: 'a designation with an unprintable Tamil letter beside printable Chinese ones',
    async draft(b) {
      const id = await invoiced(b, lines({ designation: 'Cours de தமிழ்', description: '中文 日本語 한국어' }));
      return { id, meet: () => b.done('update-billing-lines', id, lines({ designation: 'Cours de tamoul' })) };
    },
  },
  hasElectronicForm: {
    name: 'an invoice to a French business in the former Bulgarian lev',
    async draft(b) {
      const id = await invoiced(b, lines({}), await b.organization());
      await b.done('update-invoice-currency', id, { currency: 'BGN' });
      return { id, meet: () => b.done('update-invoice-currency', id, { currency: 'EUR' }) };
    },
  },
};

/** Expected text if the message contains more than the name. */
const texts: Partial<Record<RequirementName, { fr: string; en: string }>> = {
  hasConsistentVatMention: {
    fr: 'Avec l’article 293 B (mention « vat_not_applicable »), aucune ligne n’est taxée. Donnez le code FR_00HT à ces lignes, ou choisissez une autre mention de TVA (« not_subject » si toutes les lignes sont taxées). Ligne : 1 (FR_2000).',
    en: 'Under article 293 B (mention "vat_not_applicable") no line is taxed. Give these lines the code FR_00HT, or choose another VAT mention ("not_subject" if all lines are taxed). Line: 1 (FR_2000).',
  },
  hasPrintableLetters: {
    fr: 'Remplacez les caractères த (U+0BA4), ம (U+0BAE), ி (U+0BBF), ழ (U+0BB4), ் (U+0BCD). Aucune police disponible ne peut les imprimer.',
    en: 'Replace the characters த (U+0BA4), ம (U+0BAE), ி (U+0BBF), ழ (U+0BB4), ் (U+0BCD). No available font can print them.',
  },
  hasElectronicForm: electronicFaultTexts.currencyInList,
  hasPaymentTerms: missingTermsText(['latePenalty']),
};

for (const requirement of requirementNames) {
  const { name, company, draft } = cases[requirement];
  test(`${name} lacks ${requirement}, in French and in English, until it is met`, async () => {
    const { books, lacked } = await newBooks(company);
    const { id, meet } = await draft(books);
    const unmet = await lacked(id);
    assert.deepEqual(unmet.names, [requirement]);
    const { fr, en } = texts[requirement] ?? requirementText[requirement];
    assert.deepEqual(unmet.fr.finalizeRequirements, [{ name: requirement, message: textIn({ fr, en }, 'fr') }]);
    assert.deepEqual(unmet.en.finalizeRequirements, [{ name: requirement, message: en }]);
    assert.notEqual(fr, en);
    const { docs } = (await books.ask('get-billings', { query: { limit: 100 } })).json;
    const listed = docs.find((each: { id: string }) => each.id === id);
    assert.deepEqual([listed.finalizable, listed.finalizeRequirements.length], [false, 1], 'in a list as well');
    await meet();
    assert.deepEqual((await lacked(id)).names, []);
    const finalized = await books.finalized({ id });
    assert.deepEqual([finalized.finalizeRequirements, finalized.finalizable], [[], false]);
  });
}

test('a test document does not require the SIRET and VAT number of its account', async () => {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.test);
  const id = await invoiced(books, lines({}));
  assert.deepEqual((await lackedBy(service, account.test, id)).names, []);
});

test('a customer who moved and an emptied company do not block a credit note', async () => {
  const { books, lacked } = await newBooks();
  const customerId = await books.contact();
  const invoice = await books.finalized(books.invoice(customerId));
  const { id } = await books.done('create-asset', invoice.id);
  await books.done('update-contact', customerId, { firstname: 'Léa', lastname: 'Moreau', billingAddress: null });
  await books.company({ siret: null, vatNumber: null, customerSirenRequired: true });
  assert.deepEqual((await lacked(id)).names, []);
  assert.equal((await books.finalized({ id })).customer.billingAddress.city, 'Lyon');
});

test('no document is dated before its parent or the last one of its series, in any year', async () => {
  const { books, lacked } = await newBooks();
  const customerId = await books.contact();
  const dated = async (emittedAt: number) => {
    const { id } = await books.invoice(customerId);
    await books.done('update-invoice-timeline', id, timeline({ emittedAt }));
    return id;
  };
  const early = await dated(MONDAY - 90 * DAY);
  const late = await dated(MONDAY - 60 * DAY);
  assert.deepEqual((await lacked(early)).names, []);
  await books.finalized({ id: late });
  assert.deepEqual((await lacked(early)).names, ['hasChronologicalDate']);
  const { id } = await books.done('create-asset', late);
  await books.done('update-asset-timeline', id, timeline({ emittedAt: MONDAY - 61 * DAY }));
  assert.deepEqual((await lacked(id)).names, ['hasChronologicalDate']);
  await books.done('update-asset-timeline', id, timeline({ emittedAt: MONDAY - 60 * DAY }));
  assert.deepEqual((await lacked(id)).names, []);
});

test('an advance is limited to the rest of its estimate and not blocked by a final invoice', async () => {
  const { books, lacked } = await newBooks();
  const estimate = await books.signedEstimate(await books.contact());
  const { id } = await books.done('create-advance', estimate.id);
  await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.deepEqual((await lacked(id)).names, ['hasValidAmount', 'hasAdvanceWithinEstimate']);
  await books.done('delete-billing', id);
  assert.equal(await books.refusal('get-advance', id), 'advance_not_found');
});

test('two draft credit notes for the same 1,200.00 can exist, but only one can be finalized', async () => {
  const { books, lacked } = await newBooks();
  const invoice = await books.finalized(books.invoice(await books.contact()));
  const [one, two] = [await books.done('create-asset', invoice.id), await books.done('create-asset', invoice.id)];
  await books.finalized(one);
  assert.deepEqual((await lacked(two.id)).names, ['hasValidAmount']);
});

test('a credit note above the creditable amount is refused with the rest per VAT code', async () => {
  const { books, lacked } = await newBooks();
  const goods = lines({}, { vatCode: 'FR_1000', unitPrice: 50_000 });
  const invoice = await books.finalized(books.invoice(await books.contact(), goods));
  const first = await books.done('create-asset', invoice.id);
  await books.done('update-billing-lines', first.id, lines({ unitPrice: 30_000 }));
  await books.finalized(first);
  const { id } = await books.done('create-asset', invoice.id);
  await books.done('update-billing-lines', id, lines({ unitPrice: 80_000 }));
  const { names, fr, en } = await lacked(id);
  assert.deepEqual(names, ['hasValidAmount']);
  // 1,000.00 − 300.00 at 20 %, and the 500.00 at 10 % unchanged.
  const leftToCredit = [
    { vatCode: 'FR_1000', amountWithoutTax: 50_000, vatAmount: 5_000 },
    { vatCode: 'FR_2000', amountWithoutTax: 70_000, vatAmount: 14_000 },
  ];
  assert.deepEqual(en.finalizeRequirements, [
    {
      name: 'hasValidAmount',
      message:
        'Correct the amount. It must be above zero and, for each VAT code, within what is left to credit: FR_1000 500.00 EUR net and 50.00 EUR of VAT; FR_2000 700.00 EUR net and 140.00 EUR of VAT.',
      leftToCredit,
    },
  ]);
  assert.match(fr.finalizeRequirements[0].message, /FR_1000 500,00.EUR HT et 50,00.EUR de TVA.; FR_2000 700,00/);
  await books.done('update-billing-lines', id, lines({ unitPrice: 70_000 }));
  assert.deepEqual((await lacked(id)).names, []);
});

test('a draft without a date is dated on finalization and due thirty days later', async () => {
  const { books } = await newBooks();
  const { id, emittedAt } = await books.invoice(await books.contact());
  assert.equal(emittedAt, MONDAY);
  service.clock.now = MONDAY + 40 * DAY + 3600;
  try {
    const finalized = await books.finalized({ id });
    assert.equal(finalized.emittedAt, service.clock.now);
    assert.equal(finalized.dueAt, service.clock.now + 30 * DAY);
  } finally {
    service.clock.now = MONDAY;
  }
});
