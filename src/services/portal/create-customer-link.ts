import { insertLink, lockActiveLink, revokeLink } from '../../db/portal/customer-links.ts';
import { type CustomerLink, isOpen, type LinkPurpose } from '../../domain/portal/customer-link.ts';
import type { Context } from '../context.ts';
import { linkText } from './link-token.ts';

type Making = Pick<Context, 'tx' | 'now' | 'newId' | 'actor' | 'portalTokens' | 'publicUrl'>;

/** The purpose of a link. `endsAt` is Unix seconds. */
export type LinkTarget = {
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
