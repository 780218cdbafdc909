import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A secret that says whose it is, as API keys do (decision 0027): a prefix for its sort, then 86 characters of base64url that write
 * the id of whom it belongs to (16 bytes), its own id (16) and 256 random bits. So even who it is for is looked up under
 * row-level security.
 */
export type SecretText = { readonly ownerId: string; readonly id: string };

/** The sorts there are: of a session, of a link into an account, of a link to set a new password, of one to confirm an address. */
const prefixes = { session: 'fs_', link: 'fi_', reset: 'fr_', address: 'fa_' } as const;
export type SecretSort = keyof typeof prefixes;

const RANDOM_BYTES = 32;

/** Draws a secret; its text goes to its holder, its hash is kept. */
export function createSecret(sort: SecretSort, { ownerId, id }: SecretText): { text: string; sha256: Buffer } {
  const bytes = Buffer.concat([bytesOf(ownerId), bytesOf(id), randomBytes(RANDOM_BYTES)]);
  const text = prefixes[sort] + bytes.toString('base64url');
  return { text, sha256: hashOfSecret(text) };
}

/** What a secret says of itself; undefined where the text is none of this sort. */
export function readSecret(sort: SecretSort, text: string): SecretText | undefined {
  const prefix = prefixes[sort];
  if (!text.startsWith(prefix) || !SHAPE.test(text.slice(prefix.length))) return undefined;
  const hex = Buffer.from(text.slice(prefix.length), 'base64url').toString('hex');
  return { ownerId: uuidOf(hex.slice(0, 32)), id: uuidOf(hex.slice(32, 64)) };
}

/** 256 random bits need no slow hash: nobody guesses them. */
const hashOfSecret = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a secret has this hash; in the same time wherever it differs. */
export const hasHash = (text: string, sha256: Buffer): boolean => timingSafeEqual(hashOfSecret(text), sha256);

const SHAPE = /^[0-9A-Za-z_-]{86}$/;
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
