import { timingSafeEqual } from 'node:crypto';
import type { PortalTokens } from '../../audit/secrets/portal-tokens.ts';
import { insertLink, lockActiveLink, lockLink, revokeLink } from '../../db/portal/customer-links.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type CustomerLink, isOpen, type LinkPurpose } from '../../domain/portal/customer-link.ts';
import { isRefusal, type Refusal, type Refused } from '../../domain/refusal.ts';
import { clockIn } from '../account/account-clock.ts';
import type { Context } from '../context.ts';
import { type CustomerContext, customerActor } from './customer-context.ts';

type Making = Pick<Context, 'tx' | 'now' | 'newId' | 'actor' | 'portalTokens' | 'publicUrl'>;

/** The purpose of a link. `endsAt` is Unix seconds. */
type LinkTarget = {
  /** Set by the caller only if it needs the ID before the link exists. */
  readonly id?: string;
  readonly purpose: LinkPurpose;
  readonly documentId?: string;
  readonly customerId?: string;
  /** The mode of its target. */
  readonly test: boolean;
  readonly endsAt: number;
};

/**
 * The link of a document for a purpose: the existing one while valid, otherwise a new one. The
 * document must be locked, so that concurrent calls get the same.
 */
export async function activeLink(
  context: Making,
  target: LinkTarget & { readonly documentId: string },
): Promise<{ link: CustomerLink; url: string }> {
  const existing = await lockActiveLink(context.tx, target.documentId, target.purpose);
  if (existing && isOpen(existing, context.now)) return { link: existing, url: addressOfLink(context, existing) };
  if (existing) revokeLink(context.tx, existing.id, context.now);
  return createCustomerLink(context, target);
}

/** The URL of a link. It is a secret: anyone who has it can open its target. */
export const addressOfLink = (
  { tx, portalTokens, publicUrl }: Pick<Context, 'tx' | 'portalTokens' | 'publicUrl'>,
  { id }: Pick<CustomerLink, 'id'>,
): string => `${publicUrl}/c/${linkText(portalTokens, { accountId: tx.accountId, linkId: id })}`;

/** Creates a separate link and returns it with its URL. */
export function createCustomerLink(context: Making, target: LinkTarget): { link: CustomerLink; url: string } {
  const link = { id: context.newId(), ...target, createdBy: context.actor, createdAt: context.now, views: 0 };
  insertLink(context.tx, link);
  return { link, url: addressOfLink(context, link) };
}

/**
 * Runs a link holder's request in one transaction of its account with the link locked. Unknown,
 * revoked, expired and wrong-purpose links get the same refusal; guesses per address are slowed.
 * Refusals roll back. Owners lock a document before its link and link holders the reverse, so
 * deadlock victims are retried.
 */
export async function withCustomerLink<Answer>(
  context: CustomerContext,
  text: string,
  work: (context: Context, link: CustomerLink) => Promise<Answer>,
): Promise<Answer | Refused<'customer_link_not_found' | 'links_slowed'>> {
  const named = readLinkText(context.environment.portalTokens, text);
  if (!named) return unknown(context);
  for (let tried = 1; ; tried++)
    try {
      return await once(context, named, work);
    } catch (error) {
      if (tried === TRIES_MAX || !isDeadlock(error)) throw error;
    }
}

/** Attempts if PostgreSQL chose it as a deadlock victim. */
const TRIES_MAX = 3;
const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

async function once<Answer>(
  { pool, environment, newId, language, opens, ...context }: CustomerContext,
  named: Named,
  work: (context: Context, link: CustomerLink) => Promise<Answer>,
): Promise<Answer | typeof NOT_FOUND> {
  const answer = await inTransaction<Answer | Refusal>(
    pool,
    { accountId: named.accountId, test: false },
    async (tx) => {
      const link = await lockLink(tx, named.linkId);
      const { now, realNow } = await clockIn(context.now, tx, link?.test ?? false);
      if (!link || !isOpen(link, now) || !opens.includes(link.purpose)) return { commit: false, answer: NOT_FOUND };
      const mine = { tx, now, realNow, newId, language, accountId: named.accountId, test: link.test };
      const answer = await work({ ...environment, ...mine, scopes: [], actor: customerActor(link) }, link);
      return { commit: !isRefusal(answer), answer };
    },
  );
  return answer as Answer | typeof NOT_FOUND;
}

const NOT_FOUND: Refused<'customer_link_not_found'> = { refused: 'customer_link_not_found' };

/**
 * Not a token of this service: a guess. Valid links are never slowed by guesses from the same
 * address.
 */
function unknown({ guesses, network }: CustomerContext): Refused<'customer_link_not_found' | 'links_slowed'> {
  const guess = { network, aim: `customer links from ${network}` };
  const retryAfter = guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'links_slowed', retryAfter };
  guesses.failed(guess);
  return NOT_FOUND;
}

/** The IDs in a link: the account and the link. */
type Named = { readonly accountId: string; readonly linkId: string };

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
