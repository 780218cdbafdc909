import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../request/if-none-match.ts';
import { takes } from '../web-app/built-files.ts';

/** Public static files: compressed once in the background and kept in each encoding. */
export type CompressedFile = {
  readonly mediaType: string;
  readonly etag: string;
  readonly forms: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
};

/** Swagger UI files used by `/docs`. */
export const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Returns a Swagger UI file; read from disk on first use. */
export async function swaggerFile(name: (typeof swaggerFiles)[number]): Promise<CompressedFile> {
  const extension = extname(name) as keyof typeof mediaTypes;
  return packed(await readFile(join(swaggerFolder, name)), mediaTypes[extension]);
}

const mediaTypes = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
} as const;

/** Compresses a file into every supported encoding. */
export async function packed(bytes: Buffer, mediaType: string): Promise<CompressedFile> {
  const [br, gzipped] = await Promise.all([brotlied(bytes, { params: BROTLI }), zipped(bytes)]);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { mediaType, etag, forms: { br, gzip: gzipped, identity: bytes } };
}

const brotlied = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const zipped = promisify<Buffer, Buffer>(gzip);
/** Takes 0.25 s for 1.5 MB. The best quality (11) takes 3 s and saves another tenth. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Sends the smallest encoding the client accepts, or 304 if the client has the file. */
export function sendCompressed(
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
