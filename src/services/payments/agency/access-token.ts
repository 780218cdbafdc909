import type { CallProvider } from '../online/provider-client.ts';
import type { Answered } from './agency-result.ts';

/** What opens an account at the agency: a client of its portal, and his secret. */
export type AgencyKeys = { readonly clientId: string; readonly clientSecret: string };

/** Seconds a token is used for where its answer does not say, and seconds before its end from which it is not. */
const TOKEN_SECONDS = 3_600;
const TOO_LATE_SECONDS = 60;
/** Tokens a process keeps. */
const TOKENS_MAX = 1_000;

const tokens = new Map<string, { token: string; until: number }>();
const nameOf = (home: string, { clientId, clientSecret }: AgencyKeys): string =>
  JSON.stringify([home, clientId, clientSecret]);

/** A token of the agency (OAuth 2.0, client credentials), kept by the process for as long as it holds. */
export async function agencyToken(home: string, keys: AgencyKeys, ask: CallProvider): Promise<Answered<string>> {
  const name = nameOf(home, keys);
  const kept = tokens.get(name);
  if (kept && Date.now() / 1000 < kept.until) return { ok: kept.token };
  const heard = await ask({
    method: 'POST',
    url: `${home}/api/oauth/v1/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'homeplus.tiersprestations' },
      ...{ client_id: keys.clientId, client_secret: keys.clientSecret },
    }).toString(),
  }).catch((error: Error) => ({ away: error.message }));
  if ('away' in heard) return heard;
  if ([400, 401, 403].includes(heard.status)) return { keysRefused: true };
  const said = tokenIn(heard.text);
  if (heard.status !== 200 || !said) return { away: `no token: ${heard.status}` };
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(name, { token: said.token, until: Date.now() / 1000 + said.seconds - TOO_LATE_SECONDS });
  return { ok: said.token };
}

/** Has the next question ask for a new one. */
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
