import { mailServer } from '../mail/mail-server.ts';
import { type Answered, type Ask, httpClient } from '../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../support/service/retrying-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Contacts per account: their events are claimed and settled, some on both nodes at once. */
const CONTACTS = 40;
/** Events per account whose receiver fails once. */
const FAIL_ONCE = 2;
const DAYS_AHEAD = 40;

const NIL = '00000000-0000-0000-0000-000000000000';
/** Scheduled tasks of the installation that never ran, and all of them. */
const CHORES = `select count(*)::int as chores, count(*) filter (where claim = 0 or leased_until is not null)::int as undone
  from billing.job where account_id = '${NIL}'`;

type Client = (path: string, asked?: Ask) => Promise<Answered>;

/**
 * Runs a service on sharded tables: events are delivered (also after a failed attempt), a mail is
 * sent, an invoice recurs, scheduled tasks run; two accounts on two nodes at once. Reports error
 * logs.
 */
export async function jobsOnNodes(ground: ShardedEnvironment): Promise<Found> {
  const [mail, hooks] = await Promise.all([mailServer({ clear: true }), receiver({ clear: true })]);
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'factures@service.example' };
  const server = await startProcess(ground, { settings });
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  const of =
    (key: string): Client =>
    async (path, asked = {}) => {
      const answer = await http.ask(path, { key, ...asked });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
  try {
    const both = await accountOnEachNode(ground);
    const customers = await Promise.all(both.map(({ live }) => firstCustomer(ground, server, live)));
    const delivered = await eventsArrive(hooks, both, of);
    await Promise.all(both.map(({ live }, n) => mailed(of(live), customers[n] as string)));
    await until('a mail of each account', () => mail.arrived.length >= both.length);
    await Promise.all(both.map(({ test }) => recurs(of(test))));
    await until('all work of the installation', async () => (await chores(ground)).undone === 0);
    const { faults, putOff } = faultsIn(server.log());
    const done = `${delivered} events delivered, ${mail.arrived.length} mails, an invoice of each recurred, ${(await chores(ground)).chores} sorts of own work`;
    return {
      held: faults === '',
      figures: `${done}, of accounts on 2 nodes; ${putOff.length} turns put off as machines were busy ${putOff.join()}; ${faults ? `ERRORS: ${faults.slice(0, 600)}` : 'nothing failed'}`,
    };
  } catch (error) {
    return { held: false, figures: `${String(error).slice(0, 300)} ${server.log().slice(0, 2_000)}` };
  } finally {
    http.close();
    await server.stop();
    await Promise.all([hooks.close(), mail.stop()]);
  }
}

/**
 * Error logs of a service, except jobs that exceeded their time on a busy machine and were retried.
 */
function faultsIn(log: string): { faults: string; putOff: string[] } {
  const lines = log.trim().split('\n').filter(Boolean);
  const faults = lines.filter((line) => !/could not be claimed or settled/.test(line) || !TOO_LONG.test(line));
  const putOff = lines.filter((line) => !faults.includes(line)).map((line) => TOO_LONG.exec(line)?.[0] ?? '');
  return { faults: faults.join('\n'), putOff };
}

const TOO_LONG =
  /Query read timeout|57014|timeout exceeded when trying to connect|does not answer|Connection terminated/;

/** Delivers each event of each account; some attempts fail first. Returns the number delivered. */
async function eventsArrive(hooks: Receiver, both: readonly Placed[], of: (key: string) => Client): Promise<number> {
  const failed = new Set<string>();
  hooks.behave(({ id }, response) => {
    const fails = !failed.has(id) && failed.size < FAIL_ONCE * both.length;
    if (fails) failed.add(id);
    response.writeHead(fails ? 500 : 200).end();
  });
  const made = await Promise.all(
    both.map(async ({ live, id }) => {
      await of(live)('/v2/webhooks', { body: { url: `${hooks.url}${id}`, events: ['contact.created'] } });
      const named = (n: number) => ({ body: { firstname: 'Léa', lastname: `Moreau ${n}` } });
      const contacts = Array.from({ length: CONTACTS }, (_, n) => of(live)('/contact', named(n)));
      return (await Promise.all(contacts)).map(({ json }) => `/${id} ${json.id}`);
    }),
  );
  const told = (): Set<string> => {
    const well = hooks.received.filter(({ id, at }) => !failed.has(id) || isSecond(hooks, { id, at }));
    return new Set(well.map(({ path, body }) => `${path} ${idOf(body)}`));
  };
  await until('the arrival of every event', () => made.flat().every((one) => told().has(one)));
  return made.flat().length;
}

const isSecond = ({ received }: Receiver, { id, at }: { id: string; at: number }): boolean =>
  received.some((one) => one.id === id && one.at < at);
const idOf = (body: string): string => String(JSON.parse(body).contact?.id);

async function mailed(ask: Client, customer: string): Promise<void> {
  const { json } = await ask(`/v2/billing/invoice/${customer}`, { body: { lines: ONE_LINE } });
  await ask(`/v2/billing/${json.id}/finalize`, { method: 'PATCH' });
  const said = { emails: ['lea@example.org'], subject: 'Facture', content: '<p>Bonjour</p>' };
  await ask(`/v2/billing/${json.id}/send-by-email`, { body: said });
}

/** A monthly invoice recurs and is mailed once the test clock has passed its day. */
async function recurs(ask: Client): Promise<void> {
  const lea = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'], billingAddress: LYON };
  const customer = (await ask('/contact', { body: lea })).json.id;
  const { json } = await ask(`/v2/billing/invoice/${customer}`, { body: { lines: ONE_LINE } });
  await ask(`/v2/billing/${json.id}/finalize`, { method: 'PATCH' });
  const { today } = (await ask('/v2/test-clock')).json;
  const later = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const said = { from: later(1), to: later(DAYS_AHEAD), frequency: 1, interval: 'month' };
  const more = { finalizeInvoice: true, sendByMail: true, inCopy: false };
  await ask(`/v2/billing/invoice/${json.id}/frequency`, { body: { ...said, ...more } });
  await ask('/v2/test-clock/advance', { body: { until: later(DAYS_AHEAD) } });
  const count = async () =>
    (await ask('/v2/billings?type=invoice')).json.docs.filter((each: any) => each.number).length;
  await until('an invoice that recurs', async () => (await count()) >= 2);
  await until('the end of the way of the test clock', async () => (await ask('/v2/test-clock')).json.movingTo === null);
}

const LYON = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };

const chores = async ({ owner }: ShardedEnvironment): Promise<{ chores: number; undone: number }> =>
  (await owner.query(CHORES)).rows[0];
