import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../request/if-none-match.ts';
import { takes } from '../web-app/built-files.ts';

/** Bytes that strangers may ask for again and again: made small once, aside, and kept in each form. */
export type CompressedFile = {
  readonly mediaType: string;
  /** Says whether what a browser has is still it. */
  readonly etag: string;
  readonly forms: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
};

/** Files of Swagger UI that `/docs` is drawn with. */
export const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** A file of Swagger UI, from the disk the first time. */
export async function swaggerFile(name: (typeof swaggerFiles)[number]): Promise<CompressedFile> {
  const extension = extname(name) as keyof typeof mediaTypes;
  return packed(await readFile(join(swaggerFolder, name)), mediaTypes[extension]);
}

const mediaTypes = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
} as const;

/** Bytes in every form they are sent in. */
export async function packed(bytes: Buffer, mediaType: string): Promise<CompressedFile> {
  const [br, gzipped] = await Promise.all([brotlied(bytes, { params: BROTLI }), zipped(bytes)]);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { mediaType, etag, forms: { br, gzip: gzipped, identity: bytes } };
}

const brotlied = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const zipped = promisify<Buffer, Buffer>(gzip);
/** A quarter of a second for a megabyte and a half; the best (11) takes three, for a tenth less. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Sends the smallest form that is taken; nothing to a browser that has it. */
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
