import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type RandomDocument, randomDocument } from '../../../../test/support/documents/random-documents.ts';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { at, EMITTER, invoice, LINE, zone } from '../../../../test/support/stand-ins/agency-invoice.ts';
import { type Line, personalServiceActivities } from '../../billing/document/lines/line.ts';
import { totalsOf } from '../../billing/document/totals/totals.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { AgencyLine } from './agency-request.ts';
import { agencyLineOf, agencyRequestOf } from './build-request.ts';
import { personalServiceLines } from './personal-service-lines.ts';

test('an invoice of two hours of gardening is requested with the amount already paid', () => {
  assert.deepEqual(
    agencyRequestOf(invoice({ asked: { advancePaid: 6_000, advancePaidAt: at('2026-03-05') } }), { zone }),
    {
      ...{ number: 'F-2026-7', issuedOn: '2026-03-31', firstOn: '2026-03-02', lastOn: '2026-03-31' },
      ...{ advance: { amount: 6_000, paidOn: '2026-03-05' }, total: 12_000, net: 10_000 },
      lines: [
        {
          ...{ nature: '70', quantity: 20_000, unit: 'HEURE', unitPrice: 60_000 },
          ...{ total: 12_000, net: 10_000, vat: 2_000, complement2: 'SAP552081317' },
        },
      ],
    },
  );
});

test('only personal services are requested', () => {
  const training = { ...LINE, personalServiceActivity: undefined };
  const { total, lines } = agencyRequestOf(invoice({ lines: [training, LINE] }), { zone });
  assert.deepEqual([total, lines.length], [12_000, 1]);
});

test('the worker is identified by the declaration number, or the SIRET; without either the request fails', () => {
  const worker = (emitter: object) => agencyRequestOf(invoice({ emitter }), { zone }).lines[0]?.complement2;
  assert.equal(worker({ ...EMITTER, sapAgreementNumber: '552081317' }), 'SAP552081317');
  assert.equal(worker({ ...EMITTER, sapAgreementNumber: 'N/120611/F/033/S/046' }), 'SIR55208131766522');
  assert.equal(worker({ siret: EMITTER.siret }), 'SIR55208131766522');
  assert.throws(() => worker({}), /cannot be asked/);
});

const hours = (over: object): Line =>
  ({
    ...{ id: 'a', designation: 'Cours', deliveryOfGoods: false, taxIncluded: false, vatCode: 'FR_2000', unit: 'hour' },
    ...{ quantity: 10_000, unitPrice: 5_000 * 10_000, personalServiceActivity: 'SOUTIEN_SCOLAIRE_COURS_A_DOMICILE' },
    ...over,
  }) as Line;
const requested = (lines: readonly Line[], over: Partial<RandomDocument> = {}): AgencyLine[] =>
  personalServiceLines(lines, totalsOf({ lines, includeDiscountDisbursement: false, step: 1, ...over })).map((line) =>
    agencyLineOf(line, 'SAP123456789'),
  );

test('two hours at 50.00 and 20 % are two hours at 60.00, of the nature 100', () => {
  assert.deepEqual(requested([hours({ quantity: 20_000 })]), [
    {
      ...{ nature: '100', quantity: 20_000, unit: 'HEURE', unitPrice: 60_000 },
      ...{ total: 12_000, net: 10_000, vat: 2_000, complement2: 'SAP123456789' },
    },
  ]);
});

test('five hours at 58.33 come to 349.98: 69.996 an hour, exact to three decimals', () => {
  const [line] = requested([hours({ quantity: 50_000, unitPrice: 5_833 * 10_000 })]);
  assert.deepEqual([line?.total, line?.unit, line?.quantity, line?.unitPrice], [34_998, 'HEURE', 50_000, 69_996]);
});

test('a total that no price with three decimals gives becomes one fixed rate, its hours in the text', () => {
  // Three hours at 33.33 without tax: 99.99 and 20.00 of VAT, 119.99, of which a third is 39.99666…
  const [line] = requested([hours({ quantity: 30_000, unitPrice: 3_333 * 10_000 })]);
  assert.deepEqual([line?.total, line?.unit, line?.quantity, line?.unitPrice], [11_999, 'FORFAIT', 10_000, 119_990]);
  assert.equal(line?.complement1, '3 h');
  const [odd] = requested([hours({ quantity: 23_333, unitPrice: 3_000 * 10_000 })]);
  assert.deepEqual([odd?.unit, odd?.complement1], ['FORFAIT', '2,3333 h'], 'Urssaf accepts two decimals of a quantity');
});

test('the first activity of the list is 10, the sixteenth 160; lines without tax credit or of zero amount are left out', () => {
  const done = (personalServiceActivity: string | undefined, over = {}) => hours({ personalServiceActivity, ...over });
  const lines = requested([
    done(personalServiceActivities[0]),
    done('ASSISTANCE_INFORMATIQUE'),
    done('DIVERS_NON_ELIGIBLE'),
    done(undefined),
    done('JARDINAGE', { quantity: 0 }),
  ]);
  assert.deepEqual(
    lines.map(({ nature }) => nature),
    ['10', '160'],
  );
});

test('a discount of the invoice is included in its lines: two lines of 10.01 less 10 % add up to the invoice', () => {
  const lines = [hours({ unitPrice: 1_001 * 10_000 }), hours({ unitPrice: 1_001 * 10_000 })];
  const discount = { mode: 'PERCENTAGE', amount: 1_000 } as const;
  const totals = totalsOf({ lines, discount, includeDiscountDisbursement: false, step: 1 });
  const due = taxIncluded(totalOf(totals.breakdown));
  const [first, second] = requested(lines, { discount });
  assert.equal((first?.total ?? 0) + (second?.total ?? 0), due);
});

/**
 * The arithmetic Urssaf checks: lines of quantity × price to the cent, net plus VAT, adding up
 * to the total.
 */
function agrees(document: RandomDocument, lineOf: typeof agencyLineOf): void {
  const totals = totalsOf(document);
  const lines = document.lines.map((line) => ({
    ...line,
    personalServiceActivity: 'JARDINAGE' as const,
    unit: 'hour' as const,
  }));
  const sent = personalServiceLines(lines, totals).map((line) => lineOf(line, 'SIR'));
  for (const { quantity, unitPrice, total, net, vat } of sent) {
    assert.equal(BigInt(quantity) * BigInt(unitPrice), BigInt(total) * 100_000n, 'quantity × price');
    assert.equal(net + vat, total);
    assert.ok(Number.isInteger(unitPrice) && quantity % 100 === 0, 'at most three decimals, and two');
  }
  const { net, vat } = totalOf(totals.breakdown);
  assert.equal(
    sent.reduce((all, line) => all + line.total, 0),
    net + vat,
  );
  assert.equal(
    sent.reduce((all, line) => all + line.net, 0),
    net,
  );
}

test('in 2,000 random invoices every line is its quantity times its price, and the lines add up to the invoice, to the cent', () => {
  holds(randomDocument(), 2000, (document) => agrees(document, agencyLineOf));
});

test('lines that cancel out except a cent of VAT keep it: 10 × 0.06 less 10 × 0.07 with VAT, 65 % off, is 0.00 and 0.01 of VAT', () => {
  const lines = [
    hours({ quantity: 100_000, unitPrice: 60_000, vatCode: 'FR_2000' }),
    hours({ quantity: -100_000, unitPrice: 70_000, taxIncluded: true, vatCode: 'FR_2000' }),
  ];
  const discount = { mode: 'PERCENTAGE', amount: 6_500 } as const;
  agrees({ lines, discount, includeDiscountDisbursement: true, step: 1 }, agencyLineOf);
});

test('negative control: prices rounded to the cent do not give their lines', () => {
  const rounded: typeof agencyLineOf = (line, worker) => {
    const total = line.net + line.vat;
    const unitPrice = Math.round((total * 10_000) / (line.line.quantity || 1)) * 10;
    return { ...agencyLineOf(line, worker), quantity: line.line.quantity, unitPrice };
  };
  assert.equal(
    fails(randomDocument(), 1000, (document) => agrees(document, rounded)),
    true,
  );
});

test('if all lines are sales, none is negative', () => {
  const sold = randomDocument().filter(({ lines }) => lines.every(({ quantity }) => quantity >= 0));
  holds(fc.tuple(sold), 500, ([document]) => {
    const lines = document.lines.map((line) => ({ ...line, personalServiceActivity: 'JARDINAGE' as const }));
    for (const { net, vat } of personalServiceLines(lines, totalsOf(document))) assert.ok(net >= 0 && vat >= 0);
  });
});
