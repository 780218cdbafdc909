import { firstCharacters } from '../../domain/text/truncate.ts';
import type { Answered, CallPlatform } from './call-platform.ts';

/** The credentials of an account at a platform: OAuth 2.0, client credentials (RFC 6749, 4.4). */
export type PlatformKeys = { readonly clientId: string; readonly clientSecret: string };

/** Default validity of a token in seconds, and the margin before its end. */
const TOKEN_SECONDS = 600;
const TOO_LATE_SECONDS = 60;
/** Tokens cached per process. */
const TOKENS_MAX = 10_000;
/** Characters of a platform's answer that are kept. */
const SAID_MAX = 300;

const tokens = new Map<string, { token: string; until: number }>();
const nameOf = (tokenUrl: string, { clientId, clientSecret }: PlatformKeys): string =>
  JSON.stringify([tokenUrl, clientId, clientSecret]);

/** An access token of a platform, cached by the process while it is valid. */
export async function platformToken(
  tokenUrl: string,
  keys: PlatformKeys,
  call: CallPlatform,
): Promise<Answered<string>> {
  const name = nameOf(tokenUrl, keys);
  const kept = tokens.get(name);
  if (kept && Date.now() / 1000 < kept.until) return { ok: kept.token };
  const form = { grant_type: 'client_credentials', client_id: keys.clientId, client_secret: keys.clientSecret };
  const answer = await call({
    ...{ method: 'POST', url: tokenUrl, body: Buffer.from(new URLSearchParams(form).toString()) },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  }).catch((error: Error) => ({ away: error.message }));
  if ('away' in answer) return answer;
  const text = Buffer.from(answer.body).toString();
  if ([400, 401, 403].includes(answer.status)) return { keysRefused: shortened(text) };
  const said = tokenIn(text);
  if (answer.status !== 200 || !said) return { away: `no token: ${answer.status}` };
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(name, { token: said.token, until: Date.now() / 1000 + said.seconds - TOO_LATE_SECONDS });
  return { ok: said.token };
}

/** Drops a cached token, so that the next request gets a new one. */
export const clearPlatformToken = (tokenUrl: string, keys: PlatformKeys): boolean =>
  tokens.delete(nameOf(tokenUrl, keys));

/** What a platform answered, in one line: the description of the error, or the beginning of it. */
export const shortened = (text: string): string =>
  firstCharacters((descriptionIn(text) ?? text).replaceAll(/\s+/g, ' ').trim(), SAID_MAX)
    .toWellFormed()
    .replaceAll('\0', '');

/** The description of an OAuth error (RFC 6749, 5.2) or of an error of the Flow Service. */
function descriptionIn(text: string): string | undefined {
  try {
    const { error_description, errorMessage, error } = JSON.parse(text);
    return [error_description, errorMessage, error].find((said) => typeof said === 'string' && said !== '');
  } catch {
    return undefined;
  }
}

function tokenIn(text: string): { token: string; seconds: number } | undefined {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text);
    if (typeof token !== 'string' || token === '' || /[^\x21-\x7e]/.test(token)) return undefined;
    return { token, seconds: Number.isFinite(Number(seconds)) && seconds ? Number(seconds) : TOKEN_SECONDS };
  } catch {
    return undefined;
  }
}
