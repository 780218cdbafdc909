import type { PortalTokens } from '../../audit/secrets/portal-tokens.ts';
import type { Scope } from '../../domain/account/scope.ts';
import { mayReadCustomerLinks } from '../../domain/portal/customer-link.ts';
import type { PortalTokenOf } from '../../schemas/customers/customer.ts';
import { linkText } from '../portal/customer-link.ts';

/**
 * Creates portal tokens for callers that may read them; undefined for others. Tokens are created
 * only when shown.
 */
export function portalTokensFor(
  { accountId, scopes }: { accountId: string; scopes: readonly Scope[] },
  { portalTokens, publicUrl }: { portalTokens: PortalTokens; publicUrl: string },
): PortalTokenOf | undefined {
  if (!mayReadCustomerLinks(scopes)) return undefined;
  return Object.assign((customerId: string) => portalTokens.of({ accountId, customerId }), {
    ofLink: (linkId: string) => `${publicUrl}/c/${linkText(portalTokens, { accountId, linkId })}`,
  });
}

/**
 * Fills in the portal tokens removed from an answer stored for an idempotency key. Callers that
 * may read them get the original answer byte for byte; for others links are null and tokens empty.
 */
export function withPortalTokens<Answer>(answer: Answer, portalTokenOf: PortalTokenOf | undefined): Answer {
  const { body } = (answer ?? {}) as { body?: string };
  const struckOut = portalTokenOf ? /"(token|magicLink|url)":""/ : /"(magicLink|url)":""/;
  if (!struckOut.test(body ?? '')) return answer;
  const shown = JSON.parse(body as string, (_, value) => {
    // Some drafts have no customer.
    if (portalTokenOf && value?.token === '' && value.id !== '') value.token = portalTokenOf(value.id);
    for (const link of linksIn(value))
      if (value[link] === '' && value.id !== '') value[link] = portalTokenOf?.ofLink?.(value.id) ?? null;
    return value;
  });
  return { ...answer, body: JSON.stringify(shown) };
}

/** The members of an object that are customer links: of a signature, and of a new link. */
const linksIn = (value: Record<string, unknown> | null | undefined): readonly string[] =>
  typeof value !== 'object' || value === null ? [] : 'purpose' in value ? ['magicLink', 'url'] : ['magicLink'];
