import assert from 'node:assert/strict';
import { test } from 'node:test';
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
const line = (left: number, label: string, besides: Partial<OpenTransaction> = {}): OpenTransaction => ({
  ...{ id: label, bookedOn: '2026-03-20', left: cents(left), isWhole: true, currency: 'EUR', label, ...besides },
});
const nothing: MatchFacts = { claims: [], payments: [], payouts: [], knownPayers: new Map(), dismissed: new Set() };
const suggest = (one: OpenTransaction, facts: Partial<MatchFacts>): Suggestion | undefined =>
  suggestAll([one], { ...nothing, ...facts }).get(one.id);
const seen = (found: Suggestion | undefined) =>
  found?.kind === 'documents'
    ? [found.parts.map(({ documentId, amount }) => [documentId, amount]), found.reasons.toSorted(), found.isCertain]
    : found && [found.key, found.reasons.toSorted(), found.isCertain];

const verne = claim('F-2026-0012', 120_000, ['Nadia Verne']);
const costa = claim('F-2026-0013', 45_000, ['Imprimerie Costa']);

test('a number as people write it, with exactly what is owed, may be applied by itself', () => {
  for (const label of [
    'VIR F-2026-0012',
    'vir f20260012 merci',
    'FACT F 2026 0012',
    'REF:F/2026/0012',
    'VERNE F-2026-0012',
  ])
    assert.deepEqual(seen(suggest(line(120_000, label), { claims: [verne, costa] }))?.[2], true, label);
  const inReference = line(120_000, 'VIR SEPA', { reference: 'F-2026-0012' });
  assert.deepEqual(seen(suggest(inReference, { claims: [verne] })), [
    [['F-2026-0012', 120_000]],
    ['amount', 'number'],
    true,
  ]);
});

test('a longer number is another, digits alone are a suggestion, and a short number is not looked for', () => {
  assert.equal(suggest(line(120_000, 'VIR F-2026-00123'), { claims: [verne] }), undefined);
  const digits = suggest(line(120_000, 'VIR 2026-0012'), { claims: [verne] });
  assert.deepEqual(seen(digits), [[['F-2026-0012', 120_000]], ['amount', 'number'], false]);
  assert.equal(suggest(line(9_000, 'VIR F12'), { claims: [claim('F12', 9_000, ['Paul Roux'])] }), undefined);
  // A number that may be a date, where nobody is named.
  const dated = claim('2026-03-20', 9_000, ['Paul Roux']);
  assert.equal(suggest(line(9_000, 'VIR 20260320'), { claims: [dated] })?.isCertain, false);
  assert.equal(suggest(line(9_000, 'VIR ROUX PAUL 20260320'), { claims: [dated] })?.isCertain, true);
});

test('an amount alone says nothing; beside the customer’s name it is suggested, and never applied by itself', () => {
  assert.equal(suggest(line(120_000, 'VIR SEPA RECU'), { claims: [verne] }), undefined);
  const named = suggest(line(120_000, 'VIR DE MME VERNE NADIA'), { claims: [verne, costa] });
  assert.deepEqual(seen(named), [[['F-2026-0012', 120_000]], ['amount', 'name'], false]);
  // As banks cut it short, without the accent.
  const boulangerie = claim('F-2026-0014', 30_000, ['SARL Boulangerie Lefèvre-Dupont']);
  assert.ok(suggest(line(30_000, 'VIR SARL BOULANGERIE LEFEVRE DUP'), { claims: [boulangerie] }));
});

test('a number that is somebody else’s while who is named owes just that is a slip: his own is suggested, nothing applied by itself', () => {
  const his = claim('F-2026-0021', 120_000, ['Garage Perrot']);
  const slip = suggest(line(120_000, 'GARAGE PERROT F-2026-0012'), { claims: [verne, his] });
  assert.deepEqual(seen(slip), [[['F-2026-0021', 120_000]], ['amount', 'name'], false]);
  const other = suggest(line(120_000, 'GARAGE PERROT F-2026-0012'), { claims: [verne, { ...his, toPay: cents(1) }] });
  assert.deepEqual(seen(other), [[['F-2026-0012', 120_000]], ['amount', 'number'], false]);
});

test('of two invoices alike the oldest is paid first (C. civ. art. 1342-10); two namesakes who owe the same are not told apart', () => {
  const claims = ['F-2026-0031', 'F-2026-0030'].map((number, at) =>
    claim(number, 5_000, ['Léa Roussel'], `2026-03-0${2 - at}`),
  );
  const both = suggestAll([line(5_000, 'ROUSSEL LEA 1'), line(5_000, 'ROUSSEL LEA 2')], { ...nothing, claims });
  assert.deepEqual(
    [...both.values()].map((each) => seen(each)?.[0]),
    [[['F-2026-0030', 5_000]], [['F-2026-0031', 5_000]]],
  );
  const namesakes = [claim('F-2026-0040', 5_000, ['Jean Martin']), claim('F-2026-0041', 5_000, ['Paul Martin'])];
  assert.equal(suggest(line(5_000, 'VIR MARTIN'), { claims: namesakes }), undefined);
});

test('1,650.00 pay two invoices whose numbers stand there, by themselves; or what one customer owes together, as a suggestion', () => {
  const two = suggest(line(165_000, 'F-2026-0012 + F-2026-0013'), { claims: [verne, costa] });
  assert.deepEqual(seen(two), [
    [
      ['F-2026-0012', 120_000],
      ['F-2026-0013', 45_000],
    ],
    ['amount', 'number'],
    true,
  ]);
  const hers = [20_000, 31_000, 47_000, 7_000].map((toPay, at) => claim(`F-2026-005${at}`, toPay, ['Nadia Verne']));
  const some = suggest(line(67_000, 'VIR VERNE NADIA'), { claims: hers });
  assert.deepEqual(seen(some), [
    [
      ['F-2026-0050', 20_000],
      ['F-2026-0052', 47_000],
    ],
    ['amount', 'name'],
    false,
  ]);
  // 200.00 and 300.00, or 100.00 and 400.00: nobody can tell.
  const unclear = [20_000, 30_000, 10_000, 40_000, 1].map((toPay, at) =>
    claim(`F-2026-006${at}`, toPay, ['Nadia Verne']),
  );
  assert.equal(suggest(line(50_000, 'VIR VERNE NADIA'), { claims: unclear }), undefined);
});

test('400.00 with the number and the name are part of 1,200.00; with the number alone they are not', () => {
  const part = suggest(line(40_000, 'ACOMPTE F-2026-0012 NADIA VERNE'), { claims: [verne] });
  assert.deepEqual(seen(part), [[['F-2026-0012', 40_000]], ['name', 'number'], false]);
  assert.equal(suggest(line(40_000, 'ACOMPTE F-2026-0012'), { claims: [verne] }), undefined);
});

test('what was dismissed is not suggested again, what comes next is; and nothing goes by itself for a rest', () => {
  const claims = ['F-2026-0070', 'F-2026-0071'].map((number) => claim(number, 5_000, ['Léa Roussel']));
  const paid = line(5_000, 'ROUSSEL LEA');
  const first = suggest(paid, { claims });
  const dismissed = new Set([dismissedKey(paid.id, first?.key ?? '')]);
  assert.deepEqual(seen(suggest(paid, { claims, dismissed }))?.[0], [['F-2026-0071', 5_000]]);
  dismissed.add(dismissedKey(paid.id, 'documents F-2026-0071'));
  assert.equal(suggest(paid, { claims, dismissed }), undefined);
  assert.equal(suggest(line(120_000, 'F-2026-0012', { isWhole: false }), { claims: [verne] })?.isCertain, false);
});

test('who paid for a customer before is known again; money of another currency, or that went out, pays nothing', () => {
  const knownPayers = new Map([['HOLDING VALOIS', 'Nadia Verne']]);
  const paid = line(120_000, 'VIR SEPA 8812', { counterpart: 'Holding Valois' });
  assert.deepEqual(seen(suggest(paid, { claims: [verne], knownPayers })), [
    ...[[['F-2026-0012', 120_000]], ['amount', 'payer'], false],
  ]);
  assert.equal(suggest(paid, { claims: [verne] }), undefined);
  assert.equal(suggest({ ...line(120_000, 'F-2026-0012'), currency: 'USD' }, { claims: [verne] }), undefined);
  assert.equal(suggest(line(-120_000, 'F-2026-0012 NADIA VERNE'), { claims: [verne] }), undefined);
});

test('a payment recorded before the statement was read, one of the agency and a payout are found, so that nothing is recorded twice', () => {
  const payment: RecordedPayment = {
    ...{ id: 'p1', documentId: 'd1', number: 'F-2026-0080', debtor: 'v', names: ['Nadia Verne'], amount: cents(9_900) },
    ...{ currency: 'EUR', receivedOn: '2026-03-18' },
  };
  assert.deepEqual(seen(suggest(line(9_900, 'VERNE NADIA'), { payments: [payment] })), [
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

test('one transfer of the agency that is what it pays of several requests on a day is all of them; what two choices come to, or two days, is not told', () => {
  const of = (id: string, amount: number, receivedOn = '2026-03-18'): RecordedPayment => ({
    ...{ id, documentId: `d${id}`, number: `F-2026-01${id}`, debtor: 'URSSAF', names: ['URSSAF'] },
    ...{ amount: cents(amount), currency: 'EUR', receivedOn },
  });
  const three = [of('11', 6_000), of('12', 6_000), of('13', 9_950)];
  const told = (amount: number, payments: readonly RecordedPayment[], besides: Partial<OpenTransaction> = {}) =>
    suggest(line(amount, 'VIR URSSAF LIMOUSIN SAP', besides), { payments });
  const all = told(21_950, three);
  assert.deepEqual(seen(all), ['payment 11 12 13', ['amount', 'name'], false]);
  assert.deepEqual(all?.kind === 'payment' && all.payments.at(-1), { paymentId: '13', documentId: 'd13' });
  // One of that day was transferred apart: of those that are left two come to it.
  assert.equal(told(12_000, three)?.key, 'payment 11 12');
  assert.equal(told(15_950, three), undefined);
  assert.equal(told(21_949, three), undefined);
  assert.equal(told(21_950, three, { bookedOn: '2026-03-27' }), undefined);
  assert.equal(told(21_950, three, { currency: 'USD' }), undefined);
  assert.equal(suggest(line(21_950, 'VIR AUTRE'), { payments: three }), undefined);
  const tomorrow = three.map((each) => ({ ...each, id: `${each.id}b`, receivedOn: '2026-03-19' }));
  assert.equal(told(21_950, [...three, ...tomorrow]), undefined);
  const dismissed = new Set([dismissedKey('VIR URSSAF LIMOUSIN SAP', 'payment 11 12 13')]);
  assert.equal(suggest(line(21_950, 'VIR URSSAF LIMOUSIN SAP'), { payments: three, dismissed }), undefined);
  // Each of them is explained once.
  const lines = [line(21_950, 'URSSAF 1'), line(21_950, 'URSSAF 2')];
  assert.equal(suggestAll(lines, { ...nothing, payments: three }).size, 1);
});

/** How often what is owed is looked at while so many transfers are explained, half of which name an invoice alike. */
function looks(
  count: number,
  explain: (lines: readonly OpenTransaction[], facts: MatchFacts) => ReadonlyMap<string, unknown>,
) {
  let seen = 0;
  const claims = Array.from({ length: count }, (_, at) => {
    const each = claim(`F-2026-${10_000 + at}`, 5_000, [`Client ${at % 100} Roussel`]);
    return {
      ...each,
      get debtor() {
        seen += 1;
        return each.debtor;
      },
    };
  });
  const lines = Array.from({ length: 2 * count }, (_, at) => ({
    ...line(5_000, `VIR F-2026-${10_000 + at}`),
    id: `t${at}`,
  }));
  const found = explain(lines, { ...nothing, claims });
  return { seen, found: found.size };
}

test('twice the transfers and invoices take twice the looks, with one amount and one name for all of them; each by each would take four times', () => {
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
