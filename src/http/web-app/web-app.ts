import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors/send-problem.ts';
import type { BuiltWeb } from './built-files.ts';

/**
 * Serves the web app at its own paths, only to requests that ask for HTML, so that programs get
 * what they always got. Each response has its own nonce for inline styles; scripts come from this
 * server only.
 */
export function serveWebApp(app: FastifyInstance, built: BuiltWeb | undefined): void {
  for (const path of PATHS) {
    app.get(path, async (request, reply) =>
      built && takesHtml(request) ? sendPage(reply, built) : refuse(request, reply, { refused: 'route_not_found' }),
    );
  }
  app.get<{ Params: { name: string } }>('/app/:name', async (request, reply) => {
    const file = built && (await built.find(request.params.name, String(request.headers['accept-encoding'] ?? '')));
    if (!file) return refuse(request, reply, { refused: 'route_not_found' });
    reply
      .header('cache-control', file.isForGood ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .header('vary', 'accept-encoding')
      .type(file.mediaType);
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.send(await readFile(file.path));
  });
}

const YEAR_SECONDS = 31_536_000;

/**
 * Paths of the web app. The root is separate, because programs get a description there
 * (`docs-routes.ts`).
 */
const PATHS = [
  ...['/devis', '/factures', '/clients', '/projets', '/catalogue', '/paiements', '/documents', '/reglages'].flatMap(
    (path) => [path, `${path}/*`],
  ),
  ...[
    '/plus',
    '/connexion',
    '/bienvenue',
    '/invitation',
    '/reinitialiser',
    '/nouveau-mot-de-passe',
    '/nouvelle-adresse',
    '/verification',
  ],
];

/**
 * Whether the client explicitly accepts HTML. Browsers do; a program that accepts anything does not
 * count.
 */
export const takesHtml = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])text\/html(?![\w+.-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers.accept ?? ''));

/** Sends the single page of the web app. */
export async function sendPage(reply: FastifyReply, built: BuiltWeb): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .header('content-security-policy', policy(nonce))
    .header('vary', 'accept')
    .type('text/html; charset=utf-8')
    .send((await built.page()).replaceAll('__NONCE__', nonce));
}

const NONCE_BYTES = 16;

/** Content-Security-Policy. PDFs and files fetched with session headers are shown as blobs. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
