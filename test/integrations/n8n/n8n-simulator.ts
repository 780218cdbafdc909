import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import { httpClient } from '../../support/service/http-client.ts';
import type { Credential, Node, Option, Property } from './nodes.ts';

// A simulator of n8n: the functions it provides to nodes, as far as these nodes use them, with the
// real service. It fills in defaults and refuses what n8n's forms would refuse. It does not prove
// that n8n itself does the same.

export type Values = { [name: string]: unknown };
export type Item = { json: any; pairedItem?: { item: number } };
export type Received = { headers: http.IncomingHttpHeaders; body: Buffer; status: number; run?: Item[] };
type Server = { port: number; ca: string | Buffer };

/** One n8n with one credential, which contains the `address` of its server. */
export async function n8nSimulator(given: { server: Server; credential: Credential; values: Values }) {
  const client = httpClient(given.server);
  const credentials = { ...defaultsOf(given.credential.properties), ...given.values };
  const receiver = await startReceiver();
  /** Every request sent, for tests to read. */
  const sent: { method: string; path: string; headers: Record<string, string> }[] = [];

  const shared = {
    getCredentials: async () => credentials,
    getNode: () => ({
      id: NODE_ID,
      name: 'Facturier',
      type: 'facturier',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    }),
    getInstanceId: () => 'instance',
    getWorkflow: () => ({ id: 'workflow', active: true }),
    helpers: {
      async httpRequestWithAuthentication(this: unknown, name: string, request: Request): Promise<unknown> {
        if (name !== given.credential.name) throw new Error(`there is no credential ${name}`);
        const headers = { ...authentication(given.credential, credentials), ...request.headers };
        return exchange(client, sent, { ...request, headers });
      },
      returnJsonArray: (said: object | object[]) => [said].flat().map((json) => ({ json })),
    },
  };

  /** Runs the action node on items with the same parameters, as one execution. */
  async function run(node: Node, parameters: Values, more: Partial<Execution> = {}): Promise<Item[]> {
    const { items = [{ json: {} }], execution = randomUUID(), keepGoing = false } = more;
    const context = {
      ...shared,
      getInputData: () => items,
      getExecutionId: () => execution,
      continueOnFail: () => keepGoing,
      evaluateExpression: (said: string) => evaluated(`=${said}`, { $runIndex: 0 }),
      getNodeParameter: (name: string, item: number, fallback?: unknown, options?: { extractValue?: boolean }) => {
        const all = typeof more.parametersOf === 'function' ? more.parametersOf(item) : parameters;
        const value = parameterOf(node, all, name, fallback);
        return options?.extractValue ? (value as { value: unknown }).value : value;
      },
    };
    const branches = (await node.execute?.call(context)) as Item[][] | undefined;
    return branches?.[0] ?? [];
  }

  /** An inactive workflow that begins with the trigger, with an address of the platform. */
  function workflow(node: Node, parameters: Values) {
    const kept: Values = {};
    const address = receiver.address((request, response) =>
      reception(node, { shared, parameters, kept }, request, response),
    );
    const context = {
      ...shared,
      getWorkflowStaticData: () => kept,
      getNodeWebhookUrl: () => address.url,
      getNodeParameter: (name: string, fallback?: unknown) => parameterOf(node, parameters, name, fallback),
    };
    const methods = node.webhookMethods?.default;
    return {
      ...address,
      kept,
      exists: async () => (await methods?.checkExists.call(context)) as boolean,
      /** As n8n does on activation: creates the webhook unless it exists. */
      activate: async () => {
        if (!(await methods?.checkExists.call(context))) await methods?.create.call(context);
      },
      deactivate: async () => void (await methods?.delete.call(context)),
    };
  }

  return {
    run,
    workflow,
    sent,
    /** The options of a list in a form. */
    options: (node: Node, method: string) => node.methods?.loadOptions?.[method]?.call(shared) as Promise<Option[]>,
    /** The options of a searchable list for a typed text. */
    found: (node: Node, method: string, typed: string) =>
      node.methods?.listSearch?.[method]?.call(shared, typed) as Promise<{ results: Option[] }>,
    /** The request of the "Test" button, which verifies the credential. */
    testCredential: async () => {
      const { baseURL, url } = given.credential.test.request;
      const headers = authentication(given.credential, credentials);
      const server = String(evaluated(baseURL, { $credentials: credentials }));
      return (await client.ask(new URL(server + url).pathname, { headers })).status;
    },
    close: async () => {
      client.close();
      await receiver.close();
    },
  };
}

const NODE_ID = '7f0d0000-0000-4000-8000-000000000001';

type Execution = {
  items: Item[];
  execution: string;
  keepGoing: boolean;
  parametersOf: (item: number) => Values;
};
type Request = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  qs?: Values;
  arrayFormat?: string;
  body?: unknown;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
};

async function exchange(
  client: ReturnType<typeof httpClient>,
  sent: { method: string; path: string; headers: Record<string, string> }[],
  request: Request,
) {
  const url = new URL(request.url);
  for (const [name, values] of Object.entries(request.qs ?? {})) {
    if (Array.isArray(values) && request.arrayFormat !== 'repeat')
      throw new Error('n8n would write a list with brackets');
    for (const value of [values].flat()) url.searchParams.append(name, String(value));
  }
  const { method, headers = {} } = request;
  const path = url.pathname + url.search;
  sent.push({ method, path, headers });
  const { status, json, text } = await client.ask(path, { method, headers, body: request.body });
  if (status >= 400 && !request.ignoreHttpStatusErrors) throw new Error(`Request failed with status code ${status}`);
  const body = json ?? text;
  return request.returnFullResponse ? { statusCode: status, body } : body;
}

const authentication = ({ authenticate }: Credential, $credentials: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(authenticate.properties.headers).map(([name, said]) => [
      name,
      String(evaluated(said, { $credentials })),
    ]),
  );

/**
 * The value of an n8n expression: a text that begins with an equals sign and contains JavaScript in
 * braces.
 */
function evaluated(said: string, known: Values): unknown {
  if (!said.startsWith('=')) return said;
  const whole = /^=\{\{(.*)\}\}$/s.exec(said)?.[1];
  if (whole) return runInNewContext(whole, known);
  return said.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, code: string) => String(runInNewContext(code, known)));
}

const defaultsOf = (properties: readonly Property[]): Values =>
  Object.fromEntries(properties.map((property) => [property.name, property.default]));

/**
 * The user's value, or the default of the form. Values that the form does not show or offer are
 * refused.
 */
function parameterOf({ description }: Node, values: Values, name: string, fallback?: unknown): unknown {
  const isShown = ({ displayOptions }: Property): boolean =>
    Object.entries(displayOptions?.show ?? {}).every(([other, wanted]) =>
      wanted.includes(values[other] ?? description.properties.find((each) => each.name === other)?.default),
    );
  const shown = description.properties.filter(isShown);
  const foreign = Object.keys(values).find((said) => !shown.some((property) => property.name === said));
  if (foreign) throw new Error(`the form does not show ${foreign}`);
  const property = shown.find((each) => each.name === name);
  const value = values[name] ?? property?.default ?? fallback;
  if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
  if (property) checkFilled(property, value);
  return value;
}

function checkFilled(property: Property, value: unknown): void {
  const { name, type, options = [], typeOptions, required } = property;
  if (required && (value === '' || (Array.isArray(value) && value.length === 0)))
    throw new Error(`${name} is required`);
  if (type === 'options' && !typeOptions?.loadOptionsMethod && !options.some((option) => option.value === value)) {
    throw new Error(`${name} does not offer ${String(value)}`);
  }
  if (type !== 'collection' && type !== 'fixedCollection') return;
  for (const [part, said] of Object.entries(value as Values)) {
    const option = options.find((each) => each.name === part);
    if (!option) throw new Error(`${name} has no ${part}`);
    for (const inner of option.values ? [said].flat() : []) {
      for (const member of Object.keys(inner as Values)) {
        const field = option.values?.find((each) => each.name === member);
        if (!field) throw new Error(`${name} has no ${part}.${member}`);
        checkFilled(field, (inner as Values)[member]);
      }
    }
  }
}

type Context = { shared: object; parameters: Values; kept: Values };

/**
 * Handles a request to a trigger as n8n does: calls the node, starts the workflow if the node says
 * so, and answers.
 */
async function reception(
  node: Node,
  { shared, parameters, kept }: Context,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const answer = (status: number, said: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  let status = 200;
  const context = {
    ...shared,
    getWorkflowStaticData: () => kept,
    getNodeParameter: (name: string, fallback?: unknown) => parameterOf(node, parameters, name, fallback),
    getHeaderData: () => request.headers,
    getRequestObject: () => ({ headers: request.headers, rawBody: body }),
    getResponseObject: () => ({
      status(code: number) {
        status = code;
        return { json: (said: unknown) => answer(code, said) };
      },
    }),
  };
  const said = (await node.webhook?.call(context)) as {
    workflowData?: Item[][];
    webhookResponse?: unknown;
    noWebhookResponse?: boolean;
  };
  if (!said.noWebhookResponse) answer(200, said.webhookResponse ?? { message: 'Workflow was started' });
  const run = said.workflowData?.[0];
  return { headers: request.headers, body, status, ...(run && { run }) };
}

type Listener = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<Received>;

/** n8n's server, with an address per trigger. */
async function startReceiver() {
  const listeners = new Map<string, (request: http.IncomingMessage, response: http.ServerResponse) => void>();
  const server = http.createServer((request, response) => {
    const listen = listeners.get(request.url ?? '');
    if (listen) listen(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address(listener: Listener) {
      const path = `/webhook/${randomUUID()}/webhook`;
      const received: Received[] = [];
      listeners.set(path, (request, response) => {
        listener(request, response).then(
          (one) => void received.push(one),
          (error: unknown) => void response.writeHead(500).end(String(error)),
        );
      });
      return { url: origin + path, received };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
