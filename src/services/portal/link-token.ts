import { timingSafeEqual } from 'node:crypto';
import type { PortalTokens } from '../../audit/secrets/portal-tokens.ts';

/** The IDs in a link: the account and the link. */
export type Named = { readonly accountId: string; readonly linkId: string };

/**
 * The token of a link, 86 characters of base64url: the account's ID (16 bytes), the link's (16),
 * and 256 bits only this service can compute (`keys/portal.key`). So a link is looked up under its
 * account's row-level security, and no table contains its secret.
 */
export const linkText = (portalTokens: PortalTokens, named: Named): string =>
  Buffer.concat([bytesOf(named.accountId), bytesOf(named.linkId), portalTokens.ofLink(named)]).toString('base64url');

/** The IDs in a token made by this service, checked in constant time; undefined otherwise. */
export function readLinkText(portalTokens: PortalTokens, text: string): Named | undefined {
  if (!SHAPE.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const named = { accountId: uuidOf(bytes.subarray(0, ID)), linkId: uuidOf(bytes.subarray(ID, 2 * ID)) };
  return timingSafeEqual(portalTokens.ofLink(named), bytes.subarray(2 * ID)) ? named : undefined;
}

/** Bytes of an ID. */
const ID = 16;
const SHAPE = /^[0-9A-Za-z_-]{85}[AQgw]$/;
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
