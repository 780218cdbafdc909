import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, headersOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
let customerId: string;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Numbers begin at 1 in each test. */
async function open() {
  const account = await service.newAccount('Zoé Martin');
  books = booksOf(service, account.live);
  await books.company();
  customerId = await books.contact();
}
const read = (id: string) => books.done('get-billing-by-id', id);
const remaining = async (id: string): Promise<number> => (await read(id)).total.remainingAmountWithTax;
const withTax = async (id: string): Promise<number> => (await read(id)).total.amountWithTaxAfterDiscount;

test('a draft final invoice follows the advances of its estimate; finalization freezes the deduction', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const one = await books.finalizedAdvance(estimate.id, { percentage: 30 });
  const two = await books.done('create-advance', estimate.id, { percentage: 20 });
  const final = await books.done('create-final-invoice', estimate.id);
  assert.equal(final.isFinalInvoice, true);
  assert.equal(await remaining(final.id), 84000);
  await books.finalized(two);
  assert.equal(await remaining(final.id), 60000);
  await books.finalized(books.done('create-asset-from-advance', two.id));
  assert.equal(await remaining(final.id), 84000);
  await books.finalized(final);
  const frozen = await read(final.id);

  await books.finalized(books.done('create-asset-from-advance', one.id));
  assert.deepEqual((await read(final.id)).total, frozen.total);
  const { total } = await read(estimate.id);
  assert.deepEqual([total.billedAmountWithTax, total.remainingAmountToBill], [84000, 36000]);
});

test('an advance due on signature is due on its issue date; a later one has the delay of the estimate', async () => {
  await open();
  const planned = { value: 30, mode: 'PERCENTAGE' };
  const { id } = await books.estimate(customerId, { lines: [TRAINING] });
  const advances = (['SIGNATURE', 'ORDER', 'OTHER'] as const).map((paymentCondition) => ({
    ...planned,
    paymentCondition,
    ...(paymentCondition === 'OTHER' && { customPaymentCondition: 'À la livraison' }),
  }));
  await books.done('update-estimate-advance-lines', id, { advances });
  await books.finalized({ id });
  await books.done('sign-estimate', id);
  const made = [0, 1, 2].map((advanceLineIndex) => books.done('create-advance', id, { advanceLineIndex }));
  const delays = (await Promise.all(made)).map(({ paymentDelay }) => paymentDelay);
  assert.deepEqual(delays, ['at_reception', 'at_reception', 'thirty_days']);
  const issued = await books.finalized((await made[0]) as { id: string });
  assert.equal(issued.dueAt, issued.emittedAt);
});

test('an advance finalized after the draft final invoice is deducted; a draft advance can only be deleted', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const late = await books.done('create-advance', estimate.id);
  await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.equal(await books.refusal('finalize-billing', late.id), 'not_finalizable');
  await books.done('delete-billing', late.id);
  assert.deepEqual((await read(estimate.id)).advances, []);
});

test('advances ask for 30 % three times, then for half of the rest; canceled advances do not count', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const next = async () => withTax((await books.finalizedAdvance(estimate.id)).id);
  assert.deepEqual([await next(), await next()], [36000, 36000]);
  const third = await books.finalizedAdvance(estimate.id);
  await books.done('cancel-advance', third.id);
  assert.equal(await next(), 36000);
  assert.deepEqual([await next(), await next()], [6000, 3000]);
  assert.equal((await read(estimate.id)).total.remainingAmountToBill, 3000);
});

test('an estimate of 1,200.00 with 30 % and 500.00 announced has 860.00 announced and 340.00 left', async () => {
  await open();
  const { id } = await books.estimate(customerId);
  const advances = [
    { value: 30, mode: 'percentage', paymentCondition: 'signature' },
    { value: 50000, mode: 'AMOUNT', paymentCondition: 'OTHER', customPaymentCondition: 'à mi-parcours' },
  ];
  const { advanceEstimateLines } = await books.done('update-estimate-advance-lines', id, { advances });
  const totals = {
    ...{ totalAmountWithoutTax: 71667, totalAmountWithTax: 86000 },
    ...{ remainingTotalAmountWithoutTax: 28333, remainingTotalAmountWithTax: 34000 },
  };
  assert.deepEqual(advanceEstimateLines.totals, totals);
  assert.deepEqual(advanceEstimateLines.convertedTotals, totals);
  assert.deepEqual(advanceEstimateLines.advances, [
    { value: 30, mode: 'PERCENTAGE', paymentCondition: 'SIGNATURE' },
    { value: 50000, mode: 'AMOUNT', paymentCondition: 'OTHER', customPaymentCondition: 'à mi-parcours' },
  ]);
  const inYen = await books.done('update-estimate-currency', id, { currency: 'JPY', currencyRate: 160 });
  assert.equal(inYen.advanceEstimateLines.totals.totalAmountWithTax, 86000);
  assert.equal(inYen.advanceEstimateLines.convertedTotals.totalAmountWithTax, 538);
});

/** For a price with VAT, as in an estimate of 100.01 or 130.26. */
const priced = (unitPrice: number) => ({ lines: [{ ...TRAINING, unitPrice, isTaxIncluded: true }] });
const sharesOfHundred = [
  { total: 10_001, percentages: [50, 50], amounts: [5001, 5000] },
  { total: 13_026, percentages: [33.33, 33.33, 33.34], amounts: [4342, 4342, 4342] },
  // Eight times 12.50 leave 0.03 for the last.
  { total: 10_003, percentages: Array.from({ length: 8 }, () => 12.5), amounts: [...Array(7).fill(1250), 1253] },
];
for (const { total, percentages, amounts } of sharesOfHundred) {
  const name = `${percentages.join(' % + ')} % of ${total / 100} make ${total / 100}`;

  test(`${name}, whether the advances are finalized one by one or drafted together`, async () => {
    await open();
    for (const isDrafted of [false, true]) {
      const estimate = await books.signedEstimate(customerId, priced(total));
      const drafts: { id: string }[] = [];
      for (const percentage of percentages) {
        const draft = await books.done('create-advance', estimate.id, { percentage });
        if (!isDrafted) await books.finalized(draft);
        drafts.push(draft);
      }
      for (const draft of isDrafted ? drafts : []) await books.finalized(draft);
      assert.deepEqual(await Promise.all(drafts.map(({ id }) => withTax(id))), amounts);
      assert.equal((await read(estimate.id)).total.remainingAmountToBill, 0);
    }
  });

  test(`${name} when announced, and the advance has the announced amount`, async () => {
    await open();
    const { id } = await books.estimate(customerId, priced(total));
    const advances = percentages.map((value) => ({ value, mode: 'PERCENTAGE' }));
    const said = await books.done('update-estimate-advance-lines', id, { advances });
    assert.equal(said.advanceEstimateLines.totals.totalAmountWithTax, total);
    await books.finalized({ id });
    await books.done('sign-estimate', id);
    // In reverse order: the customer pays the estimate's total in any order.
    const made = new Map<number, number>();
    for (const place of [...percentages.keys()].reverse()) {
      const advance = await books.finalized(books.done('create-advance', id, { advanceLineIndex: place }));
      made.set(place, await withTax(advance.id));
    }
    assert.deepEqual(
      amounts.map((_, place) => made.get(place)),
      amounts,
    );
    assert.equal((await read(id)).total.remainingAmountToBill, 0);
  });
}

test('an advance changed to complete 100 % takes the exact rest; a larger one is refused', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId, priced(10_001));
  await books.finalizedAdvance(estimate.id, { percentage: 50 });
  const second = await books.done('create-advance', estimate.id, { percentage: 20 });
  assert.equal(
    await withTax((await books.done('update-advance-amount', second.id, { mode: 'PERCENTAGE', percentage: 50 })).id),
    5000,
  );
  assert.equal(
    await books.refusal('update-advance-amount', second.id, { mode: 'PERCENTAGE', percentage: 50.01 }),
    'advance_exceeds_remaining',
  );
  const { id } = await books.estimate(customerId, priced(10_001));
  const advances = [50, 50.01].map((value) => ({ value, mode: 'PERCENTAGE' }));
  assert.equal(
    await books.refusal('update-estimate-advance-lines', id, { advances }),
    'planned_advances_exceed_estimate',
  );
});

test('a final invoice fully covered by advances is paid on finalization', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  await books.finalizedAdvance(estimate.id, { percentage: 100 });
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.deepEqual([final.state, final.paidAt, final.total.remainingAmountWithTax], ['paid', service.clock.now, 0]);
});

test('a final invoice may exceed its estimate, but not be less than its deductions', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  await books.finalizedAdvance(estimate.id);
  const final = await books.done('create-final-invoice', estimate.id);
  await books.done('update-billing-lines', final.id, { lines: [{ ...TRAINING, unitPrice: 29999 }] });
  assert.deepEqual(
    (await read(final.id)).finalizeRequirements.map(({ name }: any) => name),
    ['hasValidAmount'],
  );
  await books.done('update-billing-lines', final.id, { lines: [TRAINING, TRAINING] });
  assert.equal((await books.finalized(final)).total.remainingAmountWithTax, 204000);
  const { total } = await read(estimate.id);
  assert.deepEqual([total.billedAmountWithTax, total.remainingAmountToBill], [240000, 0]);
  await books.done('cancel-invoice', final.id);
  assert.equal((await read(estimate.id)).total.billedAmountWithTax, 36000);
});

test('after its final invoice is deleted or canceled, an estimate can have another or be unsigned', async () => {
  await open();
  const { id } = await books.signedEstimate(customerId);
  const draft = await books.done('create-final-invoice', id);
  assert.equal((await read(id)).hasFinalInvoice, true);
  await books.done('delete-billing', draft.id);
  assert.equal((await read(id)).hasFinalInvoice, false);
  const final = await books.finalized(books.done('create-final-invoice', id));
  await books.done('cancel-invoice', final.id);
  assert.equal((await read(id)).hasFinalInvoice, false);
  await books.finalized(books.done('create-final-invoice', id));
  assert.equal(await books.refusal('unsign-estimate', id), 'already_billed');
});

test('a fully credited final invoice does not block billing what was credited', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const first = await books.finalizedAdvance(estimate.id, { percentage: 60 });
  await books.finalizedAdvance(estimate.id, { percentage: 40 });
  const covered = await books.finalized(books.done('create-final-invoice', estimate.id));
  await books.done('cancel-advance', first.id);
  assert.equal(await books.refusal('cancel-invoice', covered.id), 'nothing_left_to_credit');
  const { hasFinalInvoice, total } = await read(estimate.id);
  assert.deepEqual([hasFinalInvoice, total.remainingAmountToBill], [false, 72000]);

  const another = await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.equal(another.total.remainingAmountWithTax, 72000);
  const whole = await books.finalized(books.done('create-asset', another.id));
  assert.equal((await read(estimate.id)).hasFinalInvoice, false, `credited whole by ${whole.number}`);
  const last = await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.equal(await books.refusal('create-final-invoice', estimate.id), 'final_invoice_already_there');
  await books.done('cancel-invoice', last.id);
  assert.equal((await read(estimate.id)).total.remainingAmountToBill, 72000);
});

test('a final invoice with a creditable rest remains valid, whatever else is credited', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const advance = await books.finalizedAdvance(estimate.id, { percentage: 60 });
  await books.finalized(books.done('create-final-invoice', estimate.id));
  await books.done('cancel-advance', advance.id);
  assert.equal(await books.refusal('create-final-invoice', estimate.id), 'final_invoice_already_there');
});

test('deleting a draft leaves no gap in the numbers', async () => {
  await open();
  const numbers: string[] = [];
  for (let count = 0; count < 3; count++) {
    const gone = await books.invoice(customerId);
    numbers.push((await books.finalized(books.invoice(customerId))).number);
    await books.done('delete-billing', gone.id);
  }
  assert.deepEqual(numbers, ['F-2026-0001', 'F-2026-0002', 'F-2026-0003']);
  const offers = [
    await books.signedEstimate(customerId),
    await books.finalized(books.estimate(customerId, { estimateType: 'purchase_order', lines: [TRAINING] })),
  ];
  assert.deepEqual(
    offers.map(({ number }) => number),
    ['D-2026-0001', 'BC-2026-0001'],
  );
  assert.equal((await books.finalizedAdvance(offers[0].id)).number, 'F-2026-0004');
});

test('canceling a partly credited invoice credits the rest, names the credit note, and archives on request', async () => {
  await open();
  const { id } = await books.finalized(books.invoice(customerId));
  const credit = await books.done('create-asset', id);
  await books.done('update-billing-lines', credit.id, { lines: [{ ...TRAINING, unitPrice: 33333 }] });
  await books.finalized(credit);
  assert.equal(await remaining(id), 120000 - 40000);
  const answer = await books.ask('cancel-invoice', { path: { id }, body: { wantArchiveAfterCancellation: true } });
  const [first, second] = answer.json.assets;
  assert.deepEqual([first.amountWithTax, second.amountWithTax], [40000, 80000]);
  assert.deepEqual([first.number, second.number], ['AV-2026-0001', 'AV-2026-0002']);
  assert.equal(headersOf(answer).location, `/v2/billing/asset/${second.id}`);
  assert.deepEqual([answer.json.canceledAt, answer.json.archivedAt], [service.clock.now, service.clock.now]);
  assert.equal(await remaining(id), 0);
  const all = [await read(first.id), await read(second.id)];
  const sum = (of: (document: any) => number) => all.reduce((total, document) => total + of(document), 0);
  assert.equal(
    sum(({ total }) => total.amountWithoutTaxAfterDiscount),
    100000,
  );
  assert.equal(
    sum(({ total }) => total.vatDetails[0].amount),
    20000,
  );
  assert.equal(await books.refusal('cancel-invoice', id), 'nothing_left_to_credit');
});

/** 15 % off in total: 7 and 0.5 at 19.90 and 1.5 at 45.00 with 10 %, 1 at 87.50 with 20 %. */
const PRINTER = {
  lines: [
    { designation: 'Cartes', quantity: 7, unitPrice: 1990, vatCode: 'FR_1000' },
    { designation: 'Essai', quantity: 0.5, unitPrice: 1990, vatCode: 'FR_1000' },
    { designation: 'Pose', quantity: 1.5, unitPrice: 4500, vatCode: 'FR_1000' },
    { designation: 'Maquette', quantity: 1, unitPrice: 8750, vatCode: 'FR_2000' },
  ],
  discount: { mode: 'PERCENTAGE', amount: 1500 },
};
for (const kept of ['with the names of their lines', 'without names']) {
  test(`an invoice with 15 % off all but one line is credited, ${kept}; the next credit note proposes that line`, async () => {
    await open();
    const { id } = await books.finalized(books.invoice(customerId, PRINTER));
    const credit = await books.done('create-asset', id);
    const names = credit.lines.map((line: any) => line.generatedId);
    const others = PRINTER.lines.map((line, at) => ({
      ...line,
      ...(kept !== 'without names' && { generatedId: names[at] }),
    }));
    await books.done('update-billing-lines', credit.id, { lines: others.slice(1), discount: PRINTER.discount });
    const { total } = await books.finalized(credit);
    const vat = total.vatDetails.map(({ amount }: any) => amount);
    assert.deepEqual([total.amountWithoutTaxAfterDiscount, ...vat.toSorted()], [6584 + 7437, 1487, 658]);
    const left = await books.done('get-invoice-credit-left', id);
    assert.deepEqual(
      left.lines.map((line: any) => line.leftWithoutTax),
      [11_840, 0, 0, 0],
    );
    const next = await books.done('create-asset', id);
    assert.deepEqual(
      next.lines.map((line: any) => [line.designation, line.priceWithoutTaxAfterDiscount]),
      [['Cartes', 11_840]],
    );
    await books.finalized(next);
    assert.equal(await remaining(id), 0);
  });
}

test('after the training is fully credited, the next credit note proposes the site, not half of each', async () => {
  await open();
  const site = { ...TRAINING, designation: 'Site' };
  const { id } = await books.finalized(books.invoice(customerId, { lines: [TRAINING, site] }));
  const credit = await books.done('create-asset', id);
  await books.done('update-billing-lines', credit.id, { lines: [TRAINING] });
  await books.finalized(credit);
  const next = await books.done('create-asset', id);
  assert.deepEqual(
    next.lines.map((line: any) => [line.designation, line.quantity, line.unitPrice]),
    [['Site', 1, 100_000]],
  );
});

test('a credit note of half the lines of an invoice with 10.00 off has half the discount', async () => {
  await open();
  const site = { ...TRAINING, designation: 'Site' };
  const discount = { mode: 'AMOUNT', amount: 1000 };
  const { id } = await books.finalized(books.invoice(customerId, { lines: [TRAINING, site], discount }));
  const credit = await books.done('create-asset', id);
  const { total } = await books.done('update-billing-lines', credit.id, { lines: [site], discount });
  assert.deepEqual([total.amountWithoutTaxBeforeDiscount, total.discountAmount], [100_000, 500]);
});

test('canceling an advance credits what a reduced credit note left', async () => {
  await open();
  const estimate = await books.signedEstimate(customerId);
  const { id } = await books.finalizedAdvance(estimate.id);
  const credit = await books.done('create-asset-from-advance', id);
  assert.deepEqual(
    credit.lines.map((line: any) => line.designation),
    [`Annulation de la facture d’acompte F-2026-0001 – TVA 20 %`],
  );
  await books.done('update-billing-lines', credit.id, { lines: [{ ...TRAINING, unitPrice: 10000 }] });
  await books.finalized(credit);
  const canceled = await books.done('cancel-advance', id);
  assert.deepEqual(
    canceled.assets.map((asset: any) => asset.amountWithTax),
    [12000, 24000],
  );
  assert.equal((await read(estimate.id)).total.billedAmountWithTax, 0);
});

test('a free credit note names what it credits, has its own lines, and is refunded', async () => {
  await open();
  const references = [{ number: 'F-2019-0815', date: 1561939200 }];
  const said = { billingCustomerId: customerId, references, lines: [TRAINING], title: 'Geste commercial' };
  const { id } = await books.done('create-free-asset', undefined, said);
  const credit = await books.finalized({ id });
  assert.deepEqual([credit.references, credit.title, credit.parent], [references, 'Geste commercial', undefined]);
  assert.equal(credit.total.remainingAmountWithTax, 120000);
  const refunded = await books.done('refund-asset', id, { refundAt: service.clock.now });
  assert.deepEqual([refunded.refundAt, refunded.total.remainingAmountWithTax], [service.clock.now, 0]);
  const back = await books.done('refund-asset', id, { refundAt: null });
  assert.deepEqual(['refundAt' in back, back.total.remainingAmountWithTax], [false, 120000]);
});
