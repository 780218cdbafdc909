import type { CallPlatform, PlatformQuestion } from '../../../src/services/einvoicing/call-platform.ts';
import { type TrialCompany, trialCompanies } from '../../../src/trial-platform/companies.ts';
import { memoryTrialStore } from '../../../src/trial-platform/memory-store.ts';
import { createTrialPlatform } from '../../../src/trial-platform/platform.ts';
import type { Callback } from '../../../src/trial-platform/webhooks.ts';
import type { TestService } from '../service/in-process-service.ts';

/** The addresses and the credentials of the platform below, for `connect-platform`. */
export const PLATFORM = {
  ...{ preset: 'standard', flowUrl: 'https://platform.example.org/flow-service/v1/' },
  tokenUrl: 'https://platform.example.org/oauth2/token',
  ...{ clientId: 'zoe', clientSecret: 'secret-of-zoe' },
};

/** The company of the tests as a client of the platform. */
const ZOE: TrialCompany = {
  ...{ siren: '732829320', name: 'Zoé Martin EI', entityType: 'PrivateVatRegistered' },
  ...{ establishments: [], behaviour: { action: 'wait' } },
  client: { clientId: PLATFORM.clientId, clientSecret: PLATFORM.clientSecret },
};

/**
 * The trial platform behind the HTTP client of a service, which counts requests and can fail. Its
 * webhooks are collected in `callbacks`.
 */
export function approvedPlatform(service: TestService) {
  let n = 0;
  const callbacks: Callback[] = [];
  const platform = createTrialPlatform({
    ...{ store: memoryTrialStore(), now: () => service.clock.now },
    newId: () => `00000000-0000-7000-8000-${String(++n).padStart(12, '0')}`,
    companies: [...trialCompanies((clientId) => `secret-of-${clientId}`), ZOE],
    send: (callback) => void callbacks.push(callback),
  });
  const calm: CallPlatform = (question) => platform.answer(question);
  const state = { asked: [] as string[], deposits: [] as PlatformQuestion[], answers: calm, calm, callbacks };
  const call: CallPlatform = (question) => {
    state.asked.push(`${question.method} ${new URL(question.url).pathname.split('/').slice(1).join('/')}`);
    if (question.method === 'POST' && question.url.endsWith('/v1/flows')) state.deposits.push(question);
    return state.answers(question);
  };
  service.services.environment.callPlatform = call;
  /** Tells the platform what a buyer does, or which faults it has. */
  const order = async (path: string, body: unknown, method: 'PUT' | 'POST' = 'PUT'): Promise<void> => {
    const answer = await platform.answer({
      ...{ method, url: `https://platform.example.org/trial/${path}` },
      ...{ headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) },
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${Buffer.from(answer.body).toString()}`);
  };
  return Object.assign(state, { order });
}
