import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import type * as z from 'zod';
import { Base, Communication, Manifest, type Parameter, Parameters, Reception, readFile } from './app.ts';
import { filled, type Values } from './iml.ts';
import { type Asked, type Exchange, MakeError, requester } from './requests.ts';

// A simulator of Make: it reads the app's files as Make's documentation describes, and calls the
// real service. It supports only what the app uses, and does not prove that Make itself does the
// same.

export type Connection = { readonly label: string; readonly values: Values };
/**
 * A request to the address of a webhook, and the bundle that started a scenario, if one started.
 */
export type Received = { headers: http.IncomingHttpHeaders; body: string; bundle: unknown };

type Settled = { [name: string]: unknown };

/**
 * `ca` is an additional trusted certificate; `changed` replaces the contents of files of the app.
 */
export async function makeSimulator(given: { ca: Buffer | string; changed?: Readonly<Record<string, unknown>> }) {
  const read = (file: string | null): unknown => given.changed?.[file ?? ''] ?? readFile(file ?? '');
  const { components, generalCodeFiles } = Manifest.parse(read('makecomapp.json'));
  const base = Base.parse(read(generalCodeFiles.base));
  const agent = new Agent({ connect: { ca: given.ca } });
  const { ask, log } = requester(agent);
  const receiver = await startReceiver();

  const requestsOf = (file: string | null): Asked[] => [Communication.parse(read(file))].flat();
  const parametersOf = (file: string | null): Parameter[] => Parameters.parse(read(file));

  /** Fills in the connection form, and makes the request that verifies it. */
  async function connect(said: Values): Promise<Connection> {
    const { codeFiles } = component(components.connection, 'apiKey');
    const parameters = await formed(parametersOf(codeFiles.params), said);
    const [request] = requestsOf(codeFiles.communication);
    const exchange = await ask(request as Asked, { parameters, connection: parameters });
    return { label: String(filled(request?.response?.metadata?.value, exchange)), values: parameters };
  }

  /** Loads a list or form from the service, as while a user fills in a module. */
  function callRpc(name: string, connection: Connection, said: Values = {}): Promise<unknown[]> {
    const { codeFiles } = component(components.rpc, name);
    return bundlesOf(requestsOf(codeFiles.communication), { parameters: said, connection: connection.values });
  }

  /** Runs a module with the user's values, and returns its bundles. */
  async function run(name: string, connection: Connection, said: Values = {}): Promise<unknown[]> {
    const { codeFiles } = component(components.module, name);
    const form = [...parametersOf(codeFiles.staticParams), ...parametersOf(codeFiles.mappableParams)];
    const parameters = await formed(form, said, connection);
    return bundlesOf(requestsOf(codeFiles.communication), { parameters, connection: connection.values });
  }

  /**
   * Creates the webhook of the instant trigger as a user does: Make gives it an address, and
   * attaches it.
   */
  async function attach(trigger: string, connection: Connection, said: Values) {
    const found = component(components.module, trigger);
    const name = found.moduleType === 'instant_trigger' ? found.webhook : undefined;
    const { codeFiles } = component(components.webhook, name ?? '');
    const form = parametersOf(codeFiles.params);
    const values: Settled = { parameters: await formed(form, said, connection), connection: connection.values };
    const { url, received } = receiver.address(Reception.parse(read(codeFiles.communication)));
    values['webhook'] = { url };
    const attaching = requestsOf(codeFiles.attach)[0] as Asked;
    const data = filled(attaching.response?.data ?? {}, await ask(attaching, values)) as Values;
    values['webhook'] = { url, ...data };
    const call = async (file: string | null, parameters: unknown): Promise<void> => {
      await ask(requestsOf(file)[0] as Asked, { ...values, parameters });
    };
    return {
      url,
      data,
      received,
      update: async (said: Values) => call(codeFiles.update, await formed(form, said, connection)),
      detach: () => call(codeFiles.detach, values['parameters']),
    };
  }

  async function bundlesOf(requests: readonly Asked[], values: Values): Promise<unknown[]> {
    const temp: Settled = {};
    let bundles: unknown[] = [];
    for (const request of requests) {
      let exchange: Exchange = await ask(request, { ...values, temp }, base);
      Object.assign(temp, filled(request.response?.temp ?? {}, exchange));
      bundles = outputOf(request, exchange);
      const limit = Number(filled(request.response?.limit ?? Number.POSITIVE_INFINITY, exchange));
      while (request.pagination && bundles.length < limit && filled(request.pagination.condition, exchange)) {
        const qs = { ...request.qs, ...(filled(request.pagination.qs, exchange) as Asked['qs']) };
        exchange = await ask({ ...request, qs }, { ...values, temp }, base);
        bundles.push(...outputOf(request, exchange));
      }
      bundles = bundles.slice(0, limit);
    }
    return bundles;
  }

  /**
   * The values of a form: defaults filled in, empty ones omitted. Refuses what Make's form would
   * refuse.
   */
  async function formed(form: readonly Parameter[], said: Values, connection?: Connection): Promise<Values> {
    const unknown = Object.keys(said).find((name) => !form.some((parameter) => parameter.name === name));
    if (unknown) throw new Error(`the form has no ${unknown}`);
    const values: Settled = {};
    for (const parameter of form) {
      const { name = '', required, validate } = parameter;
      const value = isEmpty(said[name]) ? unsaid(parameter) : said[name];
      if (value === undefined && required) throw new Error(`${name} is required`);
      if (value === undefined) continue;
      if (validate && !new RegExp(validate.pattern).test(value as string)) throw new Error(`${name} has another form`);

      await choosable(parameter, value, connection);
      values[name] = await inside(parameter, value, connection);
    }
    return values;
  }

  /** Entries of arrays and members of collections are forms too. */
  async function inside({ type, spec }: Parameter, value: unknown, connection?: Connection): Promise<unknown> {
    if (!Array.isArray(spec)) return value;
    if (type === 'collection') return formed(spec, value as Values, connection);
    return Promise.all((value as readonly Values[]).map((entry) => formed(spec, entry, connection)));
  }

  async function choosable({ name, options }: Parameter, value: unknown, connection?: Connection): Promise<void> {
    if (!options) return;
    const listed =
      typeof options === 'string' && connection ? await callRpc(options.slice('rpc://'.length), connection) : options;
    const choices = (listed as readonly { value: unknown }[]).map((each) => each.value);
    const missing = [value].flat().find((each) => !choices.includes(each)) as string | undefined;
    if (missing !== undefined) throw new Error(`${name} does not offer ${missing}`);
  }

  const close = async (): Promise<void> => {
    await receiver.close();
    await agent.close();
  };
  return { connect, callRpc, run, attach, log, close };
}

const isEmpty = (said: unknown): boolean =>
  said === undefined || said === null || said === '' || (Array.isArray(said) && said.length === 0);

/** A collection that was not filled in is still present, with the defaults of its members. */
const unsaid = ({ type, default: standard }: Parameter): unknown =>
  standard ?? (type === 'collection' ? {} : undefined);

function component<Known>(known: Readonly<Record<string, Known>>, name: string): Known {
  const found = known[name];
  if (!found) throw new MakeError('AppError', `the app has no ${name}`);
  return found;
}

/** One bundle, or one per entry of a list in the answer. */
function outputOf({ response }: Asked, exchange: Exchange): unknown[] {
  const { iterate, output } = response ?? {};
  if (iterate === undefined) return [output === undefined ? exchange.body : filled(output, exchange)];
  const { container, condition } = typeof iterate === 'string' ? { container: iterate, condition: true } : iterate;
  return (filled(container, exchange) as unknown[])
    .map((item) => ({ ...exchange, item }))
    .filter((entry) => filled(condition, entry))
    .map((entry) => (output === undefined ? entry.item : filled(output, entry)));
}

/** Addresses that receive requests, each with the rules of its webhook. */
async function startReceiver() {
  const addresses = new Map<string, { rules: z.output<typeof Reception>; received: Received[] }>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const address = addresses.get(request.url ?? '');
      if (!address) return void response.writeHead(404).end();
      const body = Buffer.concat(chunks).toString();
      const values = { body: JSON.parse(body), headers: request.headers };
      const { condition, output, respond } = address.rules;
      const bundle = filled(condition, values) ? filled(output, values) : undefined;
      address.received.push({ headers: request.headers, body, bundle });
      response.writeHead(respond.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(filled(respond.body, values)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address(rules: z.output<typeof Reception>) {
      const path = `/${randomUUID()}`;
      const received: Received[] = [];
      addresses.set(path, { rules, received });
      return { url: `http://127.0.0.1:${port}${path}`, received };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
