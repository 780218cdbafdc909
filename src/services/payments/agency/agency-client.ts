import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { AgencyRead } from '../../../domain/payments/agency/apply-agency-status.ts';
import type { AgencyRegistration } from '../../../domain/payments/agency/registration.ts';
import { firstCharacters } from '../../../domain/text/truncate.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import type { CallProvider } from '../online/provider-client.ts';
import { type AgencyKeys, agencyToken, clearAgencyToken } from './access-token.ts';
import {
  type AgencyFault,
  type Answered,
  type FoundRequest,
  readCustomer,
  readFound,
  readSent,
  registrationBody,
  requestBody,
} from './agency-messages.ts';

/**
 * The Urssaf API with the credentials of one account. No method throws: every result is one of
 * four kinds.
 */
export type Agency = {
  /** Checks the credentials. */
  enter(): Promise<Answered<true>>;
  /**
   * Returns the Urssaf's ID of the customer; repeating the same registration returns the same ID.
   */
  register(registration: AgencyRegistration): Promise<Answered<string>>;
  /** The code of a customer's state. */
  customer(customerId: string): Promise<Answered<string>>;
  /** The Urssaf's ID of the request, and its status. */
  send(request: AgencyRequest, parties: AgencyParties): Promise<Answered<AgencyRead>>;
  /** Requests by their IDs, at most ten, or those of invoices of one day. */
  find(
    by: { readonly ids: readonly string[] } | { readonly issuedOn: CivilDay },
  ): Promise<Answered<readonly FoundRequest[]>>;
};

/** The path of the API below the Urssaf's address. */
const PATH = '/atp/v1/tiersPrestations';

/** URSSAF, API Tiers de prestation 1.29.1 (api.gouv.fr/les-api/api-tiers-de-prestation). */
export function agency(home: string, keys: AgencyKeys, ask: CallProvider): Agency {
  const asked = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    withToken(home, keys, ask, async (token) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      const url = home + PATH + path;
      if (body === undefined) return ask({ method, url, headers });
      return ask({
        ...{ method, url, body: JSON.stringify(body) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
    });
  return {
    enter: () => agencyToken(home, keys, ask).then((token) => ('ok' in token ? { ok: true } : token)),
    register: async (registration) => read(await asked('POST', '/particulier', registrationBody(registration)), readId),
    customer: async (customerId) =>
      read(await asked('GET', `/particulier?idClient=${encodeURIComponent(customerId)}`), readCustomer),
    send: async (request, parties) =>
      read(await asked('POST', '/demandePaiement', [requestBody(request, parties)]), (json) =>
        readSent(json, request.number),
      ),
    find: async (by) => read(await asked('POST', '/demandePaiement/rechercher', searchBody(by)), readFound),
  };
}

const searchBody = (by: Parameters<Agency['find']>[0]) =>
  'ids' in by
    ? { idDemandePaiements: by.ids }
    : { dateDebut: `${by.issuedOn}T00:00:00Z`, dateFin: `${by.issuedOn}T00:00:00Z` };

type AgencyResponse = { readonly status: number; readonly text: string };

/** Sends a request with a token, and retries once with a new one if it is rejected. */
async function withToken(
  home: string,
  keys: AgencyKeys,
  ask: CallProvider,
  question: (token: string) => Promise<AgencyResponse>,
): Promise<Answered<AgencyResponse>> {
  for (let isSecond = false; ; isSecond = true) {
    const token = await agencyToken(home, keys, ask);
    if (!('ok' in token)) return token;
    const response = await question(token.ok).catch((error: Error) => ({ away: error.message }));
    if ('away' in response) return response;
    if (response.status !== 401) return { ok: response };
    clearAgencyToken(home, keys);
    if (isSecond) return { keysRefused: true };
  }
}

/** Parses a response: a 400 with a reason is a refusal, anything else unexpected is `away`. */
function read<T>(response: Answered<AgencyResponse>, reader: (json: any) => Answered<T> | undefined): Answered<T> {
  if (!('ok' in response)) return response;
  const { status, text } = response.ok;
  if (status === 403) return { keysRefused: true };
  const json = parsed(text);
  if (status === 400) return faultIn(json) ?? { away: '400 without a reason' };
  if (status !== 200) return { away: String(status) };
  return (json !== undefined && (reader(json) ?? faultIn(json))) || { away: 'an answer without content' };
}

const readId = (json: any): Answered<string> | undefined =>
  typeof json.idClient === 'string' && json.idClient !== '' ? { ok: json.idClient } : undefined;

/** The first reason, in any of the Urssaf's formats. */
function faultIn(json: any): { refused: AgencyFault } | undefined {
  const [first] = Array.isArray(json) ? json : (json?.errors ?? (json ? [json] : []));
  if (typeof first?.code !== 'string' || first.code === '') return undefined;
  const said = [first.message, first.description].find((text) => typeof text === 'string' && text !== '');
  return {
    refused: { code: first.code, said: firstCharacters(String(said ?? first.code), MESSAGE_MAX).toWellFormed() },
  };
}

/** Characters of the Urssaf's message that are shown. */
const MESSAGE_MAX = 300;

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
