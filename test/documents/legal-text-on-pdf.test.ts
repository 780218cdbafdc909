import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, LYON, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// Legal requirements of the PDF, whether or not an electronic invoice is mandatory.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function newBooks(company: object = COMPANY) {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.live);
  await books.company(company);
  const lacked = async (id: string): Promise<string[]> =>
    (await books.done('get-billing-by-id', id)).finalizeRequirements.map(({ name }: any) => name);
  return { books, lacked };
}
const said = (books: Books, id: string, body: object) => books.done('update-invoice-general-informations', id, body);
const berlin = { address: 'Torstraße 1', city: 'Berlin', zipCode: '10119', country: 'DE' };
const messages = async (books: Books, id: string): Promise<string[]> =>
  (await books.done('get-billing-by-id', id)).finalizeRequirements.map(({ message }: any) => message);

test('an invoice to a business states penalties, the 40 € and the discount; one to a consumer need not', async () => {
  const { books, lacked } = await newBooks();
  const terms = ['latePenalty', 'lumpSumCompensation', 'discountAdvancePayment'];
  const { id } = await books.invoice(await books.organization());
  assert.deepEqual(await lacked(id), []);
  for (const term of terms) {
    const { [term]: before } = await books.done('get-billing-by-id', id);
    await said(books, id, { [term]: null });
    assert.deepEqual(await lacked(id), ['hasPaymentTerms'], term);
    assert.match((await messages(books, id)).join(), new RegExp(term));
    assert.equal(await books.refusal('finalize-billing', id), 'not_finalizable');
    await said(books, id, { [term]: before });
    assert.deepEqual(await lacked(id), []);
  }
  const none = Object.fromEntries(terms.map((term) => [term, null]));
  await said(books, id, none);
  assert.deepEqual(await lacked(id), ['hasPaymentTerms']);
  const private_ = await books.invoice(await books.contact());
  await said(books, private_.id, none);
  assert.deepEqual(await lacked(private_.id), []);
});

test('an advance to a business states them too; an estimate need not', async () => {
  const { books, lacked } = await newBooks();
  const { id } = await books.estimate(await books.organization());
  await books.done('update-estimate-general-informations', id, { latePenalty: null });
  assert.deepEqual(await lacked(id), []);
  await books.finalized({ id });
  await books.done('sign-estimate', id);
  const advance = await books.done('create-advance', id);
  assert.deepEqual(await lacked(advance.id), ['hasPaymentTerms']);
});

test('"other" is refused without text, on a document or account; a dash is not text', async () => {
  const { books } = await newBooks();
  const { id } = await books.invoice(await books.contact());
  const general = 'update-invoice-general-informations';
  for (const term of ['latePenalty', 'lumpSumCompensation', 'discountAdvancePayment'])
    for (const otherValue of [undefined, null, '', '  ', '-']) {
      const body = { [term]: { value: 'other', ...(otherValue !== undefined && { otherValue }) } };
      assert.equal(await books.refusal(general, id, body), 'input_invalid', `${term}: ${otherValue}`);
      assert.equal(await books.refusal('update-company', undefined, { defaults: body }), 'input_invalid');
    }
  await said(books, id, { latePenalty: { value: 'other', otherValue: '12 % par an' } });

  const method = { paymentMethods: ['transfer', 'other'] };
  const missing = 'other_payment_method_missing';
  assert.equal(await books.refusal(general, id, method), missing);
  assert.equal(await books.refusal(general, id, { ...method, otherPaymentMethod: ' ' }), missing);
  assert.equal(await books.refusal('update-company', undefined, { defaults: method }), missing);
  await said(books, id, { ...method, otherPaymentMethod: 'Ticket CESU' });
  await said(books, id, method);
  assert.equal(await books.refusal(general, id, { otherPaymentMethod: '' }), missing);
});

test('a seller under the franchise without a VAT number cannot sell services to EU businesses with any code', async () => {
  const franchise = { ...COMPANY, vatNumber: null, vatRegime: 'franchise' };
  const { books, lacked } = await newBooks(franchise);
  const customerId = await books.organization({ siret: null, vatNumber: 'DE136695976', billingAddress: berlin });
  for (const vatCode of ['FR_00UE', 'FR_00HT']) {
    const { id } = await books.invoice(customerId, { lines: [{ ...TRAINING, vatCode }] });
    await said(books, id, { vatMention: 'vat_exemption_eu_service' });
    assert.deepEqual(await lacked(id), ['hasEmitterVatNumber'], vatCode);
  }
  const { id } = await books.invoice(customerId, { lines: [{ ...TRAINING, vatCode: 'FR_00UE' }] });
  await said(books, id, { vatMention: 'vat_exemption_eu_service' });
  await books.company({ ...franchise, vatNumber: COMPANY.vatNumber });
  assert.deepEqual(await lacked(id), []);
});

test('a seller under the franchise bills French customers without a VAT number', async () => {
  const { books, lacked } = await newBooks({ ...COMPANY, vatNumber: null, vatRegime: 'franchise' });
  const { id } = await books.invoice(await books.contact(), { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] });
  assert.deepEqual(await lacked(id), []);
});

test('intra-EU reverse charge names the customer by VAT number, whatever the line code', async () => {
  const { books, lacked } = await newBooks();
  const customerId = await books.organization({ siret: null, billingAddress: berlin });
  const { id } = await books.invoice(customerId, { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] });
  await said(books, id, { vatMention: 'vat_reverse_charge' });
  assert.deepEqual(await lacked(id), ['hasCustomerVatNumber']);
});

test('an organization in Guadeloupe has a SIREN like one in Lyon', async () => {
  const { books } = await newBooks();
  const billingAddress = { ...LYON, city: 'Basse-Terre', zipCode: '97100', country: 'GP' };
  const { id } = await books.invoice(await books.organization({ siret: null, billingAddress }));
  const { warnings } = await books.done('get-billing-by-id', id);
  assert.ok(warnings.some(({ name }: any) => name === 'customer_without_siren'));
});

test('an announced advance with due date "other" says when it is due', async () => {
  const { books } = await newBooks();
  const { id } = await books.estimate(await books.organization());
  const other = { value: 30, mode: 'PERCENTAGE', paymentCondition: 'OTHER' };
  for (const customPaymentCondition of [undefined, null, '', ' ', '-']) {
    const advances = [{ ...other, ...(customPaymentCondition !== undefined && { customPaymentCondition }) }];
    assert.equal(await books.refusal('update-estimate-advance-lines', id, { advances }), 'input_invalid');
  }
  const advances = [{ ...other, customPaymentCondition: 'À la livraison' }];
  await books.done('update-estimate-advance-lines', id, { advances });
  await books.finalized({ id });
});

test('VAT is stated in euros: an account in francs bills VAT in euros or a pegged currency; without VAT, in any', async () => {
  const { books, lacked } = await newBooks({ ...COMPANY, currency: 'CHF' });
  const billed = async (lines: object[], currency: string) => {
    const { id } = await books.invoice(await books.contact(), { lines });
    await books.done('update-invoice-currency', id, { currency, currencyRate: 1.1 });
    return lacked(id);
  };
  assert.deepEqual(await billed([TRAINING], 'USD'), ['hasCurrencyRate']);
  assert.deepEqual(await billed([TRAINING], 'EUR'), []);
  const untaxed = { ...TRAINING, vatCode: 'FR_00HT' };
  assert.ok(!(await billed([untaxed], 'USD')).includes('hasCurrencyRate'));
  const { id } = await books.invoice(await books.contact());
  assert.deepEqual(await lacked(id), ['hasCurrencyRate'], 'in francs');
  const estimate = await books.estimate(await books.contact());
  assert.deepEqual(await lacked(estimate.id), ['hasCurrencyRate'], 'what is made of an offer has its currency');
});
