import { allows, type Scope } from '../account/scope.ts';

/** What a link is for: reading one document, signing one, or the customer portal. */
export const linkPurposes = ['document', 'signature', 'portal'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * Seconds a document link is valid: three years, while a customer may still dispute the purchase
 * (C. civ. art. 2224: five years, C. conso. art. L218-2: two).
 */
export const DOCUMENT_LINK_SECONDS = 3 * 365 * 86_400;

/** Seconds a portal link is valid: it shows everything, and a new one is easily requested. */
export const PORTAL_LINK_SECONDS = 86_400;

/**
 * Seconds a visit lasts: opening the link again within this time of the last view is counted
 * without another event.
 */
const VISIT_SECONDS = 3_600;

/** Portal links mailed to one customer per hour, by any requester. */
export const PORTAL_LINKS_MAX = 3;
export const PORTAL_LINKS_COUNTED_SECONDS = 3_600;

/** Customers of one account listed in one mail, if several have its address. */
export const PORTALS_OF_ADDRESS_MAX = 5;

/** Documents per portal page: less than 60 kB including styles. */
export const PORTAL_PAGE_MAX = 40;

/** Documents in a portal's JSON answer: those to pay first, then the newest. */
export const PORTAL_PAYMENTS_MAX = 1_000;

/** A customer link, without its secret. Times are Unix seconds. */
export type CustomerLink = {
  readonly id: string;
  readonly test: boolean;
  readonly purpose: LinkPurpose;
  /** The document it opens; absent for a portal link, which opens the customer portal. */
  readonly documentId?: string;
  readonly customerId?: string;
  /** Who created it: a key or a person. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly revokedAt?: number;
  /** The number of views, and the first and last of them. */
  readonly views: number;
  readonly firstViewedAt?: number;
  readonly lastViewedAt?: number;
};

/** Whether a link is still valid. */
export const isOpen = ({ revokedAt, endsAt }: CustomerLink, now: number): boolean =>
  revokedAt === undefined && now < endsAt;

/**
 * Whether opening a link now starts a new visit, which is reported to the owner; further views
 * within `VISIT_SECONDS` continue it.
 */
export const beginsVisit = ({ lastViewedAt }: CustomerLink, now: number): boolean =>
  lastViewedAt === undefined || now - lastViewedAt >= VISIT_SECONDS;

/**
 * Whether a caller may read customer links and portal secrets. The holder of a link signs, refuses
 * and pays as the customer, so callers with read scopes only do not get links, although they may
 * read the document.
 */
export const mayReadCustomerLinks = (scopes: readonly Scope[]): boolean =>
  allows(scopes, 'billing:write') && allows(scopes, 'customers:read');
