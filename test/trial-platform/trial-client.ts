import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CdarMessage } from '../../src/einvoice/cdar/cdar-message.ts';
import { readCdar } from '../../src/einvoice/cdar/read-cdar.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import type { TrialAnswer } from '../../src/trial-platform/answer.ts';
import { trialCompanies } from '../../src/trial-platform/companies.ts';
import { memoryTrialStore } from '../../src/trial-platform/memory-store.ts';
import { createTrialPlatform, type TrialPlatformOptions } from '../../src/trial-platform/platform.ts';
import type { Callback } from '../../src/trial-platform/webhooks.ts';
import { assertStandard } from './standard.ts';
import { SELLER, trialInvoice } from './trial-invoice.ts';

export type Asked = {
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  as?: string | null;
};
export type Said = { status: number; headers: Readonly<Record<string, string>>; json: any; bytes: Uint8Array };

export type Deposited = {
  as?: string;
  syntax?: string;
  file: string | Uint8Array;
  info?: Record<string, unknown>;
};

const START = Date.parse('2027-09-06T08:00:00Z') / 1000;
const BASE = 'https://trial.example/pa/trial-base';

/** A trial platform in this process with a clock that stands still until it is moved. */
export function trialHere({ faults, companies, store, limits }: Partial<TrialPlatformOptions> = {}) {
  const clock = { now: START };
  const callbacks: Callback[] = [];
  const platform = createTrialPlatform({
    store: store ?? memoryTrialStore(),
    now: () => clock.now,
    newId: randomUUID,
    companies: companies ?? trialCompanies((clientId) => `secret of ${clientId}`),
    ...(faults && { faults }),
    ...(limits && { limits }),
    send: (callback) => callbacks.push(callback),
  });
  const tokens = new Map<string, string>();

  async function token(siren: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `trial-${siren}`,
      client_secret: `secret of trial-${siren}`,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const said = await raw('POST', '/oauth2/token', { bytes: Buffer.from(form.toString()), headers, as: null });
    assert.equal(said.status, 200);
    tokens.set(siren, said.json.access_token);
    return said.json.access_token;
  }

  async function raw(method: string, path: string, { body, bytes, headers = {}, as = SELLER }: Asked = {}) {
    const bearer = as === null ? undefined : (tokens.get(as) ?? (await token(as)));
    const sent = bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const request = {
      method,
      url: `${BASE}${path}`,
      headers: { ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }), ...headers },
      ...(sent && { body: sent }),
    };
    const answer: TrialAnswer = await platform.answer(request);
    if (/\/(flow|directory)-service\//.test(path)) assertStandard(request, answer);
    const isJson = answer.headers['content-type'] === 'application/json';
    const json = isJson ? JSON.parse(Buffer.from(answer.body).toString()) : undefined;
    return { status: answer.status, headers: answer.headers, json, bytes: answer.body } satisfies Said;
  }

  async function deposit({ as = SELLER, syntax = 'CII', file, info = {} }: Deposited) {
    const { headers, bytes } = await formOf({ name: 'file.xml', flowSyntax: syntax, ...info }, file);
    return raw('POST', '/flow-service/v1/flows', { as, bytes, headers });
  }

  const here = {
    clock,
    callbacks,
    platform,
    raw,
    token,
    tokens,
    deposit,
    pass: (seconds: number) => {
      clock.now += seconds;
    },
    flows: (path: string, asked?: Asked & { method?: string }) =>
      raw(asked?.method ?? 'GET', `/flow-service/v1/${path}`, asked),
    directory: (path: string, asked?: Asked & { method?: string }) =>
      raw(asked?.method ?? 'GET', `/directory-service/v1/${path}`, asked),
    trial: (method: string, path: string, body?: unknown) => raw(method, `/trial/${path}`, { body, as: null }),
    search: async (where: object, { as = SELLER, ...more }: { as?: string; limit?: number; cursor?: string } = {}) => {
      const said = await raw('POST', '/flow-service/v1/flows/search', { as, body: { where, ...more } });
      assert.equal(said.status, 200, JSON.stringify(said.json));
      return said.json;
    },
    /** An answer that is not one of the standard. */
    platformAnswer: async (path: string, body: object): Promise<TrialAnswer> => {
      const authorization = `Bearer ${tokens.get(SELLER) ?? (await token(SELLER))}`;
      const bytes = Buffer.from(JSON.stringify(body));
      return platform.answer({ method: 'POST', url: BASE + path, headers: { authorization }, body: bytes });
    },
    /** Deposits an invoice; answers its flow id. */
    invoice: async (made: Parameters<typeof trialInvoice>[0] = {}, info: Record<string, unknown> = {}) => {
      const said = await deposit({ file: ciiOf(trialInvoice(made)), info, as: made.seller ?? SELLER });
      assert.equal(said.status, 202, JSON.stringify(said.json));
      return said.json.flowId as string;
    },
    metadata: async (flowId: string, as = SELLER) =>
      (await raw('GET', `/flow-service/v1/flows/${flowId}`, { as })).json,
    /** All statuses a client has received, in the order of the platform, as messages. */
    statuses: async (as = SELLER, flowType = 'CustomerInvoiceLC'): Promise<CdarMessage[]> => {
      const { results } = await here.search({ flowType: [flowType], flowDirection: ['In'] }, { as, limit: 100 });
      const messages: CdarMessage[] = [];
      for (const { flowId } of results) {
        const { bytes } = await raw('GET', `/flow-service/v1/flows/${flowId}?docType=Original`, { as });
        const read = await readCdar(Buffer.from(bytes).toString());
        assert.ok(!('fault' in read), JSON.stringify(read));
        messages.push(read);
      }
      return messages;
    },
    codes: async (as?: string, flowType?: string) => (await here.statuses(as, flowType)).map(({ status }) => status),
  };
  return here;
}

/** The multipart body of a deposit, as `fetch` writes it. */
export async function formOf(info: unknown, file: string | Uint8Array | undefined) {
  const form = new FormData();
  if (info !== undefined) form.set('flowInfo', new Blob([JSON.stringify(info)], { type: 'application/json' }));
  if (file !== undefined) form.set('file', new Blob([Uint8Array.from(Buffer.from(file))]), 'file.xml');
  const request = new Request('http://trial.invalid', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { headers, bytes: new Uint8Array(await request.arrayBuffer()) };
}
