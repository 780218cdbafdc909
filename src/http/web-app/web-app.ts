import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path/posix';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors/send-problem.ts';
import { basePathOf } from '../request/base-path.ts';
import { matchesIfNoneMatch } from '../request/request-headers.ts';
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
  serveManual(app, built);
}

/**
 * Serves the manual under /aide/: French, and English under /aide/en/. All its links are relative,
 * so that it works under any public address; that is why home pages end with a slash.
 */
function serveManual(app: FastifyInstance, built: BuiltWeb | undefined): void {
  app.get('/aide', async (_request, reply) => reply.redirect('aide/', PERMANENT));
  app.get<{ Params: { '*': string } }>('/aide/*', async (request, reply) => {
    const path = request.params['*'];
    const encodings = String(request.headers['accept-encoding'] ?? '');
    reply.header('content-security-policy', MANUAL_POLICY);
    const file = await built?.findInManual(path, encodings);
    if (!file && (await built?.findInManual(`${path}/`, ''))) return reply.redirect(`${basename(path)}/`, PERMANENT);
    const page = path.replace(/\/+$/, '');
    if (!file && path !== page && (await built?.findInManual(page, '')))
      return reply.redirect(
        `${'../'.repeat(path.split('/').length - page.split('/').length)}${basename(page)}`,
        PERMANENT,
      );
    if (file) return sendManualFile(request, reply, { ...file, bytes: await readFile(file.path) });
    const missing = takesHtml(request)
      ? await built?.findInManual(path.startsWith('en/') ? '404-en' : '404-fr', '')
      : undefined;
    if (!missing) return refuse(request, reply, { refused: 'route_not_found' });
    const up = '../'.repeat(path.split('/').length - 1) || './';
    const text = (await readFile(missing.path, 'utf8')).replaceAll('__UP__', up);
    return reply.code(404).header('vary', 'accept').type(missing.mediaType).send(text);
  });
}

function sendManualFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, mediaType, encoding }: { bytes: Buffer; mediaType: string; encoding?: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`;
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding').type(mediaType);
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** Permanent redirect that keeps the method. */
const PERMANENT = 308;
const ETAG_LENGTH = 22;

/** Content-Security-Policy of the manual: everything comes from this server. */
const MANUAL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const YEAR_SECONDS = 31_536_000;

/**
 * Paths of the web app. The root is separate, because programs get a description there
 * (`docs-routes.ts`).
 */
const PATHS = [
  ...[
    '/devis',
    '/factures',
    '/clients',
    '/projets',
    '/catalogue',
    '/paiements',
    '/factures-recues',
    '/livres',
    '/documents',
    '/documents-repris',
    '/reglages',
  ].flatMap((path) => [path, `${path}/*`]),
  ...[
    '/plus',
    '/import',
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
    .send(placed(await built.page(), basePathOf(reply.server.publicUrl)).replaceAll('__NONCE__', nonce));
}

const NONCE_BYTES = 16;

/** Tells the page the path of PUBLIC_URL; its files are built with relative names. */
const placed = (page: string, base: string): string =>
  page.replace('data-path=""', `data-path="${base}"`).replaceAll('="./app/', `="${base}/app/`);

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
