import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../contract/faults.ts';
import { personalOperations } from '../operations/people/personal/index.ts';
import type { Operation } from '../road/operation.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { preferredLanguage } from './language.ts';
import { openapi } from './openapi.ts';
import { docsPage, frontPage, problemPage } from './pages.ts';
import { explanationOf } from './problem.ts';
import { refuse } from './refuse.ts';
import { sendPage as sendWebPage, takesHtml } from './web-app.ts';
import type { BuiltWeb } from './web-files.ts';

/** The description of the service, for programs and for people, from this machine alone: nothing comes from the internet. */
export function serveDocs(
  app: FastifyInstance,
  operations: readonly Operation[],
  { serviceName, web }: { serviceName: string; web?: BuiltWeb | undefined },
): void {
  let description: Description | undefined;
  app.get('/openapi.json', async (request, reply) => {
    description ??= descriptionOf(operations, serviceName);
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (!takesGzip(request)) return reply.send(description.bytes);
    return reply.header('content-encoding', 'gzip').send(description.gzipped);
  });
  app.get('/', async (request, reply) =>
    web && takesHtml(request) ? sendWebPage(reply, web) : sendPage(reply, frontPage(languageOf(request))),
  );
  app.get('/docs', async (request, reply) => sendPage(reply, docsPage(languageOf(request))));
  app.get('/docs/start.js', async (_request, reply) => reply.type(types.js).send(DOCS_SCRIPT));
  for (const name of swaggerFiles) app.get(`/docs/${name}`, (_request, reply) => sendFile(reply, name));
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const explained = explanationOf(request.params.code);
    if (!explained) return refuse(request, reply, { refused: 'route_not_found' });
    return sendPage(reply, problemPage(languageOf(request), { code: request.params.code, ...explained }));
  });
}

/** A megabyte and a half that strangers may ask for: made into bytes once, and sent as a hundred kilobytes where they take gzip. */
type Description = { readonly bytes: Buffer; readonly gzipped: Buffer };

function descriptionOf(operations: readonly Operation[], serviceName: string): Description {
  const bytes = Buffer.from(JSON.stringify(openapi(operations, serviceName, personalOperations)));
  return { bytes, gzipped: gzipSync(bytes) };
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''));

const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
} as const;

/** Swagger UI draws with scripts and styles of its own, from here, and asks this server alone. */
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
  reply.header('content-security-policy', PAGE_POLICY).header('vary', 'accept-language').type(HTML).send(html);

const HTML = 'text/html; charset=utf-8';

async function sendFile(reply: FastifyReply, name: (typeof swaggerFiles)[number]): Promise<FastifyReply> {
  const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types];
  // A megabyte and a half: a browser should not fetch it at every visit.
  return reply
    .header('cache-control', 'max-age=86400')
    .type(type)
    .send(await readFile(join(swaggerFolder, name)));
}
