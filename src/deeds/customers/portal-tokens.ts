import type { PortalTokenOf } from '../../contract/customers/customer.ts';
import { allows, type Scope } from '../../domain/account/scope.ts';
import type { PortalTokens } from '../../seal/portal-tokens.ts';
import { linkText } from '../portal/link-text.ts';

/** Gives the secrets of portals to whom may read customers; undefined for anybody else. Nothing is made before it is shown. */
export function portalTokensFor(
  { accountId, scopes }: { accountId: string; scopes: readonly Scope[] },
  { portalTokens, publicUrl }: { portalTokens: PortalTokens; publicUrl: string },
): PortalTokenOf | undefined {
  if (!allows(scopes, 'customers:read')) return undefined;
  return Object.assign((customerId: string) => portalTokens.of({ accountId, customerId }), {
    ofLink: (linkId: string) => `${publicUrl}/c/${linkText(portalTokens, { accountId, linkId })}`,
  });
}

/**
 * An answer that was kept for an idempotency key, without the secrets of portals, as it was answered: to the byte for whom may
 * have them.
 */
export function withPortalTokens<Answer>(answer: Answer, portalTokenOf: PortalTokenOf | undefined): Answer {
  const { body } = (answer ?? {}) as { body?: string };
  if (!portalTokenOf || !/"(token|magicLink|url)":""/.test(body ?? '')) return answer;
  const shown = JSON.parse(body as string, (_, value) => {
    // Nobody is the customer of some drafts.
    if (value?.token === '' && value.id !== '') value.token = portalTokenOf(value.id);
    for (const link of ['magicLink', 'url'])
      if (value?.[link] === '' && value.id !== '') value[link] = portalTokenOf.ofLink?.(value.id);
    return value;
  });
  return { ...answer, body: JSON.stringify(shown) };
}
