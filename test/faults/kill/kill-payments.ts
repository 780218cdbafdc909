import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { bookProblems } from '../../support/documents/numbering-check.ts';
import { type Chance, seeded } from '../../support/runner/seeded-random.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../../support/service/server-process.ts';

/**
 * Milliseconds a server lives after booking something, so that a kill hits any point of the next
 * booking.
 */
const LIFE_MS_MAX = 150;
/** Milliseconds between two checks of the bookings, and the time limit for a booking. */
const LOOK_MS = 10;
const BOOKS_WITHIN_MS = 30_000;
/** Milliseconds in which a repeated notification would be booked again. */
const AGAIN_MS = 2_000;
/** Milliseconds between two notifications of one payment. */
const TOLD_AGAIN_MS = 20;
/** Milliseconds within which a notification must be booked without kills. */
const SETTLED_WITHIN_MS = 120_000;
const LYON = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };

export type KilledPayments = {
  kills: number;
  sessions: number;
  /** Provider IDs booked for more, and for less, than was paid. */
  doubled: number;
  lost: number;
  /** Findings of `facturier verify`, and the counts. */
  problems: string[];
  /** IDs booked twice after the unique key is removed at the end, if requested. */
  doubledAtLast?: number;
};

type Bill = { id: string; path: string; session: string };
type Killing = { kills: number; sessions: number; seed: number; withoutKey?: boolean; withoutKeyAtLast?: boolean };

/**
 * Kills the service (SIGKILL) during payments with repeated notifications. Session state is wiped,
 * so only the unique key of receipts prevents double booking; `withoutKey…` are controls.
 */
export async function killPayments(given: Killing): Promise<KilledPayments> {
  const { kills, sessions, seed, withoutKey = false, withoutKeyAtLast = false } = given;
  const on = await ground();
  const owner = new pg.Client(on.database.ownerUrl);
  const storm = { isOver: false };
  try {
    await owner.connect();
    if (withoutKey) await owner.query(KEY_OFF);
    const servers = [await startProcess(on)];
    const [{ welcome, port }] = servers as [ServerProcess];
    const key = welcome.keys?.test as string;
    await firstCustomer(on, { port }, welcome.keys?.live as string);
    const client = await patientClient(on, { key, ports: [port] });
    const lea = { firstname: 'Léa', lastname: 'Moreau', billingAddress: LYON };
    const { id: customerId } = (await client.insist('/contact', { method: 'POST', body: lea }, `lea-${seed}`)).json;
    const bills = await billed(client, { customerId, sessions, seed });
    const telling = Promise.all(bills.map((bill) => toldAgain(client, bill, storm)));
    telling.catch(() => {});
    await killedAgain({ on, servers, owner, kills, chance: seeded(seed) });
    storm.isOver = true;
    await telling;
    const counts = await settled(owner);
    const { problems } = await bookProblems(on);
    const last = withoutKeyAtLast ? { doubledAtLast: await doubledWithoutKey(owner) } : {};
    client.close();
    for (const server of servers.slice(-1)) await server.stop();
    return {
      ...{ kills, sessions: bills.length, problems, ...last },
      doubled: doubledOf(counts),
      lost: sessions - counts.filter(({ booked, amount }) => booked >= amount).length,
    };
  } finally {
    storm.isOver = true;
    await owner.end();
    await on.discard();
  }
}

/** One receipt per provider ID; without this key there is one per notification. */
const KEY_OFF = 'alter table billing.payment_receipt drop constraint payment_receipt_pkey';
/** Row-level security applies to the table owner too. */
const ENTER = `select set_config('app.account_id', account_id::text, false) from billing.accounts_known()`;
/** Notifications that were checked and booked or found booked. */
const PAID = 'select from billing.payment_session where fee_cents is not null limit 1';
const FORGET = `update billing.payment_session
  set state = 'open', received_cents = 0, refunded_cents = 0, unapplied_cents = 0, payment_id = null, fee_cents = null
  where provider_id is not null`;
/** Expires the lease of the killed process. */
const DUE = `update billing.job set ready = true, leased_until = null, due_at = 0 where lane = 'online_payment'`;
const BOOKED = `select s.amount_cents as amount, s.unapplied_cents + coalesce((select sum(p.amount_cents) from billing.payment p
    where p.account_id = s.account_id and p.document_id = s.document_id), 0) as booked
  from billing.payment_session s where s.provider_id is not null`;

/** Invoices of a test, each with its customer on the payment page of the simulator. */
async function billed(
  client: PatientClient,
  { customerId, sessions, seed }: { customerId: string; sessions: number; seed: number },
): Promise<Bill[]> {
  const bills: Bill[] = [];
  for (let n = 0; n < sessions; n++) {
    const asked = (step: string, path: string, method: string, body?: object) =>
      client.insist(path, { method, ...(body && { body }) }, `${step}-${seed}-${n}`);
    const { json } = await asked('make', `/v2/billing/invoice/${customerId}`, 'POST', { lines: ONE_LINE });
    await asked('seal', `/v2/billing/${json.id}/finalize`, 'PATCH');
    await asked('online', `/v2/billing/invoice/${json.id}/activate-online-payment`, 'PATCH');
    const { json: link } = await asked('link', `/v2/billing/${json.id}/link`, 'POST');
    const path = new URL(link.url).pathname;
    const sent = await form(client, `${path}/pay`, '');
    bills.push({
      id: json.id,
      path,
      session: /session=([0-9a-f-]{36})/.exec(String(sent?.headers.location))?.[1] ?? '',
    });
  }
  return bills;
}

const form = (client: PatientClient, path: string, body: string) =>
  client.once(path, {
    ...{ method: 'POST', key: undefined, body },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** Repeats the payment notification until the kills end, and once after. */
async function toldAgain(client: PatientClient, { path, session }: Bill, storm: { isOver: boolean }): Promise<void> {
  const tell = () => form(client, `${path}/try`, `session=${session}&outcome=paid`);
  while (!storm.isOver) {
    await tell();
    await wait(TOLD_AGAIN_MS);
  }
  while ((await tell()) === undefined) await wait(TOLD_AGAIN_MS);
}

async function killedAgain(given: {
  on: Ground;
  servers: ServerProcess[];
  owner: pg.Client;
  kills: number;
  chance: Chance;
}): Promise<void> {
  const { on, servers, owner, chance } = given;
  await owner.query(ENTER);
  for (let kill = 0; kill < given.kills; kill++) {
    const until = performance.now() + BOOKS_WITHIN_MS;
    while ((await owner.query(PAID)).rows.length === 0 && performance.now() < until) await wait(LOOK_MS);
    await wait(chance.int(0, LIFE_MS_MAX));
    const server = servers.at(-1) as ServerProcess;
    await server.kill();
    await owner.query(FORGET);
    await owner.query(DUE);
    servers.push(await startProcess(on, { port: server.port }));
  }
}

/**
 * Amounts booked and paid per provider ID, in cents, once bookings stop changing or the time is up.
 */
async function settled(owner: pg.Client): Promise<{ booked: number; amount: number }[]> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await owner.query(DUE);
    await wait(1_000);
    const booked = await bookedNow(owner);
    const isDone = booked.every((each) => each.booked >= each.amount);
    if (!isDone && performance.now() < until) continue;
    await owner.query(DUE);
    await wait(AGAIN_MS);
    return bookedNow(owner);
  }
}

const doubledOf = (counts: readonly { booked: number; amount: number }[]): number =>
  counts.filter(({ booked, amount }) => booked > amount).length;

/** Number of double bookings when only the wiped session state could prevent them. */
async function doubledWithoutKey(owner: pg.Client): Promise<number> {
  await owner.query(KEY_OFF);
  await owner.query(FORGET);
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await owner.query(DUE);
    await wait(LOOK_MS);
    const doubled = doubledOf(await bookedNow(owner));
    if (doubled > 0 || performance.now() > until) return doubled;
  }
}

async function bookedNow(owner: pg.Client): Promise<{ booked: number; amount: number }[]> {
  const { rows } = await owner.query<{ amount: string; booked: string }>(BOOKED);
  return rows.map(({ booked, amount }) => ({ booked: Number(booked), amount: Number(amount) }));
}
