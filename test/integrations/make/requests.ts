import { type Agent, request as send } from 'undici';
import type * as z from 'zod';
import type { Base, Communication } from './app.ts';
import { filled, type Values } from './iml.ts';

// How the Make simulator sends requests: the base of the app, a request from a file, and the
// current values.

export type Asked = Exclude<z.output<typeof Communication>, readonly unknown[]>;
export type Exchange = Values & { readonly body: unknown; readonly statusCode: number; readonly headers: Values };

/** The log of a request in Make: when it is sent, and again with its answer. */
type Logged = { request: { url: string; headers: unknown; body: unknown }; response?: { body: unknown } };

/**
 * An error as a user of Make sees it. Its type decides whether Make retries, asks for a new key, or
 * stops.
 */
export class MakeError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/**
 * Sends requests of the app, and keeps the log that Make would show. Only modules and lists use the
 * base.
 */
export function requester(agent: Agent) {
  const log: Logged[] = [];
  const ask = async (asked: Asked, values: Values, base?: z.output<typeof Base>): Promise<Exchange> => {
    const url = addressOf(asked, values, base);
    const headers = headersOf(asked, values, base);
    const said = asked.method === undefined ? undefined : filled(asked.body, values);
    const body = said === undefined || asked.type === 'text' ? said : JSON.stringify(said);
    const { sanitize } = asked.log ?? base?.log ?? { sanitize: [] };
    const request = { url: url.href, headers, body: said };
    log.push(without(sanitize, { request }));
    const answer = await send(url, {
      dispatcher: agent,
      method: String(filled(asked.method, values)) as 'GET',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: (body as string | undefined) ?? null,
    });
    const exchange = { ...values, statusCode: answer.statusCode, headers: answer.headers, body: await read(answer) };
    log.push(without(sanitize, { request, response: { body: exchange.body } }));
    if (answer.statusCode >= 400) throw errorOf(asked, exchange, base);
    return exchange;
  };
  return { ask, log };
}

/** A path is appended to the base; a full URL is used as it is. */
function addressOf({ url, qs }: Asked, values: Values, base?: z.output<typeof Base>): URL {
  const said = String(filled(url, values));
  const whole = said.startsWith('/') && base ? String(filled(base.baseUrl, values)) + said : said;
  const address = new URL(whole);
  for (const [name, value] of Object.entries(filled(qs ?? {}, values) as Values)) {
    address.searchParams.append(name, String(value));
  }
  return address;
}

function headersOf({ headers }: Asked, values: Values, base?: z.output<typeof Base>): Record<string, string> {
  const said = { ...base?.headers, ...headers };
  const all = Object.entries(filled(said, values) as Values);
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

async function read({ headers, body }: Awaited<ReturnType<typeof send>>): Promise<unknown> {
  const text = await body.text();
  return /json/.test(String(headers['content-type'] ?? '')) && text ? JSON.parse(text) : text;
}

function errorOf({ response }: Asked, exchange: Exchange, base?: z.output<typeof Base>): MakeError {
  const rules = response?.error ?? base?.response.error;
  if (!rules) return new MakeError('RuntimeError', String(exchange.statusCode));
  const own = rules[String(exchange.statusCode)] as { type: string; message: string } | undefined;
  const { type, message } = own ?? rules;
  return new MakeError(type, String(filled(message, exchange)));
}

/** A copy without the values at these paths, such as `request.headers.authorization`. */
function without(paths: readonly string[], shown: Logged): Logged {
  const copy: Logged = JSON.parse(JSON.stringify(shown));
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], copy);
    if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last);
  }
  return copy;
}
