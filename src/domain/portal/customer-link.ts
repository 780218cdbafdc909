import { allows, type Scope } from '../account/scope.ts';

/** What a link lets its customer do: read one document, sign one, or find all that is his. */
export const linkPurposes = ['document', 'signature', 'portal'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Seconds a link to read a document works: three years, while a customer may still dispute what he bought (C. civ. art. 2224 gives five, C. conso. art. L218-2 two). */
export const DOCUMENT_LINK_SECONDS = 3 * 365 * 86_400;

/** Seconds a link into a portal works: it shows everything, and another is asked for in a minute. */
export const PORTAL_LINK_SECONDS = 86_400;

/** Seconds a visit lasts: that a link was opened again within them of the last time is counted, and not told once more. */
const VISIT_SECONDS = 3_600;

/** Links into one customer's portal that are mailed within an hour, whoever asks. */
export const PORTAL_LINKS_MAX = 3;
export const PORTAL_LINKS_COUNTED_SECONDS = 3_600;

/** Customers of one account that one mail names, where its address is in the details of several. */
export const PORTALS_OF_ADDRESS_MAX = 5;

/** Documents on one page of a portal: with its style less than 60 kB. */
export const PORTAL_PAGE_MAX = 40;

/** Documents a portal tells at once to a program, what is to pay first and then the newest. */
export const PORTAL_PAYMENTS_MAX = 1_000;

/** A link in a customer's hands. Times are Unix seconds. Its secret is none of it. */
export type CustomerLink = {
  readonly id: string;
  readonly test: boolean;
  readonly purpose: LinkPurpose;
  /** What it opens: of `portal` the customer, else the document. */
  readonly documentId?: string;
  readonly customerId?: string;
  /** Who gave it: a key, a person. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly revokedAt?: number;
  /** How often it was opened, and when first and last. */
  readonly views: number;
  readonly firstViewedAt?: number;
  readonly lastViewedAt?: number;
};

/** Whether a link still opens what it was given for. */
export const isOpen = ({ revokedAt, endsAt }: CustomerLink, now: number): boolean =>
  revokedAt === undefined && now < endsAt;

/** Whether somebody who opens a link now begins a visit, of which its owner hears; it goes on as long as he comes back within `VISIT_SECONDS`. */
export const beginsVisit = ({ lastViewedAt }: CustomerLink, now: number): boolean =>
  lastViewedAt === undefined || now - lastViewedAt >= VISIT_SECONDS;

/**
 * Whether a caller may read the links and portal secrets of customers. A link acts: its holder signs, refuses and pays as the customer. So a
 * caller who only reads gets none of them, though they may read the document.
 */
export const mayReadCustomerLinks = (scopes: readonly Scope[]): boolean =>
  allows(scopes, 'billing:write') && allows(scopes, 'customers:read');
