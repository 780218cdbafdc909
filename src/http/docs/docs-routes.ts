import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { personalOperations } from '../../api/people/index.ts';
import type { Operation } from '../../pipeline/operation.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import { explanationOf } from '../errors/problem.ts';
import { refuse } from '../errors/send-problem.ts';
import { basePathOf, pageUnder } from '../request/base-path.ts';
import { matchesIfNoneMatch, preferredLanguage } from '../request/request-headers.ts';
import { type BuiltWeb, takes } from '../web-app/built-files.ts';
import { sendPage as sendWebPage, takesHtml } from '../web-app/web-app.ts';
import { type DocsChapter, docsChapterPage, docsPage, frontPage, problemPage } from './html-pages.ts';
import { DOCS_SCRIPT } from './swagger-script.ts';

/**
 * Serves the OpenAPI description as JSON and as pages. All files come from this server, none from
 * the internet.
 */
export function serveDocs(
  app: FastifyInstance,
  operations: readonly Operation[],
  { serviceName, web }: { serviceName: string; web?: BuiltWeb | undefined },
): void {
  const built = once(async () => {
    const { openapi } = await import('../openapi/openapi.ts');
    const description = openapi(operations, serviceName, personalOperations);
    return {
      bytes: Buffer.from(JSON.stringify({ ...description, servers: [{ url: basePathOf(app.publicUrl) || '/' }] })),
      chapters: groupByChapter(description as unknown as Described),
    };
  });
  const described = once(async () => packed((await built()).bytes, 'application/json; charset=utf-8'));
  app.get('/openapi.json', async (request, reply) => sendCompressed(request, reply, await described()));
  app.get('/', async (request, reply) =>
    web && takesHtml(request) ? sendWebPage(reply, web) : sendPage(reply, frontPage(languageOf(request))),
  );
  app.get<{ Querystring: { chapter?: string | string[] } }>('/docs', async (request, reply) => {
    const language = languageOf(request);
    const { chapters } = await built();
    const isKnown = chapters.some(({ name }) => name === request.query.chapter);
    return sendPage(reply, isKnown ? docsChapterPage(language) : docsPage(language, chapters));
  });
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', PERMANENT));
  const start = once(() => packed(Buffer.from(DOCS_SCRIPT), 'text/javascript; charset=utf-8'));
  app.get('/docs/start.js', async (request, reply) => sendCompressed(request, reply, await start()));
  for (const name of swaggerFiles) {
    const file = once(() => swaggerFile(name));
    app.get(`/docs/${name}`, async (request, reply) =>
      sendCompressed(request, reply.header('cache-control', `max-age=${DAY_SECONDS}`), await file()),
    );
  }
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const explained = explanationOf(request.params.code);
    if (!explained) return refuse(request, reply, { refused: 'route_not_found' });
    return sendPage(reply, problemPage(languageOf(request), { code: request.params.code, ...explained }));
  });
}

/** Permanent redirect that keeps the method. */
const PERMANENT = 308;

/** Browsers cache the 1.5 MB for a day, then revalidate. */
const DAY_SECONDS = 86_400;

type Described = { readonly paths: object; readonly tags: readonly { readonly name: string }[] };

/** Groups the operations of a description by chapter. */
export function groupByChapter({ paths, tags }: Described): DocsChapter[] {
  const all = Object.entries(paths as Record<string, Record<string, Said>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => ({ ...said, path, method: method.toUpperCase() })),
  );
  return tags.map(({ name }) => ({
    name,
    operations: all
      .filter((each) => each.tags.includes(name))
      .map(({ operationId, method, path, summary }) => ({ id: operationId, method, path, summary })),
  }));
}

type Said = { readonly operationId: string; readonly summary: string; readonly tags: readonly string[] };

/**
 * Computes a value on first use and keeps it; retries after a failure. Few clients request the
 * description, and it takes 0.2 s to build.
 */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Swagger UI needs scripts and inline styles; both are limited to this server. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const languageOf = (request: FastifyRequest): Language => preferredLanguage(request.headers['accept-language']);

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('content-security-policy', PAGE_POLICY)
    .header('vary', 'accept-language')
    .type(HTML)
    .send(pageUnder(reply.server.publicUrl, html));

const HTML = 'text/html; charset=utf-8';

/** Public static files: compressed once in the background and kept in each encoding. */
type CompressedFile = {
  readonly mediaType: string;
  readonly etag: string;
  readonly forms: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
};

/** Swagger UI files used by `/docs`. */
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Returns a Swagger UI file; read from disk on first use. */
async function swaggerFile(name: (typeof swaggerFiles)[number]): Promise<CompressedFile> {
  const extension = extname(name) as keyof typeof mediaTypes;
  return packed(await readFile(join(swaggerFolder, name)), mediaTypes[extension]);
}

const mediaTypes = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
} as const;

/** Compresses a file into every supported encoding. */
async function packed(bytes: Buffer, mediaType: string): Promise<CompressedFile> {
  const [br, gzipped] = await Promise.all([brotlied(bytes, { params: BROTLI }), zipped(bytes)]);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { mediaType, etag, forms: { br, gzip: gzipped, identity: bytes } };
}

const brotlied = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const zipped = promisify<Buffer, Buffer>(gzip);
/** Takes 0.25 s for 1.5 MB. The best quality (11) takes 3 s and saves another tenth. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Sends the smallest encoding the client accepts, or 304 if the client has the file. */
function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, etag, forms }: CompressedFile,
): FastifyReply {
  const taken = String(request.headers['accept-encoding'] ?? '');
  const form = (['br', 'gzip'] as const).find((each) => takes(taken, each)) ?? 'identity';
  reply.header('etag', etag).header('vary', 'accept-encoding').type(mediaType);
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (form !== 'identity') reply.header('content-encoding', form);
  return reply.send(forms[form]);
}
