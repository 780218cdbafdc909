import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A secret that names its owner, like API keys (decision 0027): a prefix for its kind, then 86
 * characters of base64url with the owner's ID (16 bytes), its own ID (16) and 256 random bits. So
 * even the lookup of its owner uses row-level security.
 */
export type SecretText = { readonly ownerId: string; readonly id: string };

/** The kinds: session, invitation, password reset, address confirmation. */
const prefixes = { session: 'fs_', link: 'fi_', reset: 'fr_', address: 'fa_' } as const;
export type SecretSort = keyof typeof prefixes;

const RANDOM_BYTES = 32;

/** Creates a secret; its text goes to the holder, its hash is stored. */
export function createSecret(sort: SecretSort, { ownerId, id }: SecretText): { text: string; sha256: Buffer } {
  const bytes = Buffer.concat([bytesOf(ownerId), bytesOf(id), randomBytes(RANDOM_BYTES)]);
  const text = prefixes[sort] + bytes.toString('base64url');
  return { text, sha256: hashOfSecret(text) };
}

/** The IDs in a secret; undefined if the text is not of this kind. */
export function readSecret(sort: SecretSort, text: string): SecretText | undefined {
  const prefix = prefixes[sort];
  if (!text.startsWith(prefix) || !SHAPE.test(text.slice(prefix.length))) return undefined;
  const hex = Buffer.from(text.slice(prefix.length), 'base64url').toString('hex');
  return { ownerId: uuidOf(hex.slice(0, 32)), id: uuidOf(hex.slice(32, 64)) };
}

/** 256 random bits cannot be guessed, so a fast hash is enough. */
const hashOfSecret = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a secret has this hash, in constant time. */
export const hasHash = (text: string, sha256: Buffer): boolean => timingSafeEqual(hashOfSecret(text), sha256);

const SHAPE = /^[0-9A-Za-z_-]{86}$/;
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
