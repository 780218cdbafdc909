import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Chance, seeded, seedOf } from '../../../../test/support/runner/seeded-random.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { addDays } from '../../time/civil-day.ts';
import { payerOf } from './label-words.ts';
import { suggestAll } from './suggest.ts';
import type { MatchFacts, OpenClaim, OpenTransaction, Suggestion } from './suggestion.ts';

/**
 * How customers pay: each customer has one habit, so that every year has the same share of each.
 */
const HABITS = {
  number: 22,
  digits: 5,
  name: 16,
  together: 4,
  parts: 3,
  /** The label has another person's name, and no number. */
  boss: 3,
  /** The label has the number of another invoice, often of another customer. */
  slips: 4,
  /**
   * Recorded by hand before the statement was read. Urssaf also transfers several payments in
   * one.
   */
  byHand: 3,
} as const;
type Habit = keyof typeof HABITS;

const FIRST = 'Jeanne Paul Inès Hugo Léa Karim Zoé Marc Aïcha Noël'.split(' ');
const LAST =
  'Martin Lefèvre Benali Roussel Guérin Costa Marchand Dubois Carpentier Lemoine Perrot Vasseur Kowalski Fontaine Ollivier'.split(
    ' ',
  );
const TRADES = 'Boulangerie Imprimerie Garage Librairie Brasserie Menuiserie Clinique Agence Atelier Domaine'.split(
  ' ',
);
const PLACES = 'Ventoux Kermarec Bellecour Croisette Ronceveaux Tournesol Grandval Miremont Saulnes Escale'.split(' ');
/** Prices that are billed repeatedly, in euros: many customers owe the same amount at once. */
const PRICES = [240, 360, 450, 600, 900, 1_200];
const STRANGERS = [
  'DGFIP REMBOURSEMENT TVA',
  'CPAM PRESTATIONS',
  'M ET MME BOUVIER',
  'LEBONCOIN VENTE',
  'LIVRET EPARGNE',
];
const MONTHS = 12;
/**
 * Ambiguous transfers: a namesake of a customer pays for something else exactly what the customer
 * owes.
 */
const NAMESAKES = 4;

type Customer = { readonly id: string; readonly name: string; readonly habit: Habit };
type Claim = OpenClaim & { readonly customer: Customer };
type Line = OpenTransaction & { readonly truth: string };

/** A suggestion as text, compared with the truth. */
const suggestionText = (found: Suggestion): string =>
  found.kind === 'documents'
    ? found.parts
        .map(({ documentId, amount }) => `${documentId}=${amount}`)
        .sort()
        .join(' ')
    : found.key;

function customersOf(chance: Chance): Customer[] {
  const people = chance.shuffled(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)));
  const firms = chance.shuffled(TRADES.flatMap((trade) => PLACES.map((place) => `SARL ${trade} ${place}`)));
  const habits = Object.entries(HABITS).flatMap(([habit, count]) => Array<Habit>(count).fill(habit as Habit));
  return habits.map((habit, at) => ({ id: `c${at}`, habit, name: (at % 3 === 0 ? people : firms)[at] as string }));
}

/**
 * The books and bank account of one business, month by month. `suggest` runs on each statement; the
 * owner corrects its mistakes.
 */
function lived(seed: number, suggest: (lines: readonly Line[], facts: MatchFacts) => ReadonlyMap<string, Suggestion>) {
  const chance = seeded(seed);
  const customers = customersOf(chance);
  const knownPayers = new Map<string, string>();
  let open: Claim[] = [];
  let count = 0;
  const counts = { all: 0, wrong: 0, right: 0, certain: 0, certainWrong: 0, toTell: 0 };
  for (let month = 0; month < MONTHS; month++) {
    const first = `2026-${String(month + 1).padStart(2, '0')}-01`;
    for (const customer of customers) {
      const bills = customer.habit === 'byHand' ? 1 : 1 + ((count + month) % 2);
      for (let each = 0; each < bills; each++) open.push(claimOf(customer, ++count, addDays(first, -20), chance));
    }
    const { lines, payments, payouts } = statementOf(open, first, chance);
    const facts = { claims: open, payments, payouts, knownPayers, dismissed: new Set<string>() };
    const found = suggest(lines, facts);
    for (const line of lines) {
      const suggestion = found.get(line.id);
      if (line.truth !== '') counts.toTell += 1;
      if (suggestion) {
        const isRight = suggestionText(suggestion) === line.truth;
        counts.all += 1;
        counts[isRight ? 'right' : 'wrong'] += 1;
        if (suggestion.isCertain) counts[isRight ? 'certain' : 'certainWrong'] += 1;
      }
      open = open.flatMap((claim) => settled(claim, line));
      const payer = payerOf(line);
      const paid = /^(f\d+)=/.exec(line.truth)?.[1];
      const debtor = paid && facts.claims.find(({ id }) => id === paid)?.debtor;
      if (payer && debtor) knownPayers.set(payer, debtor);
    }
    const byHand = new Set(payments.map(({ documentId }) => documentId));
    open = open.filter(({ id }) => !byHand.has(id));
  }
  return counts;
}

function claimOf(customer: Customer, count: number, emittedOn: string, chance: Chance): Claim {
  const odd = customer.habit === 'together' ? chance.int(1, 99) : 0;
  return {
    ...{ id: `f${count}`, number: `F-2026-${String(count).padStart(4, '0')}`, debtor: customer.id, customer },
    ...{ names: [customer.name], toPay: cents(chance.pick(PRICES) * 100 + odd), currency: 'EUR', emittedOn },
  };
}

function settled(claim: Claim, { truth }: Line): Claim[] {
  const amount = truth
    .split(' ')
    .flatMap((part) => (part.startsWith(`${claim.id}=`) ? [Number(part.split('=')[1])] : []));
  const toPay = claim.toPay - (amount[0] ?? 0);
  return toPay > 0 ? [{ ...claim, toPay: cents(toPay) }] : [];
}

/** The bank's lines of a month: payments of claims, of strangers and of a provider. */
function statementOf(open: readonly Claim[], first: string, chance: Chance) {
  let lineCount = 0;
  const line = (amount: number, truth: string, label: string, counterpart?: string): Line => ({
    ...{ id: `${first} ${++lineCount}`, bookedOn: addDays(first, chance.int(2, 25)), left: cents(amount) },
    ...{ isWhole: true, currency: 'EUR', label, truth, ...(counterpart && { counterpart }) },
  });
  const ofHabit = (habit: Habit) => open.filter(({ customer }) => customer.habit === habit);
  const forOne = (claim: Claim, label: string, by?: string) =>
    line(claim.toPay, `${claim.id}=${claim.toPay}`, label, by);
  const byHand = ofHabit('byHand');
  const payments = byHand.map(({ id, number, debtor, names, toPay }) => ({
    ...{
      id: `p${id}`,
      documentId: id,
      number,
      debtor,
      names,
      amount: toPay,
      currency: 'EUR' as const,
      receivedOn: addDays(first, 13),
    },
  }));
  const ofAgency = [5, 19].flatMap((day) =>
    Array.from({ length: chance.int(2, 6) }, (_, at) => ({
      ...{ id: `${first}-${day}-${at}`, documentId: `a${first} ${day} ${at}`, number: `F-2025-${day}${at}00` },
      ...{ debtor: 'URSSAF', names: ['URSSAF'], currency: 'EUR' as const, receivedOn: addDays(first, day) },
      amount: cents(chance.int(20, 400) * 50),
    })),
  );
  const transfersOfAgency = [...Map.groupBy(ofAgency, ({ receivedOn }) => receivedOn)].map(([day, of]) => ({
    ...line(
      of.reduce((all, { amount }) => all + amount, 0),
      `payment ${of.map(({ id }) => id).join(' ')}`,
      'VIR URSSAF SERVICES A LA PERSONNE',
    ),
    bookedOn: addDays(day, 1),
  }));
  const payouts = [3, 10, 17, 24].map((day) => ({
    ...{ id: `${first} ${day}`, provider: 'Stripe', amount: cents(chance.int(5_000, 90_000)) },
    ...{ currency: 'EUR' as const, arrivesOn: addDays(first, day) },
  }));
  // Every seventh payment comes a month later.
  let asks = chance.int(0, 6);
  const isLate = (): boolean => ++asks % 7 === 0;
  const lines = [
    ...ofHabit('number').flatMap((claim) =>
      isLate() ? [] : [forOne(claim, numbered(claim, chance), short(claim, chance))],
    ),
    ...ofHabit('digits').map((claim) => forOne(claim, `VIR RECU ${claim.number.slice(2)} MERCI`, short(claim, chance))),
    ...oneByOne(
      inOrder(ofHabit('name'), isLate).map((claim) => forOne(claim, `VIREMENT RECU ${short(claim, chance)}`)),
      first,
    ),
    ...[...Map.groupBy(ofHabit('together'), ({ debtor }) => debtor).values()].map((claims) => together(claims, line)),
    // Never the amount of another claim: cents that are never billed.
    ...ofHabit('parts').flatMap((claim) => (claim.toPay % 100 === 0 ? [part(claim, line)] : [])),
    ...oneByOne(
      ofHabit('boss').map((claim) =>
        forOne(claim, 'VIR SEPA', `HOLDING ${claim.customer.id.replace(/[0-9]/g, letter)}`),
      ),
      first,
    ),
    ...oneByOne(
      ofHabit('slips').map((claim) => forOne(claim, `VIR ${slipOf(claim, open, chance).number}`, claim.customer.name)),
      first,
    ),
    ...byHand.map((claim) => ({
      ...line(claim.toPay, `payment p${claim.id}`, `REMISE ${claim.customer.name}`),
      bookedOn: addDays(first, 14),
    })),
    ...payouts.map((payout) => ({
      ...line(payout.amount, `payout ${payout.id}`, 'VIR STRIPE PAYMENTS EUROPE'),
      bookedOn: addDays(payout.arrivesOn, 1),
    })),
    ...transfersOfAgency,
    ...STRANGERS.map((stranger) => line(chance.pick(PRICES) * 100, '', stranger)),
    ...PRICES.map((price) => line(-price * 100, '', 'PRLV LOYER')),
  ];
  // A customer who does not pay this month, while a namesake pays for something else.
  const unpaid = open.find(
    ({ customer, id }) => customer.habit === 'number' && !lines.some(({ truth }) => truth.startsWith(`${id}=`)),
  );
  if (unpaid && Number(first.slice(5, 7)) <= NAMESAKES)
    lines.push(line(unpaid.toPay, '', `VIR ${unpaid.customer.name}`));
  return { lines, payments: [...payments, ...ofAgency], payouts };
}

/** On consecutive days. */
const oneByOne = (lines: readonly Line[], first: string): Line[] =>
  lines.map((line, at) => ({ ...line, bookedOn: addDays(first, 2 + Math.floor((at * 24) / lines.length)) }));

/** Customers who pay without a number pay the oldest first, as in law. */
function inOrder(claims: readonly Claim[], isLate: () => boolean): Claim[] {
  return [...Map.groupBy(claims, ({ debtor }) => debtor).values()].flatMap((of) => {
    const firstLate = of.findIndex(isLate);
    return firstLate < 0 ? of : of.slice(0, firstLate);
  });
}

function together(claims: readonly Claim[], line: (amount: number, truth: string, label: string) => Line): Line {
  const amount = claims.reduce((all, { toPay }) => all + toPay, 0);
  const truth = claims
    .map(({ id, toPay }) => `${id}=${toPay}`)
    .sort()
    .join(' ');
  return line(amount, truth, `VIR SEPA ${claims[0]?.customer.name} REGLEMENT`);
}

function part(claim: Claim, line: (amount: number, truth: string, label: string) => Line): Line {
  const amount = Math.floor(claim.toPay / 300) * 100 + 7;
  return line(amount, `${claim.id}=${amount}`, `ACOMPTE ${claim.number} ${claim.customer.name}`);
}

/** The number of another invoice: with the same amount if possible, the worst mistake. */
function slipOf(claim: Claim, open: readonly Claim[], chance: Chance): Claim {
  const others = open.filter(({ debtor, customer }) => debtor !== claim.debtor && customer.habit === 'boss');
  return others.find(({ toPay }) => toPay === claim.toPay) ?? chance.pick(others);
}

/** A number as people write it. */
const numbered = ({ number }: Claim, chance: Chance): string =>
  chance.pick([
    ...[`VIR SEPA ${number}`, `VIREMENT facture ${number.toLowerCase()}`, `REF ${number.replaceAll('-', '')} MERCI`],
    ...[`FACT. ${number.replaceAll('-', ' ')}`, `${number.replaceAll('-', '/')} SITE INTERNET`],
  ]);

/** A name as banks write it: in capitals, without accents, truncated, or missing. */
const short = ({ customer }: Claim, chance: Chance): string => {
  const plain = customer.name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase();
  return chance.pick([plain, plain.slice(0, 22), customer.name]);
};
const letter = (digit: string): string => 'ABCDEFGHIJ'[Number(digit)] as string;

/** Years of the short run; `MATCH_YEARS=500` tests more. */
const YEARS = Number(process.env.MATCH_YEARS ?? 1);
const seed = seedOf('MATCH_SEED');

test('in a generated year of transfers at most 1 % of the suggestions are wrong, and none of the automatic ones', () => {
  for (let year = 0; year < YEARS; year++) {
    const counts = lived(seed + year, suggestAll);
    const figures = `MATCH_SEED=${seed + year}: ${JSON.stringify(counts)}`;
    assert.equal(counts.certainWrong, 0, figures);
    assert.ok(counts.certain >= 150 && counts.all >= 700, figures);
    assert.ok(counts.wrong <= counts.all / 100, figures);
    assert.ok(counts.right >= counts.toTell * 0.9, figures);
  }
});

test('a rule by amounts alone would be wrong far more often, and one that applies every suggestion, or ignores names, would apply wrong ones', () => {
  for (let year = seed; year < seed + YEARS; year++) {
    const amounts = lived(year, byAmount);
    assert.ok(amounts.wrong > amounts.all / 100, `MATCH_SEED=${year}: ${JSON.stringify(amounts)}`);
    const all = lived(year, (lines, facts) => asCertain(suggestAll(lines, facts)));
    assert.ok(all.certainWrong > 0, `MATCH_SEED=${year}: ${JSON.stringify(all)}`);
    const nameless = lived(year, (lines, facts) =>
      suggestAll(lines, { ...facts, claims: facts.claims.map(withoutNames), knownPayers: new Map() }),
    );
    assert.ok(nameless.certainWrong > 0, `MATCH_SEED=${year}: ${JSON.stringify(nameless)}`);
  }
});

const byAmount = (lines: readonly Line[], { claims }: MatchFacts) =>
  new Map(
    lines.flatMap((line) => {
      const claim = claims.find(({ toPay }) => toPay === line.left);
      return claim ? [[line.id, documentsOf(line, claim.id, claim.toPay)] as const] : [];
    }),
  );
const asCertain = (found: ReadonlyMap<string, Suggestion>) =>
  new Map([...found].map(([id, each]) => [id, { ...each, isCertain: true }]));
const withoutNames = (claim: OpenClaim): OpenClaim => ({ ...claim, names: [] });
const documentsOf = ({ id }: Line, documentId: string, amount: Cents): Suggestion => ({
  ...{ kind: 'documents', transactionId: id, key: documentId, reasons: ['amount'], isCertain: false },
  parts: [{ documentId, amount }],
});
