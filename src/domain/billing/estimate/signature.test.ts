import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seeded } from '../../../../test/support/runner/seeded-random.ts';
import type { Estimate } from '../document/document.ts';
import { noLife } from '../document/document.ts';
import type { Facts } from '../document/draft-context.ts';
import { refuse, sign, unrefuse, unsign } from './accept-or-decline.ts';
import {
  activateSignature,
  askForSignature,
  cancelSignature,
  isReadyToSign,
  openSignature,
  procedureOf,
  refuseOnline,
  remindOfSignature,
  signingState,
  signOnline,
} from './signature.ts';

/** A finalized offer, valid until second 100,000; its other fields do not matter here. */
const DRAFT = {
  kind: 'estimate',
  id: 'd',
  state: 'draft',
  version: 1,
  life: noLife,
  createdAt: 0,
  content: { timeline: { paymentDelay: 'at_reception', validityDays: 30 } },
} as unknown as Estimate;
const SEALED = { number: 'D-1', emittedAt: 0, validUntilAt: 100_000 } as unknown as NonNullable<Estimate['sealed']>;
const lea = { kind: 'contact', name: 'Léa', emails: ['lea@example.org'] };
const factsAt = (now: number): Facts => ({ now, customer: lea, settings: { zone: 'UTC' } }) as unknown as Facts;

const arrows: Readonly<Record<string, readonly string[]>> = {
  none: ['requested', 'activated'],
  requested: ['activated', 'cancelled'],
  activated: ['on_going', 'cancelled', 'signed', 'refused'],
  on_going: ['cancelled', 'signed', 'refused'],
  signed: [],
  refused: ['activated'],
  cancelled: ['requested', 'activated'],
};

/** One random action: returns the changed offer, or the same one if it is refused. */
function step(estimate: Estimate, at: number, chance: ReturnType<typeof seeded>): Estimate {
  const facts = factsAt(at);
  const procedure = procedureOf(estimate);
  const isOpen =
    procedure !== undefined && estimate.sealed !== undefined && signingState(estimate, procedure, facts) === 'open';
  const sent = (became: Estimate) => (isReadyToSign(became, facts) ? activateSignature(became, at) : became);
  const requested = { id: `p${at}`, emails: [], withCode: false, askedBy: 'key' };
  const deeds: readonly (() => Estimate | { refused: string })[] = [
    () => {
      const became = askForSignature(estimate, facts, requested);
      return 'refused' in became ? became : sent(became);
    },
    () =>
      estimate.sealed
        ? estimate
        : sent({ ...estimate, state: 'finalized', sealed: SEALED, version: estimate.version + 1 }),
    () => (isOpen && procedure.status === 'activated' ? openSignature(estimate, at) : estimate),
    () => (isOpen ? signOnline(estimate, { signer: 'Léa', evidenceSha256: 'e' }, at) : estimate),
    () => (isOpen ? refuseOnline(estimate, {}, at) : estimate),
    () => cancelSignature(estimate, at),
    () => remindOfSignature(estimate, at),
    () => sign(estimate, at),
    () => refuse(estimate, at),
    () => unsign(estimate, at, []),
    () => unrefuse(estimate, at, []),
  ];
  const became = chance.pick(deeds)();
  return 'refused' in became ? estimate : became;
}

test('20,000 random steps: a procedure only takes allowed transitions, and an offer is signed online only through its procedure', () => {
  const chance = seeded(20_261_122);
  const seen = new Map<string, number>();
  for (let life = 0; life < 500; life++) {
    let estimate = DRAFT;
    for (let n = 1; n <= 40; n++) {
      const before = procedureOf(estimate)?.status ?? 'none';
      estimate = step(estimate, n * chance.int(1, 4_000), chance);
      const procedure = procedureOf(estimate);
      const after = procedure?.status ?? 'none';
      if (after !== before) assert.ok(arrows[before]?.includes(after), `${before} → ${after}`);
      seen.set(`${before} ${after}`, (seen.get(`${before} ${after}`) ?? 0) + 1);
      if (after === 'signed') assert.equal(estimate.state, 'signed', 'an online signature is never removed');
      if (after === 'activated' || after === 'on_going') assert.equal(estimate.state, 'finalized');
      if (after === 'requested') assert.equal(estimate.sealed, undefined, 'only a draft waits to be sent');
    }
  }
  for (const [from, to] of Object.entries(arrows))
    for (const each of to) assert.ok((seen.get(`${from} ${each}`) ?? 0) > 0, `no step went from ${from} to ${each}`);
});

test('reminders are sent at least an hour apart, ten at most', () => {
  const requested = askForSignature({ ...DRAFT, state: 'finalized', sealed: SEALED }, factsAt(0), {
    id: 'p',
    emails: [],
    withCode: false,
    askedBy: 'k',
  });
  assert.ok(!('refused' in requested));
  let estimate = activateSignature(requested, 0);
  assert.deepEqual(remindOfSignature(estimate, 3_599), {
    refused: 'signature_reminded_already',
    limit: 10,
    retryAfter: 1,
  });
  for (let n = 1; n <= 10; n++) {
    const reminded = remindOfSignature(estimate, n * 3_600);
    assert.ok(!('refused' in reminded), String(n));
    estimate = reminded;
  }
  assert.deepEqual(remindOfSignature(estimate, 99_999), { refused: 'signature_reminded_already', limit: 10 });
});

test('an expired offer cannot be signed: the page says so after its last second', () => {
  const requested = askForSignature({ ...DRAFT, state: 'finalized', sealed: SEALED }, factsAt(0), {
    id: 'p',
    emails: [],
    withCode: false,
    askedBy: 'k',
  });
  assert.ok(!('refused' in requested));
  const procedure = procedureOf(requested);
  assert.ok(procedure);
  // Second 100,000 is on the second day of 1970: it can be signed until the end of that day.
  assert.equal(signingState(requested, procedure, factsAt(2 * 86_400 - 1)), 'open');
  assert.equal(signingState(requested, procedure, factsAt(2 * 86_400)), 'expired');
});
