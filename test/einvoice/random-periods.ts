import fc from 'fast-check';
import type { Party } from '../../src/domain/customers/party.ts';
import type { CounterSale } from '../../src/domain/einvoicing/e-reporting/counter-sale.ts';
import type { BillFacts } from '../../src/domain/home/turnover-part.ts';
import { cents } from '../../src/domain/money/cents.ts';
import { addDays, type CivilDay } from '../../src/domain/time/civil-day.ts';
import type { Breakdown, ShareKey } from '../../src/domain/vat/breakdown.ts';
import type { VatMention } from '../../src/domain/vat/mention-text.ts';

/** A customer, and how the sales to them are reported by law. */
type Buyer = { readonly customer?: Party; readonly group: 'international' | 'consumer' | 'e_invoiced' };

/** A bill as the database gives it, with its payments. */
export type RandomBill = Buyer & {
  readonly id: string;
  readonly number: string;
  readonly on: CivilDay;
  readonly mention: VatMention;
  readonly facts: BillFacts;
  readonly payments: readonly { readonly id: string; readonly on: CivilDay; readonly share: Breakdown }[];
};

/** Bills, payments and takings of a period. */
export type RandomPeriod = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly bills: readonly RandomBill[];
  readonly takings: readonly CounterSale[];
};

const party = (said: Partial<Party> & { country?: string; zipCode?: string }): Party => {
  const { country = 'FR', zipCode = '69003', ...rest } = said;
  const billingAddress = { line1: '1 rue', city: 'Ville', zipCode, country } as Party['billingAddress'];
  return { id: 'c', kind: 'organization', test: false, name: 'Client', emails: [], billingAddress, ...rest } as Party;
};

const buyers: readonly Buyer[] = [
  { group: 'consumer' },
  { customer: party({ kind: 'contact' }), group: 'consumer' },
  { customer: party({ kind: 'contact', country: 'US' }), group: 'consumer' },
  { customer: party({}), group: 'consumer' },
  { customer: party({ country: 'DE' }), group: 'consumer' },
  { customer: party({ siren: '552081317' }), group: 'e_invoiced' },
  { customer: party({ siren: '552081317', zipCode: '97410' }), group: 'e_invoiced' },
  { customer: party({ country: 'MC', zipCode: '98000', siren: '552081317' }), group: 'e_invoiced' },
  { customer: party({ country: 'MC', zipCode: '98000' }), group: 'international' },
  { customer: party({ country: 'DE', vatNumber: 'DE136695976' }), group: 'international' },
  { customer: party({ country: 'CH' }), group: 'international' },
  { customer: party({ siren: '552081317', zipCode: '97300' }), group: 'international' },
  { customer: party({ siren: '552081317', country: 'YT', zipCode: '97600' }), group: 'international' },
  { customer: party({ zipCode: '98800' }), group: 'international' },
];

const mentions: readonly VatMention[] = [
  ...(['not_subject', 'vat_not_applicable', 'vat_article_261c_cgi', 'second_hand_good'] as const),
  ...(['vat_psychologist', 'vat_exemption_eu_service', 'vat_not_applicable_2', 'travel_agency'] as const),
];

const keys: readonly ShareKey[] = [
  ...(['FR_210', 'FR_550', 'FR_850', 'FR_1000', 'FR_2000', 'FR_00HT', 'FR_00UE', 'FR_0HUE'] as const),
  'disbursement',
];
const rates: Readonly<Record<ShareKey, number>> = {
  ...{ FR_210: 210, FR_550: 550, FR_850: 850, FR_1000: 1000, FR_2000: 2000 },
  ...{ FR_00HT: 0, FR_00UE: 0, FR_0HUE: 0, disbursement: 0 },
};

const amount = fc.integer({ min: -500_000, max: 2_000_000 });

const billsOf = (from: CivilDay, days: number): fc.Arbitrary<RandomBill> =>
  fc
    .record({
      buyer: fc.constantFrom(...buyers),
      mention: fc.constantFrom(...mentions),
      kind: fc.constantFrom('invoice' as const, 'advance' as const, 'credit_note' as const),
      onDebits: fc.boolean(),
      inDollars: fc.boolean(),
      day: fc.nat({ max: days - 1 }),
      shares: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom(...keys),
          net: amount,
          slack: fc.integer({ min: -1, max: 1 }),
          goods: fc.nat(100),
        }),
        { selector: ({ key }) => key, minLength: 1, maxLength: 4 },
      ),
      paid: fc.array(
        fc.record({ day: fc.nat({ max: days - 1 }), sign: fc.constantFrom(1, 1, -1), part: fc.nat(100) }),
        {
          maxLength: 3,
        },
      ),
      id: fc.uuid(),
    })
    .map(({ buyer, mention, kind, onDebits, inDollars, day, shares, paid, id }) => {
      const breakdown = (of: (net: number) => number): Breakdown =>
        Object.fromEntries(
          shares.map(({ key, net, slack }) => {
            const base = of(net);
            const vat = rates[key] === 0 || base === 0 ? 0 : Math.round((base * rates[key]) / 10_000) + slack;
            return [key, { net: cents(base), vat: cents(vat) }];
          }),
        );
      const due = breakdown((net) => net);
      const facts: BillFacts = {
        ...{ kind, isOfAdvance: kind === 'advance', onDebits, step: 1, due },
        ...{ currency: inDollars ? 'USD' : 'EUR', rate: inDollars ? 1.25 : 1 },
        ...(inDollars && { exchange: { rate: 1.25, step: 1 as const } }),
        accountDue: inDollars ? breakdown((net) => Math.trunc(net / 1.25)) : due,
        lines: Object.fromEntries(shares.map(({ key, goods }) => [key, { goods, all: 100 }])),
      };
      const opposite = (of: Breakdown): Breakdown =>
        Object.fromEntries(
          Object.entries(of).map(([key, { net, vat }]) => [key, { net: cents(-net), vat: cents(-vat) }]),
        );
      const payments = paid.map(({ day: later, sign, part }, place) => {
        const share = inDollars ? due : breakdown((net) => Math.trunc((net * part) / 100));
        return { id: `${id} ${place}`, on: addDays(from, later), share: sign < 0 ? opposite(share) : share };
      });
      const number = `F-${id.slice(0, 8)}`;
      return { ...buyer, id, number, on: addDays(from, day), mention, facts, payments };
    });

const takingsOf = (from: CivilDay, days: number): fc.Arbitrary<CounterSale> =>
  fc
    .record({
      id: fc.uuid(),
      day: fc.nat({ max: days - 1 }),
      sold: fc.constantFrom('goods' as const, 'services' as const, 'margin' as const),
      rate: fc.constantFrom(2000, 1000, 550, 0),
      amount,
    })
    .map(({ day, amount: taken, ...sale }) => ({
      ...sale,
      on: addDays(from, day),
      amount: cents(taken),
      createdAt: 0,
    }));

/** Random periods of ten days to two months. */
export const randomPeriods = (): fc.Arbitrary<RandomPeriod> =>
  fc.constantFrom(10, 30, 61).chain((days) => {
    const from = '2027-09-01';
    return fc.record({
      from: fc.constant(from),
      to: fc.constant(addDays(from, days - 1)),
      bills: fc.array(billsOf(from, days), { maxLength: 25 }),
      takings: fc.array(takingsOf(from, days), { maxLength: 8 }),
    });
  });
