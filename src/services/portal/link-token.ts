import { timingSafeEqual } from 'node:crypto';
import type { PortalTokens } from '../../audit/secrets/portal-tokens.ts';

/** What the text of a link names: the account it leads into, and the link. */
export type Named = { readonly accountId: string; readonly linkId: string };

/**
 * The text of a link, 86 characters of base64url: the account's id (16 bytes), the link's (16), and 256 bits only this service
 * can make (`keys/portal.key`). So a link is looked up under the row-level security of its account, and no table holds its secret.
 */
export const linkText = (portalTokens: PortalTokens, named: Named): string =>
  Buffer.concat([bytesOf(named.accountId), bytesOf(named.linkId), portalTokens.ofLink(named)]).toString('base64url');

/** What a text names, where this service made it; undefined for any other, in the same time wherever it differs. */
export function readLinkText(portalTokens: PortalTokens, text: string): Named | undefined {
  if (!SHAPE.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const named = { accountId: uuidOf(bytes.subarray(0, ID)), linkId: uuidOf(bytes.subarray(ID, 2 * ID)) };
  return timingSafeEqual(portalTokens.ofLink(named), bytes.subarray(2 * ID)) ? named : undefined;
}

/** Bytes of an id. */
const ID = 16;
const SHAPE = /^[0-9A-Za-z_-]{85}[AQgw]$/;
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
