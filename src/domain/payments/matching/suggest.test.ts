import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { suggestAll } from './suggest.ts';
import {
  dismissedKey,
  type MatchFacts,
  type OpenClaim,
  type OpenPayout,
  type OpenTransaction,
  type RecordedPayment,
  type Suggestion,
} from './suggestion.ts';

const claim = (number: string, toPay: number, names: readonly string[], on = '2026-03-01'): OpenClaim => ({
  ...{ id: number, number, debtor: names[0] ?? 'nobody', names, toPay: cents(toPay) },
  ...{ currency: 'EUR', emittedOn: on },
});
const line = (left: number, label: string, overrides: Partial<OpenTransaction> = {}): OpenTransaction => ({
  ...{ id: label, bookedOn: '2026-03-20', left: cents(left), isWhole: true, currency: 'EUR', label, ...overrides },
});
const nothing: MatchFacts = { claims: [], payments: [], payouts: [], knownPayers: new Map(), dismissed: new Set() };
const suggest = (one: OpenTransaction, facts: Partial<MatchFacts>): Suggestion | undefined =>
  suggestAll([one], { ...nothing, ...facts }).get(one.id);
const summary = (found: Suggestion | undefined) =>
  found?.kind === 'documents'
    ? [found.parts.map(({ documentId, amount }) => [documentId, amount]), found.reasons.toSorted(), found.isCertain]
    : found && [found.key, found.reasons.toSorted(), found.isCertain];

const verne = claim('F-2026-0012', 120_000, ['Nadia Verne']);
const costa = claim('F-2026-0013', 45_000, ['Imprimerie Costa']);

test('a number as people write it, with exactly the amount owed, may be applied automatically', () => {
  for (const label of [
    'VIR F-2026-0012',
    'vir f20260012 merci',
    'FACT F 2026 0012',
    'REF:F/2026/0012',
    'VERNE F-2026-0012',
  ])
    assert.deepEqual(summary(suggest(line(120_000, label), { claims: [verne, costa] }))?.[2], true, label);
  const inReference = line(120_000, 'VIR SEPA', { reference: 'F-2026-0012' });
  assert.deepEqual(summary(suggest(inReference, { claims: [verne] })), [
    [['F-2026-0012', 120_000]],
    ['amount', 'number'],
    true,
  ]);
});

test('a longer number is another one, digits alone give a suggestion, and a short number is not searched', () => {
  assert.equal(suggest(line(120_000, 'VIR F-2026-00123'), { claims: [verne] }), undefined);
  const digits = suggest(line(120_000, 'VIR 2026-0012'), { claims: [verne] });
  assert.deepEqual(summary(digits), [[['F-2026-0012', 120_000]], ['amount', 'number'], false]);
  assert.equal(suggest(line(9_000, 'VIR F12'), { claims: [claim('F12', 9_000, ['Paul Roux'])] }), undefined);
  // A number that could be a date, without a name.
  const dated = claim('2026-03-20', 9_000, ['Paul Roux']);
  assert.equal(suggest(line(9_000, 'VIR 20260320'), { claims: [dated] })?.isCertain, false);
  assert.equal(suggest(line(9_000, 'VIR ROUX PAUL 20260320'), { claims: [dated] })?.isCertain, true);
});

test("an amount alone gives nothing; with the customer's name it is suggested, never applied automatically", () => {
  assert.equal(suggest(line(120_000, 'VIR SEPA RECU'), { claims: [verne] }), undefined);
  const named = suggest(line(120_000, 'VIR DE MME VERNE NADIA'), { claims: [verne, costa] });
  assert.deepEqual(summary(named), [[['F-2026-0012', 120_000]], ['amount', 'name'], false]);
  // Truncated by the bank, without the accent.
  const boulangerie = claim('F-2026-0014', 30_000, ['SARL Boulangerie Lefèvre-Dupont']);
  assert.ok(suggest(line(30_000, 'VIR SARL BOULANGERIE LEFEVRE DUP'), { claims: [boulangerie] }));
});

test("if the named customer owes the amount and the number is another's, it is a mistake: the customer's own is suggested, nothing is automatic", () => {
  const his = claim('F-2026-0021', 120_000, ['Garage Perrot']);
  const slip = suggest(line(120_000, 'GARAGE PERROT F-2026-0012'), { claims: [verne, his] });
  assert.deepEqual(summary(slip), [[['F-2026-0021', 120_000]], ['amount', 'name'], false]);
  const other = suggest(line(120_000, 'GARAGE PERROT F-2026-0012'), { claims: [verne, { ...his, toPay: cents(1) }] });
  assert.deepEqual(summary(other), [[['F-2026-0012', 120_000]], ['amount', 'number'], false]);
});

test('of two equal invoices the oldest is paid first (C. civ. art. 1342-10); two namesakes owing the same are ambiguous', () => {
  const claims = ['F-2026-0031', 'F-2026-0030'].map((number, at) =>
    claim(number, 5_000, ['Léa Roussel'], `2026-03-0${2 - at}`),
  );
  const both = suggestAll([line(5_000, 'ROUSSEL LEA 1'), line(5_000, 'ROUSSEL LEA 2')], { ...nothing, claims });
  assert.deepEqual(
    [...both.values()].map((each) => summary(each)?.[0]),
    [[['F-2026-0030', 5_000]], [['F-2026-0031', 5_000]]],
  );
  const namesakes = [claim('F-2026-0040', 5_000, ['Jean Martin']), claim('F-2026-0041', 5_000, ['Paul Martin'])];
  assert.equal(suggest(line(5_000, 'VIR MARTIN'), { claims: namesakes }), undefined);
});

test('1,650.00 pay two invoices whose numbers are in the label, automatically; or what one customer owes together, as a suggestion', () => {
  const two = suggest(line(165_000, 'F-2026-0012 + F-2026-0013'), { claims: [verne, costa] });
  assert.deepEqual(summary(two), [
    [
      ['F-2026-0012', 120_000],
      ['F-2026-0013', 45_000],
    ],
    ['amount', 'number'],
    true,
  ]);
  const hers = [20_000, 31_000, 47_000, 7_000].map((toPay, at) => claim(`F-2026-005${at}`, toPay, ['Nadia Verne']));
  const some = suggest(line(67_000, 'VIR VERNE NADIA'), { claims: hers });
  assert.deepEqual(summary(some), [
    [
      ['F-2026-0050', 20_000],
      ['F-2026-0052', 47_000],
    ],
    ['amount', 'name'],
    false,
  ]);
  // 200.00 and 300.00, or 100.00 and 400.00: ambiguous.
  const unclear = [20_000, 30_000, 10_000, 40_000, 1].map((toPay, at) =>
    claim(`F-2026-006${at}`, toPay, ['Nadia Verne']),
  );
  assert.equal(suggest(line(50_000, 'VIR VERNE NADIA'), { claims: unclear }), undefined);
});

test('400.00 with the number and the name are part of 1,200.00; with the number alone they are not', () => {
  const part = suggest(line(40_000, 'ACOMPTE F-2026-0012 NADIA VERNE'), { claims: [verne] });
  assert.deepEqual(summary(part), [[['F-2026-0012', 40_000]], ['name', 'number'], false]);
  assert.equal(suggest(line(40_000, 'ACOMPTE F-2026-0012'), { claims: [verne] }), undefined);
});

test('a dismissed suggestion does not return, the next one does; and a remainder is never applied automatically', () => {
  const claims = ['F-2026-0070', 'F-2026-0071'].map((number) => claim(number, 5_000, ['Léa Roussel']));
  const paid = line(5_000, 'ROUSSEL LEA');
  const first = suggest(paid, { claims });
  const dismissed = new Set([dismissedKey(paid.id, first?.key ?? '')]);
  assert.deepEqual(summary(suggest(paid, { claims, dismissed }))?.[0], [['F-2026-0071', 5_000]]);
  dismissed.add(dismissedKey(paid.id, 'documents F-2026-0071'));
  assert.equal(suggest(paid, { claims, dismissed }), undefined);
  assert.equal(suggest(line(120_000, 'F-2026-0012', { isWhole: false }), { claims: [verne] })?.isCertain, false);
});

test('a payer known from an earlier payment is recognized; another currency or outgoing money pays nothing', () => {
  const knownPayers = new Map([['HOLDING VALOIS', 'Nadia Verne']]);
  const paid = line(120_000, 'VIR SEPA 8812', { counterpart: 'Holding Valois' });
  assert.deepEqual(summary(suggest(paid, { claims: [verne], knownPayers })), [
    ...[[['F-2026-0012', 120_000]], ['amount', 'payer'], false],
  ]);
  assert.equal(suggest(paid, { claims: [verne] }), undefined);
  assert.equal(suggest({ ...line(120_000, 'F-2026-0012'), currency: 'USD' }, { claims: [verne] }), undefined);
  assert.equal(suggest(line(-120_000, 'F-2026-0012 NADIA VERNE'), { claims: [verne] }), undefined);
});

test('a payment recorded before the statement was read, a transfer of Urssaf and a payout are matched, so that nothing is recorded twice', () => {
  const payment: RecordedPayment = {
    ...{ id: 'p1', documentId: 'd1', number: 'F-2026-0080', debtor: 'v', names: ['Nadia Verne'], amount: cents(9_900) },
    ...{ currency: 'EUR', receivedOn: '2026-03-18' },
  };
  assert.deepEqual(summary(suggest(line(9_900, 'VERNE NADIA'), { payments: [payment] })), [
    'payment p1',
    ['amount', 'name'],
    false,
  ]);
  assert.equal(suggest(line(9_900, 'VERNE NADIA', { bookedOn: '2026-04-20' }), { payments: [payment] }), undefined);
  const agency = { ...payment, id: 'p2', debtor: 'URSSAF', names: ['URSSAF'] };
  assert.equal(suggest(line(9_900, 'VIR URSSAF LIMOUSIN SAP'), { payments: [payment, agency] })?.key, 'payment p2');
  const payout: OpenPayout = {
    id: 'o1',
    provider: 'Stripe',
    amount: cents(88_123),
    currency: 'EUR',
    arrivesOn: '2026-03-19',
  };
  assert.equal(suggest(line(88_123, 'VIR STRIPE PAYMENTS'), { payouts: [payout] })?.key, 'payout o1');
  assert.equal(suggest(line(88_123, 'VIR AUTRE'), { payouts: [payout] }), undefined);
});

test('one transfer of Urssaf that pays several requests of a day is matched to all; an ambiguous one, or one of two days, is not', () => {
  const of = (id: string, amount: number, receivedOn = '2026-03-18'): RecordedPayment => ({
    ...{ id, documentId: `d${id}`, number: `F-2026-01${id}`, debtor: 'URSSAF', names: ['URSSAF'] },
    ...{ amount: cents(amount), currency: 'EUR', receivedOn },
  });
  const three = [of('11', 6_000), of('12', 6_000), of('13', 9_950)];
  const suggested = (amount: number, payments: readonly RecordedPayment[], overrides: Partial<OpenTransaction> = {}) =>
    suggest(line(amount, 'VIR URSSAF LIMOUSIN SAP', overrides), { payments });
  const all = suggested(21_950, three);
  assert.deepEqual(summary(all), ['payment 11 12 13', ['amount', 'name'], false]);
  assert.deepEqual(all?.kind === 'payment' && all.payments.at(-1), { paymentId: '13', documentId: 'd13' });
  // One payment of that day was transferred separately: two of the others add up to it.
  assert.equal(suggested(12_000, three)?.key, 'payment 11 12');
  assert.equal(suggested(15_950, three), undefined);
  assert.equal(suggested(21_949, three), undefined);
  assert.equal(suggested(21_950, three, { bookedOn: '2026-03-27' }), undefined);
  assert.equal(suggested(21_950, three, { currency: 'USD' }), undefined);
  assert.equal(suggest(line(21_950, 'VIR AUTRE'), { payments: three }), undefined);
  const tomorrow = three.map((each) => ({ ...each, id: `${each.id}b`, receivedOn: '2026-03-19' }));
  assert.equal(suggested(21_950, [...three, ...tomorrow]), undefined);
  const dismissed = new Set([dismissedKey('VIR URSSAF LIMOUSIN SAP', 'payment 11 12 13')]);
  assert.equal(suggest(line(21_950, 'VIR URSSAF LIMOUSIN SAP'), { payments: three, dismissed }), undefined);
  // Each payment is matched once.
  const lines = [line(21_950, 'URSSAF 1'), line(21_950, 'URSSAF 2')];
  assert.equal(suggestAll(lines, { ...nothing, payments: three }).size, 1);
});

/**
 * How often open items are visited for this many transfers, half of which have the same name as an
 * invoice.
 */
function looks(
  count: number,
  explain: (lines: readonly OpenTransaction[], facts: MatchFacts) => ReadonlyMap<string, unknown>,
) {
  let summary = 0;
  const claims = Array.from({ length: count }, (_, at) => {
    const each = claim(`F-2026-${10_000 + at}`, 5_000, [`Client ${at % 100} Roussel`]);
    return {
      ...each,
      get debtor() {
        summary += 1;
        return each.debtor;
      },
    };
  });
  const lines = Array.from({ length: 2 * count }, (_, at) => ({
    ...line(5_000, `VIR F-2026-${10_000 + at}`),
    id: `t${at}`,
  }));
  const found = explain(lines, { ...nothing, claims });
  return { seen: summary, found: found.size };
}

test('twice the transfers and invoices need twice the visits, even with one amount and one name for all; comparing all pairs would need four times', () => {
  const [once, twice] = [looks(100, suggestAll), looks(200, suggestAll)];
  assert.deepEqual([once.found, twice.found], [100, 200]);
  assert.ok(twice.seen < 2.2 * once.seen, `${once.seen}, then ${twice.seen}`);
  const eachByEach = (lines: readonly OpenTransaction[], { claims }: MatchFacts) =>
    new Map(
      lines.flatMap(({ id, label }) =>
        claims.filter(({ number, debtor }) => debtor && label.includes(number)).map(() => [id, true]),
      ),
    );
  assert.ok(looks(200, eachByEach).seen > 2.2 * looks(100, eachByEach).seen);
});
