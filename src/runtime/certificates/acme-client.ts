import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CertifiedKey } from './key-pair.ts';

// A client of the ACME protocol (RFC 8555): orders a certificate and proves control of the name by
// HTTP-01 (section 8.3).

/** Milliseconds for one answer of the authority. */
const ANSWER_MS_MAX = 30_000;
/** Milliseconds between two looks at an order, and how long it may take in all. */
const POLL_MS = 1_500;
const ORDER_MS_MAX = 180_000;
/** Bytes of an answer that are read: a chain of certificates is a few kilobytes. */
const ANSWER_BYTES_MAX = 262_144;

export type AcmeAccount = {
  /** URL of the directory of the authority. */
  readonly directory: string;
  /** Private key of the account, PEM. */
  readonly key: string;
  readonly email?: string | undefined;
};

/** Publishes the answer to a challenge at `/.well-known/acme-challenge/<token>`. */
export type ChallengeAnswers = {
  readonly put: (token: string, answer: string) => Promise<void>;
  readonly remove: (token: string) => Promise<void>;
};

/** A refusal by the authority, with its own words. `retryAfter` is in seconds. */
export class AcmeError extends Error {
  readonly type: string;
  readonly retryAfter: number | undefined;
  constructor(message: string, { type = '', retryAfter }: { type?: string; retryAfter?: number | undefined } = {}) {
    super(message);
    this.type = type;
    this.retryAfter = retryAfter;
  }
}

/** A new private key for an account, PEM. */
export const newAccountKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * Orders a certificate for a name and returns it with its chain and its new key. The account is
 * created on first use; the operator has agreed to the terms by setting DOMAIN. Throws `AcmeError`
 * if the authority refuses, and the error of `fetch` if it does not answer.
 */
export async function orderCertificate(
  domain: string,
  account: AcmeAccount,
  answers: ChallengeAnswers,
): Promise<CertifiedKey> {
  const authority = await connect(account);
  const order = await authority.post(authority.directory.newOrder, { identifiers: [{ type: 'dns', value: domain }] });
  for (const url of listOf(order.body.authorizations)) await authorize(authority, url, answers);
  const { certificateRequest } = await import('./issue-certificate.ts');
  const { csr, key } = await certificateRequest(domain);
  await authority.post(String(order.body.finalize), { csr: csr.toString('base64url') });
  const valid = await settled(authority, order.location, ['pending', 'ready', 'processing']);
  if (valid.status !== 'valid') throw new AcmeError(errorIn(valid.error) ?? `the order is ${String(valid.status)}`);
  const certificate = await authority.post(String(valid.certificate), undefined);
  return { certificate: certificate.text, key };
}

type Authority = Awaited<ReturnType<typeof connect>>;
type Json = Readonly<Record<string, unknown>>;
type Challenge = { readonly type: string; readonly url: string; readonly token?: string };

/** Answers the HTTP-01 challenge of one authorization and waits for the verdict. */
async function authorize(authority: Authority, url: string, answers: ChallengeAnswers): Promise<void> {
  const { body } = await authority.post(url, undefined);
  if (body.status === 'valid') return;
  const challenge = (body.challenges as Challenge[] | undefined)?.find(({ type }) => type === 'http-01');
  const token = challenge?.token ?? '';
  if (!challenge || !CHALLENGE_TOKEN.test(token)) throw new AcmeError('the authority offers no http-01 challenge');
  await answers.put(token, `${token}.${authority.thumbprint}`);
  try {
    await authority.post(challenge.url, {});
    const seen = await settled(authority, url, ['pending']);
    if (seen.status === 'valid') return;
    const failed = (seen.challenges as Json[] | undefined)?.find(({ error }) => error !== undefined);
    throw new AcmeError(errorIn(failed?.error) ?? `the authorization is ${String(seen.status)}`, typeOf(failed?.error));
  } finally {
    await answers.remove(token);
  }
}

/** Characters of a token (RFC 8555 section 8.3); it becomes a file name. */
export const CHALLENGE_TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

/** Waits until a resource has another status than these, and returns it. */
async function settled(authority: Authority, url: string, open: readonly string[]): Promise<Json> {
  const deadline = performance.now() + ORDER_MS_MAX;
  for (;;) {
    const { body, retryAfter } = await authority.post(url, undefined);
    if (!open.includes(String(body.status))) return body;
    if (performance.now() > deadline) throw new AcmeError('the authority did not decide in time');
    await wait(Math.min((retryAfter ?? 0) * 1_000 || POLL_MS, ORDER_MS_MAX / 10));
  }
}

/** Reads the directory and signs in to the account, or creates it. */
async function connect({ directory: url, key: pem, email }: AcmeAccount) {
  const key = createPrivateKey(pem);
  const jwk = publicJwk(key);
  const directory = JSON.parse((await answered(url)).text) as Record<'newNonce' | 'newAccount' | 'newOrder', string>;
  let nonce: string | undefined;
  let kid: string | undefined;

  /** A signed request; without a payload, a read (POST-as-GET). An outdated nonce is replaced. */
  const post = async (to: string, payload: Json | undefined, tries = 3) => {
    nonce ??= (await answered(directory.newNonce, { method: 'HEAD' })).nonce;
    const sealed = { alg: 'ES256', nonce, url: to, ...(kid === undefined ? { jwk } : { kid }) };
    nonce = undefined;
    const body = signed(key, sealed, payload);
    const answer = await answered(to, { method: 'POST', body, headers: { 'content-type': 'application/jose+json' } });
    nonce = answer.nonce;
    if (answer.ok) return { ...answer, body: jsonIn(answer.text) };
    const problem = jsonIn(answer.text);
    const { type } = typeOf(problem);
    if (type === 'badNonce' && tries > 1) return post(to, payload, tries - 1);
    throw new AcmeError(errorIn(problem) ?? `the authority answered ${answer.status}`, {
      type,
      retryAfter: answer.retryAfter,
    });
  };

  const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
  kid = (await post(directory.newAccount, { termsOfServiceAgreed: true, ...contact })).location;
  return { directory, post, thumbprint: thumbprintOf(jwk) };
}

async function answered(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  const text = await answer.text();
  if (text.length > ANSWER_BYTES_MAX) throw new AcmeError('the answer of the authority is too long');
  const wanted = answer.headers.get('retry-after');
  const seconds = wanted === null ? Number.NaN : Number(wanted);
  return {
    ...{ ok: answer.ok, status: answer.status, text },
    nonce: answer.headers.get('replay-nonce') ?? undefined,
    location: answer.headers.get('location') ?? '',
    retryAfter: Number.isNaN(seconds) && wanted !== null ? untilDate(wanted) : seconds || undefined,
  };
}

/** Seconds until a date of HTTP; undefined if it is none. */
function untilDate(text: string): number | undefined {
  const ms = Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(1, Math.ceil(ms / 1_000));
}

/** JSON Web Signature, flattened (RFC 7515 section 7.2.2). */
function signed(key: KeyObject, sealed: Json, payload: Json | undefined): string {
  const encoded = (json: Json): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const parts = { protected: encoded(sealed), payload: payload === undefined ? '' : encoded(payload) };
  const signature = sign('sha256', Buffer.from(`${parts.protected}.${parts.payload}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return JSON.stringify({ ...parts, signature: signature.toString('base64url') });
}

/** The public key with its members in the order that the thumbprint prescribes (RFC 7638). */
function publicJwk(key: KeyObject): Json {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

const thumbprintOf = (jwk: Json): string => createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Characters of an error that are kept. */
const ERROR_LENGTH_MAX = 300;

const errorIn = (problem: unknown): string | undefined => {
  const { detail } = (problem ?? {}) as { detail?: unknown };
  return typeof detail === 'string' ? detail.slice(0, ERROR_LENGTH_MAX) : undefined;
};

/** The last part of a problem type such as `urn:ietf:params:acme:error:rateLimited`. */
const typeOf = (problem: unknown): { type: string } => ({
  type: (problem as { type?: string } | undefined)?.type?.split(':').at(-1) ?? '',
});
