import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { json, Refusal, type TrialAnswer, type TrialRequest } from './answer.ts';
import type { TrialCompany } from './companies.ts';
import { JSON_BYTES_MAX, TOKEN_SECONDS } from './limits.ts';

/** `POST /oauth2/token`: OAuth 2.0 client credentials (RFC 6749, 4.4), with its error bodies. */
export function issueToken(request: TrialRequest, companies: readonly TrialCompany[], now: number): TrialAnswer {
  const { method, headers, body = new Uint8Array() } = request;
  if (method !== 'POST') return oauthError(405, 'invalid_request', 'Use POST.');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  if (!isForm || body.length > JSON_BYTES_MAX) return oauthError(400, 'invalid_request', 'The body must be a form.');
  const form = new URLSearchParams(Buffer.from(body).toString());
  const grant = form.get('grant_type');
  if (grant === null) return oauthError(400, 'invalid_request', 'grant_type is missing.');
  if (grant !== 'client_credentials')
    return oauthError(400, 'unsupported_grant_type', 'Only client_credentials is supported.');
  const { id, secret } = credentialsOf(headers.authorization, form);
  const company = companies.find(({ client }) => client?.clientId === id);
  if (!company?.client || !isEqual(company.client.clientSecret, secret ?? ''))
    return oauthError(401, 'invalid_client', 'The client id or the secret is wrong.');
  const access = tokenOf({ siren: company.siren, until: Math.floor(now) + TOKEN_SECONDS }, companies);
  const headersOfToken = { 'cache-control': 'no-store' };
  return json(200, { access_token: access, token_type: 'Bearer', expires_in: TOKEN_SECONDS }, headersOfToken);
}

const oauthError = (status: number, error: string, description: string): TrialAnswer =>
  json(
    status,
    { error, error_description: description },
    status === 401 ? { 'www-authenticate': 'Basic realm="trial"' } : {},
  );

/** Credentials of the header Basic (percent-encoded, RFC 6749 2.3.1), else of the form. */
function credentialsOf(header: string | undefined, form: URLSearchParams): { id?: string; secret?: string } {
  const [, basic] = /^Basic +([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (basic === undefined) {
    const [id, secret] = [form.get('client_id'), form.get('client_secret')];
    return { ...(id !== null && { id }), ...(secret !== null && { secret }) };
  }
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  return { id: unescaped(id), secret: unescaped(rest.join(':')) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The company whose token a request bears. Refuses with 401. */
export function companyOfToken(request: TrialRequest, companies: readonly TrialCompany[], now: number): TrialCompany {
  const [, token] = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw unauthorized('MISSING_TOKEN', 'The header Authorization: Bearer is missing.');
  const [head, payload = '', mac = ''] = token.split('.');
  if (!isEqual(macOf(`${head}.${payload}`, companies), mac)) throw unauthorized('INVALID_TOKEN', 'The token is wrong.');
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string; exp: number };
  const company = companies.find(({ siren }) => siren === sub);
  if (!company || exp <= now) throw expiredToken();
  return company;
}

export const expiredToken = (): Refusal => unauthorized('EXPIRED_TOKEN', 'The token has expired.');

const unauthorized = (code: string, message: string): Refusal =>
  new Refusal(401, code, message, { 'www-authenticate': 'Bearer' });

/** A JWT (HS256). Its key follows from the secrets of all clients, so it needs no state. */
function tokenOf({ siren, until }: { siren: string; until: number }, companies: readonly TrialCompany[]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: siren, exp: until })}`;
  return `${signed}.${macOf(signed, companies)}`;
}

function macOf(signed: string, companies: readonly TrialCompany[]): string {
  const key = createHash('sha256').update(JSON.stringify(companies.map(({ client }) => client ?? null)));
  return createHmac('sha256', key.digest()).update(signed).digest('base64url');
}

const isEqual = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
