import type { RequiredReferences } from '../customers/required-references.ts';

/** What a public body requires on invoices, as its establishment in the directory says. */
export type DirectoryDemands = {
  readonly serviceCode: boolean;
  readonly commitment: boolean;
  readonly serviceCodeOrCommitment: boolean;
};

/** A line of the directory: an electronic address, and where its invoices arrive. */
export type DirectoryLine = {
  readonly electronicAddress: string;
  readonly siren: string;
  readonly siret?: string;
  readonly routingCode?: string;
  readonly routingCodeName?: string;
  readonly addressingSuffix?: string;
  readonly companyName?: string;
  readonly establishmentName?: string;
  /** A public body is reached through Chorus Pro, in establishments only. */
  readonly isPublic: boolean;
  /** An approved platform (WK), or the public portal (DFH). */
  readonly platform: 'WK' | 'DFH';
  readonly isEnabled: boolean;
  readonly demands?: DirectoryDemands;
};

/** Whether a business can be reached; `not_reachable` if it is listed but has no platform. */
export const reachabilities = ['reachable', 'not_reachable', 'not_in_directory'] as const;
export type Reachability = (typeof reachabilities)[number];

export const reachabilityOf = (lines: readonly DirectoryLine[]): Reachability => {
  if (lines.length === 0) return 'not_in_directory';
  return lines.some(isReachable) ? 'reachable' : 'not_reachable';
};

/**
 * Whether invoices to a line arrive. Every business has a line at the level of its SIREN, at first
 * without a platform: disabled, or with the portal, which receives invoices for public bodies only
 * (external specifications of the reform, v3.2, 3.5.3).
 */
export function isReachable({ isEnabled, isPublic, platform, siret, routingCode }: DirectoryLine): boolean {
  if (!isEnabled || routingCode === INTERNAL_ROUTING_CODE) return false;
  return isPublic ? siret !== undefined : platform === 'WK';
}

/** The code of the portal’s own routing, which no sender uses. */
const INTERNAL_ROUTING_CODE = 'FACTURES_PUBLIQUES';

/** What invoices to a line must state; undefined if nothing. */
export function requiredReferencesOf({ demands }: Pick<DirectoryLine, 'demands'>): RequiredReferences | undefined {
  if (!demands) return undefined;
  const { serviceCode, commitment, serviceCodeOrCommitment } = demands;
  if (serviceCode) return commitment ? 'service_code_and_order_number' : 'service_code';
  if (commitment) return 'order_number';
  return serviceCodeOrCommitment ? 'service_code_or_order_number' : undefined;
}
