import 'reflect-metadata';
import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';

type Json = Record<string, unknown>;
type Order = {
  status: string;
  domain: string;
  token: string;
  jwk: JsonWebKey;
  challenge: string;
  certificate?: string;
};

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/**
 * A certificate authority for tests that speaks ACME (RFC 8555): it checks the signature, nonce and
 * URL of each request, fetches the answer to the HTTP-01 challenge from `httpPort`, and issues
 * certificates of `days`. `refuse` makes it answer new orders with a problem.
 */
export async function acmeAuthority({ httpPort, days = 90 }: { httpPort: () => number; days?: number }) {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Test authority', keys, signingAlgorithm: SIGNING },
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const nonces = new Set<string>();
  const accounts = new Map<string, JsonWebKey>();
  const orders = new Map<string, Order>();
  const state = {
    orders: 0,
    refuse: undefined as { status: number; body: Json; retryAfter?: number } | undefined,
    now: () => new Date(),
  };

  const server = http.createServer(async (request, response) => {
    const nonce = randomBytes(12).toString('base64url');
    nonces.add(nonce);
    response.setHeader('replay-nonce', nonce);
    const { url = '', method } = request;
    if (url === '/directory')
      return response.end(
        JSON.stringify({ newNonce: at('/nonce'), newAccount: at('/account'), newOrder: at('/order') }),
      );
    if (method === 'HEAD') return response.end();
    try {
      const { payload, jwk, kid } = readSigned((await request.toArray()).join(''), url);
      const { status = 200, body, location, text } = await answer(url, { payload, jwk, kid });
      if (location) response.setHeader('location', at(location));
      response.writeHead(status).end(text ?? JSON.stringify(body));
    } catch (error) {
      const {
        status = 403,
        type = 'malformed',
        retryAfter,
      } = error as { status?: number; type?: string; retryAfter?: number };
      if (retryAfter) response.setHeader('retry-after', retryAfter);
      const problem = { type: `urn:ietf:params:acme:error:${type}`, detail: (error as Error).message };
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    }
    return undefined;
  });
  const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  /** The payload of a JSON Web Signature whose signature, nonce and URL are right. */
  function readSigned(text: string, url: string) {
    const parts = JSON.parse(text) as Record<'protected' | 'payload' | 'signature', string>;
    const sealed = JSON.parse(Buffer.from(parts.protected, 'base64url').toString()) as Json;
    if (!nonces.delete(String(sealed.nonce))) throw refusal('badNonce', 'unknown nonce', 400);
    if (sealed.url !== at(url) || sealed.alg !== 'ES256') throw refusal('malformed', 'wrong url or algorithm');
    const jwk = (sealed.jwk as JsonWebKey | undefined) ?? accounts.get(String(sealed.kid));
    if (!jwk) throw refusal('accountDoesNotExist', 'unknown account');
    const signature = Buffer.from(parts.signature, 'base64url');
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
    if (!verify('sha256', Buffer.from(`${parts.protected}.${parts.payload}`), key, signature))
      throw refusal('malformed', 'wrong signature');
    const payload = parts.payload === '' ? undefined : JSON.parse(Buffer.from(parts.payload, 'base64url').toString());
    return { payload: payload as Json | undefined, jwk, kid: sealed.kid };
  }

  async function answer(
    url: string,
    { payload, jwk, kid }: { payload: Json | undefined; jwk: JsonWebKey; kid: unknown },
  ): Promise<{ status?: number; body?: unknown; location?: string; text?: string }> {
    const thumbprint = thumbprintOf(jwk);
    if (url === '/account') {
      if (payload?.termsOfServiceAgreed !== true) throw refusal('userActionRequired', 'terms');
      accounts.set(at(`/account/${thumbprint}`), jwk);
      return { status: 201, body: { status: 'valid' }, location: `/account/${thumbprint}` };
    }
    if (kid === undefined) throw refusal('malformed', 'an account is needed');
    if (url === '/order') {
      state.orders += 1;
      if (state.refuse)
        throw Object.assign(refusal('rateLimited', 'too many orders', 429), { retryAfter: state.refuse.retryAfter });
      const id = randomBytes(8).toString('hex');
      const [{ value }] = (payload as { identifiers: [{ value: string }] }).identifiers;
      const token = randomBytes(16).toString('base64url');
      orders.set(id, { status: 'pending', domain: value, token, jwk, challenge: 'pending' });
      return { status: 201, body: orderBody(id), location: `/order/${id}` };
    }
    const [, kind, id = ''] = url.split('/');
    const order = orders.get(id);
    if (!order) throw refusal('malformed', 'unknown order', 404);
    if (kind === 'challenge') {
      order.challenge = (await isAnswered(order)) ? 'valid' : 'invalid';
      order.status = order.challenge === 'valid' ? 'ready' : 'invalid';
      return { body: { status: 'processing' } };
    }
    if (kind === 'finalize') {
      if (order.status !== 'ready') throw refusal('orderNotReady', 'the order is not ready');
      order.certificate = await issue(order, Buffer.from(String(payload?.csr), 'base64url'));
      order.status = 'valid';
    }
    if (kind === 'certificate') return { text: order.certificate ?? '' };
    return { body: kind === 'authorization' ? authorizationBody(id) : orderBody(id) };
  }

  const orderBody = (id: string): Json => ({
    status: orders.get(id)?.status,
    authorizations: [at(`/authorization/${id}`)],
    finalize: at(`/finalize/${id}`),
    certificate: at(`/certificate/${id}`),
  });

  function authorizationBody(id: string): Json {
    const { challenge: status, token } = orders.get(id) as Order;
    const error = status === 'invalid' && { type: 'urn:ietf:params:acme:error:unauthorized', detail: 'wrong answer' };
    return { status, challenges: [{ type: 'http-01', url: at(`/challenge/${id}`), token, ...(error && { error }) }] };
  }

  async function isAnswered({ token, domain, jwk }: Order): Promise<boolean> {
    const request = http.get({
      ...{ host: '127.0.0.1', port: httpPort(), path: `/.well-known/acme-challenge/${token}` },
      headers: { host: domain },
    });
    const [response] = (await once(request, 'response').catch(() => [undefined])) as [http.IncomingMessage | undefined];
    return response !== undefined && (await response.toArray()).join('') === `${token}.${thumbprintOf(jwk)}`;
  }

  async function issue({ domain }: Order, der: Buffer): Promise<string> {
    const request = new x509.Pkcs10CertificateRequest(der);
    const names = request.extensions.find((each) => each instanceof x509.SubjectAlternativeNameExtension);
    const named = names?.names.items.map(({ value }) => value).join();
    if (!(await request.verify()) || named !== domain) throw refusal('badCSR', 'wrong request');
    const from = state.now().getTime();
    const certificate = await x509.X509CertificateGenerator.create({
      ...{ subject: '', issuer: root.subject, publicKey: request.publicKey, signingKey: keys.privateKey },
      ...{ notBefore: new Date(from), notAfter: new Date(from + days * DAY_MS), signingAlgorithm: SIGNING },
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: domain }])],
    });
    return `${certificate.toString('pem')}\n${root.toString('pem')}\n`;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { state, root: root.toString('pem'), accounts, directory: at('/directory'), close: () => server.close() };
}

function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

const refusal = (type: string, message: string, status = 403): Error =>
  Object.assign(new Error(message), { type, status });
