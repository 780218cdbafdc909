import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { bookProblems } from '../../support/documents/numbering-check.ts';
import { type Chance, seeded } from '../../support/runner/seeded-random.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../../support/service/server-process.ts';

/** Days of the month of the series; a day after the end of a month becomes its last day. */
const DAYS_OF_MONTH = [2, 15, 28, 30, 31];
/**
 * Invoices a server makes before it is killed, and extra milliseconds so that a kill hits any point
 * of the next.
 */
const MADE_A_LIFE_MAX = 24;
const LIFE_MS_MAX = 80;
/** Milliseconds between two checks, and the time limit for an invoice. */
const LOOK_MS = 5;
const STUCK_MS = 300_000;
/** Days per move of the test clock. */
const DAYS_AT_ONCE = 360;
/** Days after the last date of the series, so that it has passed. */
const BEHIND = 3;
const DAY_MS = 86_400_000;
const LYON = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };

export type KilledSeries = {
  months: number;
  series: number;
  kills: number;
  /** Kills while the clock was moving and invoices were due. */
  killsUnderWay: number;
  /** Expected dates over all series, and invoices made too often, too seldom and for no date. */
  days: number;
  doubled: number;
  lost: number;
  strange: number;
  /** Invoices not mailed exactly once. */
  mailedOtherwise: number;
  /** Findings of `facturier verify`, and the counts. */
  problems: string[];
};

type Series = { id: string; days: string[]; isMailed: boolean };
type Killing = { months: number; seed: number; withoutKey?: boolean };

/**
 * Kills the service (SIGKILL) while it makes recurring invoices and resets next dates to past ones:
 * only the unique key prevents duplicates. `withoutKey` is the control.
 */
export async function killSeries({ months, seed, withoutKey = false }: Killing): Promise<KilledSeries> {
  const on = await ground();
  const owner = new pg.Client(on.database.ownerUrl);
  try {
    await owner.connect();
    if (withoutKey) await owner.query(KEY_OFF);
    const servers = [await startProcess(on)];
    const [{ welcome, port }] = servers as [ServerProcess];
    const key = welcome.keys?.test as string;
    await firstCustomer(on, { port }, welcome.keys?.live as string);
    const client = await patientClient(on, { key, ports: [port] });
    await owner.query(ENTER);
    const { all, end } = await begun(client, { months, seed });
    const killed = await livedThrough({ on, servers, owner, client, seed, end });
    client.close();
    await (servers.at(-1) as ServerProcess).stop();
    return {
      ...{ months, series: all.length, ...killed },
      ...(await countedOf(owner, all)),
      problems: (await bookProblems(on)).problems,
    };
  } finally {
    await owner.end();
    await on.discard();
  }
}

/** One occurrence per date of a series; without this key it is made as often as it is due. */
const KEY_OFF = 'alter table billing.occurrence drop constraint occurrence_pkey';
/** Row-level security applies to the table owner too. */
const ENTER = `select set_config('app.account_id', account_id::text, false) from billing.accounts_known()`;
const STANDS = `select (select count(*)::int from billing.occurrence) as made,
  exists (select from billing.test_clock where target_at is not null) as moving`;
/** Expires the lease of the killed process. */
const LEASES_END = 'update billing.job set leased_until = 0 where test and leased_until is not null';
const FORGET = `update billing.document d
  set life = jsonb_set(d.life::jsonb, '{recurrence,next}', to_jsonb(made.last::text))::text
  from (select invoice_id, max(occurs_on) as last from billing.occurrence group by 1) made
  where d.id = made.invoice_id and d.life::jsonb #> '{recurrence,next}' is not null`;
const MADE = `select life::jsonb #>> '{occurrence,invoiceId}' as "of", life::jsonb #>> '{occurrence,on}' as day, number,
    (select count(*)::int from billing.mail m where m.account_id = d.account_id and m.document_id = d.id) as mails
  from billing.document d where life::jsonb -> 'occurrence' is not null`;

/** Future series of a test; every second one is mailed. `end` is a day after the last date. */
async function begun(
  client: PatientClient,
  { months, seed }: { months: number; seed: number },
): Promise<{ all: Series[]; end: string }> {
  const asked = async (step: string, path: string, method: string, body?: object) =>
    (await client.insist(path, { method, ...(body && { body }) }, `${step}-${seed}`)).json;
  const lea = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'], billingAddress: LYON };
  const { id: customerId } = await asked('lea', '/contact', 'POST', lea);
  const { today } = (await client.once('/v2/test-clock', {}))?.json ?? {};
  const to = added(today, months, Number(today.slice(8)));
  const all: Series[] = [];
  for (const [n, dayOfMonth] of DAYS_OF_MONTH.entries()) {
    const { id } = await asked(`make-${n}`, `/v2/billing/invoice/${customerId}`, 'POST', { lines: ONE_LINE });
    await asked(`seal-${n}`, `/v2/billing/${id}/finalize`, 'PATCH');
    const from = firstWith(dayOfMonth, later(today, 1));
    const isMailed = n % 2 === 0;
    const said = {
      from,
      to,
      frequency: 1,
      interval: 'month',
      finalizeInvoice: true,
      sendByMail: isMailed,
      inCopy: false,
    };
    await asked(`recur-${n}`, `/v2/billing/invoice/${id}/frequency`, 'POST', said);
    all.push({ id, days: daysOf({ from, to, dayOfMonth }), isMailed });
  }
  return { all, end: later(to, BEHIND) };
}

const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * A day of a later month, or its last day. Uses JavaScript's calendar, not ours, as a cross-check.
 */
function added(day: string, months: number, dayOfMonth: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))).toISOString().slice(0, 10);
}

/** The first such day of a month after a date; never the last day of a shorter month. */
function firstWith(dayOfMonth: number, behind: string): string {
  let day = later(behind, 1);
  while (Number(day.slice(8)) !== dayOfMonth) day = later(day, 1);
  return day;
}

function daysOf({ from, to, dayOfMonth }: { from: string; to: string; dayOfMonth: number }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = added(from, days.length, dayOfMonth)) days.push(day);
  return days;
}

type Living = {
  on: Ground;
  servers: ServerProcess[];
  owner: pg.Client;
  client: PatientClient;
  seed: number;
  end: string;
};

/** Moves the clock to the end, a year at a time, killing the workers on the way. */
async function livedThrough(given: Living): Promise<{ kills: number; killsUnderWay: number }> {
  const { client, owner, seed, end } = given;
  const chance = seeded(seed);
  const killed = { kills: 0, killsUnderWay: 0 };
  // The first is killed during its first invoice.
  let killAt = 1;
  for (let day = (await client.once('/v2/test-clock', {}))?.json.today as string; day < end; ) {
    const until = [later(day, DAYS_AT_ONCE), end].toSorted()[0] as string;
    const asked = { method: 'POST', body: { until } };
    await client.insist('/v2/test-clock/advance', asked, `until-${seed}-${until}`);
    let last = { made: -1, at: performance.now() };
    for (let now = await standing(owner); now.moving; now = await standing(owner)) {
      if (now.made !== last.made) last = { made: now.made, at: performance.now() };
      if (performance.now() - last.at > STUCK_MS) throw new Error(`nothing was made for ${STUCK_MS} ms`);
      if (now.made >= killAt) {
        if (await killedUnderWay(given, chance)) killed.killsUnderWay += 1;
        killed.kills += 1;
        killAt = (await standing(owner)).made + chance.int(1, MADE_A_LIFE_MAX);
      } else await wait(LOOK_MS);
    }
    day = until;
  }
  return killed;
}

async function standing(owner: pg.Client): Promise<{ made: number; moving: boolean }> {
  const { rows } = await owner.query<{ made: number; moving: boolean }>(STANDS);
  return rows[0] as { made: number; moving: boolean };
}

/**
 * Kills the server at some moment and starts another; returns whether the clock was still moving.
 */
async function killedUnderWay({ on, servers, owner }: Living, chance: Chance): Promise<boolean> {
  await wait(chance.int(0, LIFE_MS_MAX));
  const server = servers.at(-1) as ServerProcess;
  await server.kill();
  const { moving } = await standing(owner);
  await owner.query(LEASES_END);
  await owner.query(FORGET);
  servers.push(await startProcess(on, { port: server.port }));
  return moving;
}

/** Compares the books with the dates of the series. */
async function countedOf(owner: pg.Client, all: readonly Series[]) {
  const { rows } = await owner.query<{ of: string; day: string; number: string | null; mails: number }>(MADE);
  const made = Map.groupBy(rows, (row): string => `${row.of} ${row.day}`);
  const meant = new Map(
    all.flatMap(({ id, days, isMailed }) => days.map((day): [string, boolean] => [`${id} ${day}`, isMailed])),
  );
  const once = rows.filter((row) => row.number !== null);
  return {
    days: meant.size,
    doubled: rows.length - made.size,
    lost: [...meant.keys()].filter((day) => !once.some((row) => `${row.of} ${row.day}` === day)).length,
    strange: [...made.keys()].filter((day) => !meant.has(day)).length,
    mailedOtherwise: rows.filter((row) => row.mails !== Number(meant.get(`${row.of} ${row.day}`) ?? false)).length,
  };
}
