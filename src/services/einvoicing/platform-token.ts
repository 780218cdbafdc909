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
  const first = await askForToken(tokenUrl, inHeader(keys), call);
  const asked = 'keysRefused' in first ? await askForToken(tokenUrl, inForm(keys), call) : first;
  if (!('ok' in asked)) return asked;
  remember(name, asked.ok);
  return { ok: asked.ok.token };
}

/** How the credentials are stated: form members and headers. */
type Stated = {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
};

/** HTTP Basic, which every authorization server must accept (RFC 6749, 2.3.1). */
const inHeader = ({ clientId, clientSecret }: PlatformKeys): Stated => {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return { form: {}, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
};

/** In the form, for servers that accept nothing else. */
const inForm = ({ clientId, clientSecret }: PlatformKeys): Stated => ({
  form: { client_id: clientId, client_secret: clientSecret },
  headers: {},
});

type Token = { readonly token: string; readonly seconds: number };

async function askForToken(url: string, { form, headers }: Stated, call: CallPlatform): Promise<Answered<Token>> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString();
  const answer = await call({
    ...{ method: 'POST', url, body: Buffer.from(body) },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
  }).catch((error: Error) => ({ away: error.message }));
  if ('away' in answer) return answer;
  const text = Buffer.from(answer.body).toString();
  if ([400, 401, 403].includes(answer.status)) return { keysRefused: shortened(text) };
  const said = tokenIn(text);
  return answer.status === 200 && said ? { ok: said } : { away: `no token: ${answer.status}` };
}

function remember(name: string, { token, seconds }: Token): void {
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(name, { token, until: Date.now() / 1000 + seconds - TOO_LATE_SECONDS });
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

function tokenIn(text: string): Token | undefined {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text);
    if (typeof token !== 'string' || token === '' || /[^\x21-\x7e]/.test(token)) return undefined;
    return { token, seconds: Number.isFinite(Number(seconds)) && seconds ? Number(seconds) : TOKEN_SECONDS };
  } catch {
    return undefined;
  }
}
