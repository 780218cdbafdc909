import { createHmac } from 'node:crypto';
import { settleJob } from '../../src/db/job-queue.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { pollOnlinePayment } from '../../src/jobs/payments/poll-online-payment.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import { seeded } from '../support/runner/seeded-random.ts';
import { type Paying, STRIPE_KEY } from './payment-fixtures.ts';

type Fate = 'paid' | 'late' | 'refunded' | 'disputed' | 'left';
type Bill = { id: string; providerId: string; fate: Fate; byHand: number };

export type StormReport = {
  sessions: number;
  rounds: number;
  /** Signed messages, repeated messages and forged messages. */
  messages: number;
  again: number;
  forged: number;
  /** Forged messages that were not refused. */
  believed: number;
  /** Unanswered provider requests, and workers that died. */
  unanswered: number;
  killed: number;
  /** Invoices whose payments plus unapplied payments differ from what the provider holds. */
  doubled: number;
  lost: number;
};

/** Maximum rounds: random delays are over long before. */
const ROUNDS_MAX = 200;
/** The round after which days have passed and refunds start. */
const LATER = 3;
const AMOUNT = 120_000;
/**
 * Clock calls at which a worker may die: before the request, after the response, or within the
 * booking transaction.
 */
const DEATHS = 7;

/**
 * Customers pay while provider messages are repeated, reordered, late, lost or forged, requests
 * fail and workers die. Runs until nothing is left to do, then checks that each cent is booked
 * once. `isForgetful` clears the session’s record repeatedly, so that only the unique key protects.
 */
export async function concurrentPayments(
  paying: Paying,
  given: { sessions: number; seed: number; isForgetful?: boolean },
): Promise<StormReport> {
  const { service, books, above } = paying;
  const chance = seeded(given.seed);
  await books.done('connect-payment-account', undefined, STRIPE_KEY);
  const bills = await openedBills(paying, given, chance);
  const report = { sessions: bills.length, rounds: 0, messages: 0, again: 0, forged: 0, believed: 0 };
  const storm = { unanswered: 0, killed: 0, isOver: false };
  const calm = service.services.environment.callProvider as NonNullable<AppServices['environment']['callProvider']>;
  service.services.environment.callProvider = async (question) => {
    if (storm.isOver || (storm.unanswered > 0 && !chance.chance(25))) return calm(question);
    storm.unanswered++;
    // Half of the lost requests were executed: only the response is missing.
    if (chance.chance(50)) await calm(question);
    throw new Error('ETIMEDOUT');
  };
  try {
    const { webhookUrl } = await books.done('get-payment-account');
    const { pathname } = new URL(webhookUrl);
    let deck = chance.shuffled(bills.flatMap((bill) => happened(paying, bill)));
    for (; report.rounds < ROUNDS_MAX; report.rounds++) {
      const now = deck.splice(0, Math.ceil(deck.length / 4));
      for (const id of now) {
        // At least one of each fate, whatever the seed.
        const isForged = report.forged === 0 || chance.chance(20);
        const { status } = await told(paying, { id, pathname, secret: isForged ? 'whsec_forged' : undefined });
        if (isForged) report.forged++;
        else report.messages++;
        if (isForged && status === 204) report.believed++;
        if (report.again === 0 || chance.chance(40)) {
          report.again++;
          deck.push(id);
        }
      }
      deck = chance.shuffled(deck);
      // One worker dies at its first job.
      const worker = (isDoomed: boolean) =>
        atWork(paying, (taken) => {
          if (isDoomed && taken === 0) return 1;
          return !storm.isOver && chance.chance(25) ? chance.int(1, DEATHS) : undefined;
        });
      storm.killed += (await Promise.all([worker(storm.killed === 0), worker(storm.killed === 0)])).reduce(
        (a, b) => a + b,
        0,
      );
      if (given.isForgetful) await above.query(FORGET, [bills.map(({ id }) => id)]);
      // Jobs of a dead worker are due again when the lease ends.
      service.clock.now += report.rounds === LATER || storm.isOver ? 90_000 : chance.int(61, 400);
      for (const bill of bills) goOn(paying, bill, report.rounds);
      if (storm.isOver && deck.length === 0) break;
      storm.isOver = report.rounds > LATER + 2 && deck.length === 0;
    }
    service.clock.now += 90_000;
    await paying.worked();
    const balances: number[] = [];
    for (const bill of bills) balances.push(await balanceOf(paying, bill));
    return {
      ...{ ...report, unanswered: storm.unanswered, killed: storm.killed },
      doubled: balances.filter((balance) => balance > 0).length,
      lost: balances.filter((balance) => balance < 0).length,
    };
  } finally {
    service.services.environment.callProvider = calm;
  }
}

const FORGET = `update billing.payment_session
  set state = 'open', received_cents = 0, refunded_cents = 0, unapplied_cents = 0, payment_id = null
  where document_id = any ($1::uuid[])`;

async function openedBills(
  { books, opened, stripe }: Paying,
  { sessions, isForgetful }: { sessions: number; isForgetful?: boolean },
  chance: ReturnType<typeof seeded>,
): Promise<Bill[]> {
  const customer = await books.contact();
  const bills: Bill[] = [];
  const fates = isForgetful ? (['paid'] as const) : (['paid', 'paid', 'late', 'refunded', 'disputed', 'left'] as const);
  for (let n = 0; n < sessions; n++) {
    const { id } = await books.finalized(books.invoice(customer));
    await books.done('activate-invoice-online-payment', id);
    const path = new URL((await books.done('link-billing', id)).url).pathname;
    await opened(`${path}/pay`, '');
    // Some are also paid by transfer, in part or in full, before the online payment is known.
    const byHand = isForgetful || !chance.chance(20) ? 0 : chance.pick([40_000, AMOUNT]);
    bills.push({ id, providerId: stripe.last().id, fate: n === 0 ? 'paid' : chance.pick(fates), byHand });
    if (byHand > 0) await books.pay('invoice', id, byHand);
  }
  return bills;
}

/** The first events at the provider and their messages, by fate. */
function happened({ stripe }: Paying, { providerId, fate }: Bill): string[] {
  if (fate === 'left') return [];
  if (fate === 'late') stripe.wait(providerId);
  else stripe.pay(providerId);
  // One message names the session, the other its payment.
  return [providerId, `pi_${providerId}`];
}

/** Events days later. */
function goOn({ stripe }: Paying, { providerId, fate }: Bill, round: number): void {
  if (round !== LATER) return;
  if (fate === 'late') stripe.arrive(providerId);
  if (fate === 'refunded') stripe.refund(providerId, 50_000);
  if (fate === 'disputed') stripe.dispute(providerId);
}

function told(
  { service }: Paying,
  { id, pathname, secret = STRIPE_KEY.webhookSecret }: { id: string; pathname: string; secret: string | undefined },
) {
  const { now } = service.clock;
  const body = JSON.stringify({ id: `evt_${id}`, data: { object: { id } } });
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${signature}` };
  return service.ask(pathname, { method: 'POST', key: undefined, body, headers });
}

class Died extends Error {}

/**
 * Processes due jobs with a worker that may die at any clock call without settling. Returns the
 * number of deaths.
 */
async function atWork(
  { service, claimed, turnIn }: Paying,
  dies: (taken: number) => number | undefined,
): Promise<number> {
  let died = 0;
  for (const [taken, held] of (await claimed()).entries()) {
    const { services } = service;
    let left = dies(taken) ?? Number.POSITIVE_INFINITY;
    const now = (): number => {
      if (--left === 0) throw new Died();
      return services.now();
    };
    try {
      const became = await pollOnlinePayment.run(held, turnIn({ ...services, now }));
      if (became)
        await inTransaction(services.pool, held, async (tx) => ({
          commit: true,
          answer: await settleJob(tx, held, became),
        }));
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      died++;
    }
  }
  return died;
}

/** Cents in the books beyond what the provider holds and what was paid otherwise; 0 if correct. */
async function balanceOf({ amounts, books, stripe }: Paying, bill: Bill): Promise<number> {
  const { status, waits, amount, refunded, disputed } = stripe.of(bill.providerId);
  const holds = status !== 'complete' || waits ? 0 : disputed ? 0 : amount - refunded;
  const booked = (await amounts(bill.id)).reduce((a, b) => a + b, 0);
  const apart = await apartOf(books, bill.providerId);
  return booked + apart - holds - bill.byHand;
}

/** Unapplied payments of a document, over all pages of the list. */
async function apartOf(books: Paying['books'], providerId: string): Promise<number> {
  for (let page = 1; ; page++) {
    const { json } = await books.ask('list-online-payments', { query: { page } });
    const found = json.onlinePayments.find((each: { providerId: string }) => each.providerId === providerId);
    if (found) return found.unappliedAmount;
    if (json.onlinePayments.length === 0) return 0;
  }
}
