import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { productTypes } from '../../src/domain/billing/document/lines/line.ts';
import { productUnits } from '../../src/domain/billing/document/lines/product-unit.ts';
import { paymentMethods } from '../../src/domain/billing/document/terms/payment-terms.ts';
import { vatMentions } from '../../src/domain/vat/mention-text.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { billingTypes } from '../../src/schemas/billing/document/document-type.ts';
import { type Books, booksOf, operationNamed, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
let id: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  ({ id } = await books.invoice(await books.contact()));
});
afterAll(() => service.close());

/** The same value in every accepted spelling: as is, upper case, mixed case, and its number. */
const ways = (name: string, number: number): (string | number)[] => [
  name,
  name.toUpperCase(),
  name.replace(/^./, (first) => first.toUpperCase()),
  number,
  String(number),
];

test('the published enumeration numbers are unchanged', () => {
  assert.deepEqual(billingTypes, ['estimate', 'invoice', 'asset', 'advance', 'purchase_order']);
  assert.deepEqual([productUnits[0], productUnits[13], productUnits[27]], ['gram', 'unit', 'overnight_stay']);
  assert.deepEqual([productTypes[0], productTypes[4]], ['sale_of_goods', 'disbursement']);
  assert.deepEqual(
    [vatMentions[0], vatMentions[5], vatMentions[20]],
    ['not_subject', 'vat_not_applicable', 'vat_exemption_294_cgi'],
  );
  assert.deepEqual([paymentMethods[0], paymentMethods[6], paymentMethods[8]], ['transfer', 'paypal', 'other']);
  assert.deepEqual(
    [productUnits.length, productTypes.length, vatMentions.length, paymentMethods.length],
    [28, 5, 21, 9],
  );
});

test('units and product types are accepted by name in any case and by number, and returned by name', async () => {
  for (const [index, unit] of productUnits.entries()) {
    const lines = ways(unit, index + 1).map((quantityUnit) => ({ ...TRAINING, quantityUnit }));
    const lined = await books.done('update-billing-lines', id, { lines });
    assert.deepEqual([...new Set(lined.lines.map((line: any) => line.quantityUnit))], [unit]);
  }
  for (const [index, type] of productTypes.entries()) {
    const lines = ways(type, index + 1).map((said) => ({ ...TRAINING, type: said }));
    const lined = await books.done('update-billing-lines', id, { lines });
    assert.deepEqual([...new Set(lined.lines.map((line: any) => line.type))], [type]);
  }
});

test('VAT mentions and payment methods are accepted by name and by number', async () => {
  const informed = (said: object) => books.done('update-invoice-general-informations', id, said);
  for (const [index, mention] of vatMentions.entries())
    for (const vatMention of ways(mention, index + 1))
      assert.equal((await informed({ vatMention })).billingLegals.vatMention, mention);
  for (const [index, method] of paymentMethods.entries()) {
    const { billingLegals } = await informed({ paymentMethods: ways(method, index + 1), otherPaymentMethod: 'Troc' });
    assert.deepEqual([...new Set(billingLegals.paymentMethods)], [method]);
  }
});

test('modes, lump sums, languages, currencies, delays and VAT codes are accepted by name and by number', async () => {
  for (const mode of ways('AMOUNT', 2)) {
    const { discount } = await books.done('update-billing-lines', id, {
      lines: [TRAINING],
      discount: { mode, amount: 100 },
    });
    assert.deepEqual(discount, { mode: 'AMOUNT', amount: 100 });
  }
  for (const value of ways('forty_euros', 1)) {
    const informed = await books.done('update-invoice-general-informations', id, { lumpSumCompensation: { value } });
    assert.deepEqual(informed.lumpSumCompensation, { value: 'forty_euros' });
  }
  assert.equal((await books.done('update-invoice-locale', id, { locale: 'NL' })).locale, 'nl');
  assert.equal((await books.done('update-invoice-currency', id, { currency: 'eur' })).currencyCode, 'EUR');
  const lined = await books.done('update-billing-lines', id, { lines: [{ ...TRAINING, vatCode: 'fr_550' }] });
  assert.equal(lined.lines[0].vatCode, 'FR_550');
  const purchase = await books.done('create-estimate', await books.contact(), { estimateType: 'Purchase_Order' });
  assert.equal(purchase.type, 'purchase_order');
});

test('unknown enumeration names and out-of-range numbers are refused', async () => {
  for (const quantityUnit of ['parsec', 0, 29, -1, 1.5, true, {}])
    assert.equal(
      await books.refusal('update-billing-lines', id, { lines: [{ ...TRAINING, quantityUnit }] }),
      'input_invalid',
    );
});

test('the logo setting carries the name of the service in requests and responses', async () => {
  const settings = {
    ...{ displayFullName: false, displayEmail: true, displayPhoneNumber: true, displaySAPAgreement: true },
    ...{ displayLegalStatus: true, displayRequiredMentionsProduct: true, displayTitle: true },
    displayMemberOfAnApprovedAssociation: true,
  };
  const asked = async (body: object, serviceName = 'Facturier') => {
    const services = { ...service.services, environment: { ...service.services.environment, serviceName } };
    const parts = { path: { id }, query: {}, body: { ...settings, ...body } };
    const operation = operationNamed('update-billing-display-settings');
    const answer = await runOperation(services, operation, service.live, { parts, language: 'en' });
    assert.ok(!('refused' in answer));
    return (valueOf(answer) as Record<string, any>).displaySettings;
  };
  const off = await asked({ displayServiceLogo: false });
  assert.equal(off.displayFacturierLogo, false);
  assert.equal('displayServiceLogo' in off, false);
  assert.deepEqual([off.displayFullName, off.displaySAPAgreement, off.displayEstimateNumber], [false, true, true]);
  assert.equal((await asked({ displayFacturierLogo: true })).displayFacturierLogo, true);
  assert.equal((await asked({})).displayFacturierLogo, true);
  const elsewhere = await asked({ displayAtelierLogo: false, displayEstimateNumber: false }, 'Atelier');
  assert.deepEqual([elsewhere.displayAtelierLogo, elsewhere.displayEstimateNumber], [false, false]);
  assert.equal('displayFacturierLogo' in elsewhere, false);
});
