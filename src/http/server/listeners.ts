import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { PROBLEM_TYPE, problemOf } from '../errors/problem.ts';
import { preferredLanguage } from '../request/request-headers.ts';

/** Whether an address is one of the operator's own proxies. */
export type IsTrusted = (address: string | undefined) => boolean;

/** Parses TRUSTED_PROXIES: IPv4 or IPv6 addresses and networks. */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  const trusted = networks.map((network) =>
    network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128] as [
          ipaddr.IPv4 | ipaddr.IPv6,
          number,
        ]),
  );
  if (trusted.length === 0) return () => false;
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const peer = ipaddr.process(address);
    return trusted.some(([network, bits]) => peer.kind() === network.kind() && peer.match(network, bits));
  };
}

/**
 * Handler of the plain HTTP port: refuses everything and never redirects, because the key has
 * already been sent in the clear. Requests that a trusted proxy received over HTTPS reach the API.
 * Challenges of a certificate authority are answered.
 */
export function plainHttpListener(given: {
  isTrusted: IsTrusted;
  api: RequestListener;
  publicUrl: () => string;
  /** Answers the challenges of a certificate authority (RFC 8555 section 8.3). */
  challengeAnswer?: ((path: string) => Promise<string | undefined>) | undefined;
}): RequestListener {
  return (request, response) => {
    if (given.challengeAnswer && request.url?.startsWith(CHALLENGES)) {
      void answerChallenge(request, response, given.challengeAnswer);
      return;
    }
    const hops = hopsOf(request);
    const overHttps = hops.length > 0 && hops.every((protocol) => protocol === 'https');
    if (overHttps && given.isTrusted(request.socket.remoteAddress)) given.api(request, response);
    else refusePlain(request, response, given.publicUrl());
  };
}

/**
 * Handler of the HTTPS port: refuses requests that a trusted proxy received over plain HTTP,
 * because the key was sent in the clear.
 */
export function httpsListener(given: {
  isTrusted: IsTrusted;
  api: RequestListener;
  publicUrl: () => string;
}): RequestListener {
  return (request, response) => {
    // A pipelined request that follows the one that closed the connection.
    if (request.socket.destroyed) return;
    const inTheClear = hopsOf(request).includes('http');
    if (inTheClear && given.isTrusted(request.socket.remoteAddress)) refusePlain(request, response, given.publicUrl());
    else given.api(request, response);
  };
}

const CHALLENGES = '/.well-known/acme-challenge/';

async function answerChallenge(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  find: (path: string) => Promise<string | undefined>,
): Promise<void> {
  const answer = await find(url.split('?', 1)[0] ?? '').catch(() => undefined);
  response.writeHead(answer === undefined ? 404 : 200, {
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
  });
  response.end(answer);
}

/** Protocols of the earlier hops, as reported by the proxies. */
function hopsOf({ headers }: IncomingMessage): string[] {
  const said = headers['x-forwarded-proto'];
  if (said === undefined) return [];
  return String(said)
    .split(',')
    .map((protocol) => protocol.trim().toLowerCase());
}

/**
 * The client's own address: the last one in X-Forwarded-For that is not a trusted proxy, otherwise
 * the peer's.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrusted): string | undefined {
  const peer = request.socket.remoteAddress;
  if (!isTrusted(peer)) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => ipaddr.isValid(address));
  return forwarded.reverse().find((address) => !isTrusted(address)) ?? forwarded.at(-1) ?? peer;
}

function refusePlain(request: IncomingMessage, response: ServerResponse, publicUrl: string): void {
  const requestId = randomUUID();
  const { status, problem } = problemOf(
    { refused: 'plain_http' },
    {
      language: preferredLanguage(request.headers['accept-language']),
      instance: request.url?.split('?', 1)[0] ?? '/',
      requestId,
      publicUrl,
    },
  );
  const body = JSON.stringify(problem);
  response.writeHead(status, {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'cache-control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
