import type { CallProvider } from '../online/provider-client.ts';
import type { Answered } from './agency-messages.ts';

/** Credentials of an account at the Urssaf: a client ID of its portal and the secret. */
export type AgencyKeys = { readonly clientId: string; readonly clientSecret: string };

/** Default validity of a token in seconds, and the margin before its end. */
const TOKEN_SECONDS = 3_600;
const TOO_LATE_SECONDS = 60;
/** Tokens cached per process. */
const TOKENS_MAX = 1_000;

const tokens = new Map<string, { token: string; until: number }>();
const nameOf = (home: string, { clientId, clientSecret }: AgencyKeys): string =>
  JSON.stringify([home, clientId, clientSecret]);

/** An Urssaf token (OAuth 2.0, client credentials), cached by the process while valid. */
export async function agencyToken(home: string, keys: AgencyKeys, ask: CallProvider): Promise<Answered<string>> {
  const name = nameOf(home, keys);
  const kept = tokens.get(name);
  if (kept && Date.now() / 1000 < kept.until) return { ok: kept.token };
  const response = await ask({
    method: 'POST',
    url: `${home}/api/oauth/v1/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'homeplus.tiersprestations' },
      ...{ client_id: keys.clientId, client_secret: keys.clientSecret },
    }).toString(),
  }).catch((error: Error) => ({ away: error.message }));
  if ('away' in response) return response;
  if ([400, 401, 403].includes(response.status)) return { keysRefused: true };
  const said = tokenIn(response.text);
  if (response.status !== 200 || !said) return { away: `no token: ${response.status}` };
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(name, { token: said.token, until: Date.now() / 1000 + said.seconds - TOO_LATE_SECONDS });
  return { ok: said.token };
}

/** Drops a cached token, so that the next request gets a new one. */
export const clearAgencyToken = (home: string, keys: AgencyKeys): boolean => tokens.delete(nameOf(home, keys));

function tokenIn(text: string): { token: string; seconds: number } | undefined {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text);
    if (typeof token !== 'string' || token === '') return undefined;
    return { token, seconds: Number.isFinite(Number(seconds)) && seconds ? Number(seconds) : TOKEN_SECONDS };
  } catch {
    return undefined;
  }
}
