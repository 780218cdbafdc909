import { insertLink, lockActiveLink, revokeLink } from '../../db/portal/customer-links.ts';
import { type CustomerLink, isOpen, type LinkPurpose } from '../../domain/portal/customer-link.ts';
import type { Context } from '../context.ts';
import { linkText } from './link-token.ts';

type Making = Pick<Context, 'tx' | 'now' | 'newId' | 'actor' | 'portalTokens' | 'publicUrl'>;

/** What a link is given for. `endsAt` is Unix seconds. */
export type Given = {
  /** Absent where it is of no matter. */
  readonly id?: string;
  readonly purpose: LinkPurpose;
  readonly documentId?: string;
  readonly customerId?: string;
  /** The mode of what it opens. */
  readonly test: boolean;
  readonly endsAt: number;
};

/**
 * The one link of a document for a purpose: the one there is where it still opens, else a new one in its place. The document must
 * be locked, so that two who ask at once are given the same.
 */
export async function activeLink(
  context: Making,
  given: Given & { readonly documentId: string },
): Promise<{ link: CustomerLink; url: string }> {
  const standing = await lockActiveLink(context.tx, given.documentId, given.purpose);
  if (standing && isOpen(standing, context.now)) return { link: standing, url: addressOfLink(context, standing) };
  if (standing) revokeLink(context.tx, standing.id, context.now);
  return createCustomerLink(context, given);
}

/** Where a link leads. It is a secret: whoever has it opens what it was given for. */
export const addressOfLink = (
  { tx, portalTokens, publicUrl }: Pick<Context, 'tx' | 'portalTokens' | 'publicUrl'>,
  { id }: Pick<CustomerLink, 'id'>,
): string => `${publicUrl}/c/${linkText(portalTokens, { accountId: tx.accountId, linkId: id })}`;

/** Makes a link of its own and gives it with its address. */
export function createCustomerLink(context: Making, given: Given): { link: CustomerLink; url: string } {
  const link = { id: context.newId(), ...given, createdBy: context.actor, createdAt: context.now, views: 0 };
  insertLink(context.tx, link);
  return { link, url: addressOfLink(context, link) };
}
