import { type PlatformAddresses, platformPresets } from '../../domain/einvoicing/platform-connection.ts';
import type { AddressMember } from '../../domain/einvoicing/refusal.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { PlatformConnectionForm } from '../../schemas/einvoicing/platform-connection.ts';
import type { Context } from '../context.ts';
import { urlRefusal } from '../events/webhook-url-check.ts';
import type { PlatformKeys } from './platform-token.ts';
import { trialKeysOf } from './trial-platform/trial-platform-of-account.ts';

export const addressRefusals = [
  ...(['platform_address_needed', 'platform_address_not_https'] as const),
  ...(['platform_address_not_public', 'platform_keys_needed'] as const),
] as const;
type AddressRefusal = (typeof addressRefusals)[number];

/** Whether a form connects test mode: sandboxes never get live documents. */
export const isTestPlatform = ({ preset, isSandbox }: PlatformConnectionForm): boolean =>
  preset === 'standard' ? isSandbox : platformPresets[preset].test;

/**
 * The addresses a form leads to: those of the preset, or those it gives. Refused if an address is
 * missing or cannot be used.
 */
export function addressesOf(
  form: PlatformConnectionForm,
  { webhooks }: Pick<Context, 'webhooks'>,
): PlatformAddresses | Refused<AddressRefusal> {
  const { preset, organizationId } = form;
  const organization = organizationId === undefined ? {} : { organizationId };
  if (preset !== 'standard') {
    const { flowUrl, directoryUrl, tokenUrl } = platformPresets[preset];
    return { flowUrl, directoryUrl, tokenUrl, ...organization };
  }
  for (const member of ['flowUrl', 'tokenUrl', 'directoryUrl'] as const) {
    const url = form[member];
    if (url === undefined && member !== 'directoryUrl') return { refused: 'platform_address_needed', member };
    const unusable = url === undefined ? undefined : unusableAddress(url, member, webhooks.allowedNetworks);
    if (unusable) return unusable;
  }
  return {
    ...{ flowUrl: baseOf(form.flowUrl as string), tokenUrl: form.tokenUrl as string },
    ...(form.directoryUrl !== undefined && { directoryUrl: baseOf(form.directoryUrl) }),
    ...organization,
  };
}

/** The credentials of a form. The trial platform needs none typed. */
export function keysOf(
  { preset, clientId, clientSecret }: PlatformConnectionForm,
  { accountId }: Pick<Context, 'accountId'>,
): PlatformKeys | Refused<AddressRefusal> {
  if (preset === 'trial') return trialKeysOf(accountId);
  if (clientId === undefined || clientSecret === undefined) return { refused: 'platform_keys_needed' };
  return { clientId, clientSecret };
}

function unusableAddress(
  url: string,
  member: AddressMember,
  allowed: Context['webhooks']['allowedNetworks'],
): Refused<AddressRefusal> | undefined {
  const unusable = urlRefusal(url, allowed);
  if (!unusable) return undefined;
  return unusable.refused === 'webhook_url_not_public'
    ? { refused: 'platform_address_not_public', member, host: unusable.host }
    : { refused: 'platform_address_not_https', member };
}

/** An address without the version and the slash at its end, which people paste with it. */
const baseOf = (url: string): string => url.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
