import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { httpClient } from '../../support/service/http-client.ts';
import { type App, type Input, type Part, type Request, type Response, zapierApp } from './app.ts';

// A simulator of Zapier: it gives the app `z` and bundles, and passes on webhook requests as Zapier
// does, with the real service. If ZAPIER_PACKAGE names a folder with zapier-platform-core, that
// runs the app; forms and webhook requests are still simulated.

const CORE = process.env['ZAPIER_PACKAGE'];

export type Values = { [name: string]: unknown };
export type Bundle = {
  authData: Values;
  inputData: Values;
  targetUrl?: string;
  subscribeData?: Values;
  rawRequest?: { method: string; querystring: string; headers: Record<string, string>; content: string };
  cleanedRequest?: unknown;
};
/** A result of the app, untyped for the tests. */
export type Given = { [member: string]: any };
/** Runs one function of the app, as Zapier does. */
type Runner = (perform: App['authentication']['test'], bundle: Bundle) => Promise<unknown>;

/** Which of the two runs the app, for test titles and output. */
export const testedVariant = CORE
  ? `the app with the real zapier-platform-core ${coreOf(CORE).version}`
  : 'the app with a simulator of zapier-platform-core';

export async function zapierSimulator(given: {
  certificate: { key: string; cert: string };
  port: number;
  authData: Values;
}) {
  const { certificate } = given;
  const client = httpClient({ port: given.port, ca: certificate.cert });
  const run = CORE ? runnerOfCore(CORE, certificate.cert) : runner(zapierApp, client);
  const receiver = await startReceiver(certificate);
  const authData = { ...defaultsOf(zapierApp.authentication.fields), ...given.authData };
  const bundleOf = (part: Part, inputData: Values, more: Partial<Bundle> = {}): Bundle => {
    checkForm(part.operation.inputFields ?? [], inputData);
    return { authData, inputData, ...more };
  };
  const partOf = (kind: 'triggers' | 'creates' | 'searches', key: string): Part => {
    const part = zapierApp[kind][key];
    if (!part) throw new Error(`the app has no ${key} among its ${kind}`);
    return part;
  };

  /** A Zap, switched off, that begins with a trigger. */
  function zap(trigger: string, inputData: Values = {}) {
    const part = partOf('triggers', trigger);
    const { performSubscribe = none, performUnsubscribe = none, performList = none, perform } = part.operation;
    const started: Given[] = [];
    const refused: string[] = [];
    let subscribeData: Values = {};
    let count = 0;
    const address = receiver.address(async (rawRequest) => {
      const received = { rawRequest, cleanedRequest: JSON.parse(rawRequest.content), subscribeData };
      try {
        started.push(...((await run(perform, bundleOf(part, inputData, received))) as Given[]));
      } catch (error) {
        refused.push(messageOf(error));
      }
      count++;
    });

    return {
      ...address,
      /** What started the Zap, in order, and the reasons of refusals. */
      started,
      refused,
      received: () => count,
      kept: () => subscribeData,
      switchOn: async () => {
        const { targetUrl } = address;
        subscribeData = (await run(performSubscribe, bundleOf(part, inputData, { targetUrl }))) as Values;
      },
      switchOff: () =>
        run(performUnsubscribe, bundleOf(part, inputData, { targetUrl: address.targetUrl, subscribeData })),
      /** The samples a user is shown during setup. */
      recent: () => run(performList, bundleOf(part, inputData)) as Promise<Given[]>,
    };
  }

  const result = (kind: 'creates' | 'searches', key: string, inputData: Values) => {
    const part = partOf(kind, key);
    return run(part.operation.perform, bundleOf(part, inputData));
  };
  return {
    zap,
    create: (key: string, said: Values) => result('creates', key, said) as Promise<Given>,
    search: (key: string, said: Values) => result('searches', key, said) as Promise<Given[]>,
    /** The options of a form field. */
    offered: (dynamic: string) => {
      const part = partOf('triggers', dynamic.split('.')[0] ?? '');
      return run(part.operation.perform, bundleOf(part, {}));
    },
    /** The request that verifies a connection. */
    connect: () => run(zapierApp.authentication.test, { authData, inputData: {} }),
    close: async () => {
      client.close();
      await receiver.close();
    },
  };
}

const none = (): never => {
  throw new Error('the trigger lacks a function of a hook');
};

/** The error message Zapier shows; the app's own errors contain JSON. */
export function messageOf(error: unknown): string {
  const { message } = error as Error;
  return message.startsWith('{"message":') ? String(JSON.parse(message.split('\n')[0] ?? '').message) : message;
}

const defaultsOf = (fields: readonly Input[]): Values =>
  Object.fromEntries(fields.flatMap((field) => ('default' in field ? [[field.key, field.default]] : [])));

/** Refuses fields that a form does not have, and options it does not offer. */
function checkForm(fields: readonly Input[], said: Values): void {
  for (const key of Object.keys(said)) {
    if (!fields.some((field) => field.key === key)) throw new Error(`the form has no ${key}`);
  }
  for (const { key, required, choices, children } of fields) {
    const value = said[key];
    if (required && (value === undefined || value === '')) throw new Error(`${key} is required`);
    if (choices && value && !Object.keys(choices).includes(value as string)) throw new Error(`${key} offers others`);
    for (const item of children ? ((value ?? []) as Values[]) : []) checkForm(children ?? [], item);
  }
}

function runner(app: App, client: ReturnType<typeof httpClient>): Runner {
  return async (perform, bundle) => {
    const z = {
      errors: { Error: AppError, ExpiredAuthError, HaltedError: Error },
      request: async (asked: Request): Promise<Response> => {
        let request: Request = { ...asked, headers: { ...asked.headers } };
        for (const before of app.beforeRequest) request = await before(request, z, bundle);
        let response = await exchange(client, request);
        for (const after of app.afterResponse) response = await after(response, z, bundle);
        if (response.status >= 400 && !response.skipThrowForStatus) throw new Error(`status ${response.status}`);
        return response;
      },
    };
    return perform(z, bundle);
  };
}

class AppError extends Error {
  constructor(message: string, code?: string, status?: number) {
    super(JSON.stringify({ message, code, status }));
    this.name = 'AppError';
  }
}
class ExpiredAuthError extends Error {
  override name = 'ExpiredAuthError';
}

async function exchange(client: ReturnType<typeof httpClient>, request: Request): Promise<Response> {
  const url = new URL(request.url);
  for (const [name, values] of Object.entries(request.params ?? {})) {
    for (const value of [values].flat()) url.searchParams.append(name, String(value));
  }
  const { method = 'GET', headers = {}, body } = request;
  const { status, text, json } = await client.ask(url.pathname + url.search, { method, headers, body });
  return { status, content: text, data: json, skipThrowForStatus: request.skipThrowForStatus ?? false };
}

type Core = { version: string; createAppTester: (app: App) => Runner };

function coreOf(folder: string): Core {
  return createRequire(join(folder, 'package.json'))('zapier-platform-core');
}

function runnerOfCore(folder: string, ca: string): Runner {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
  return coreOf(folder).createAppTester(zapierApp);
}

type Listener = (rawRequest: NonNullable<Bundle['rawRequest']>) => Promise<void>;

/**
 * Zapier's server, with an HTTPS address per Zap. It answers at once; the app reads the request
 * later.
 */
async function startReceiver(certificate: { key: string; cert: string }) {
  const listeners = new Map<string, Listener>();
  const server = https.createServer(certificate, (request, response) => {
    const listen = listeners.get(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(listen ? 200 : 404, { 'content-type': 'application/json' }).end('{"status":"success"}');
      const content = Buffer.concat(chunks).toString();
      void listen?.({ method: 'POST', querystring: '', headers: asZapierHasThem(request.headers), content });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address(listener: Listener) {
      const path = `/hooks/standard/${randomUUID()}/`;
      listeners.set(path, listener);
      return { targetUrl: origin + path };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An app gets `webhook-id` as `Http-Webhook-Id`. */
function asZapierHasThem(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const known = ['content-type', 'content-length'];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const written = name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
      return [known.includes(name) ? written : `Http-${written}`, String(value)];
    }),
  );
}
