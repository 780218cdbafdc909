/** What a link lets its customer do: read one document, sign one, or find all that is his. */
export const linkPurposes = ['document', 'signature', 'portal'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Seconds a link to read a document works: three years, while a customer may still dispute what he bought (C. civ. art. 2224 gives five, C. conso. art. L218-2 two). */
export const DOCUMENT_LINK_SECONDS = 3 * 365 * 86_400;

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
