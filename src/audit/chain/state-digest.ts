import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from './chain-link.ts';

/**
 * What goes on moving on a finalized document. Its version, which counts views, and `lastDownloadAt`, which says who looked,
 * are not in it: they move without anything having happened.
 */
export type MutableDocumentPart = {
  state: string;
  title: string | null;
  life: Readonly<Record<string, unknown>>;
  /** Cents, tax included. */
  billed: number;
  credited: number;
  paid: number;
  /** Unix seconds. */
  signedAt: number | null;
  refusedAt: number | null;
  paidAt: number | null;
  canceledAt: number | null;
  archivedAt: number | null;
  refundAt: number | null;
  updatedAt: number;
};

/** The columns of a finalized document that never move again; most are in its sealed text too. */
export type FrozenDocumentPart = {
  kind: string;
  familyId: string;
  parentId: string | null;
  customerId: string | null;
  projectId: string | null;
  currency: string;
  emittedAt: number;
  emittedOn: string;
  dueOn: string | null;
  validUntilOn: string | null;
  /** Cents. */
  net: number;
  vat: number;
  total: number;
  deducted: number;
  prefix: string;
  year: number;
  counter: number;
  number: string;
  finalizedAt: number;
  createdAt: number;
};

/** A payment as its row keeps it. */
export type PaymentPart = {
  documentId: string;
  amount: number;
  receivedOn: string;
  method: string;
  reversesId: string | null;
  content: string;
  createdAt: number;
};

/** A key as its row keeps it, but for when it was last used. */
export type KeyPart = {
  test: boolean;
  secretSha256: string;
  name: string;
  scopes: readonly string[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  replacedBy: string | null;
  /** Only where somebody made it: what nobody did, and what is older, reads as it did. */
  madeBy?: string;
};

/** An event as its row keeps it, but for its place in the feed. */
export type EventPart = { id: string; type: string; subjectId: string; at: number; body: string };

/** Digests of what stands, in hex. Each is of one text: whoever has the row can make it again. */
export const stateDigest = {
  document: ({ life: { lastDownloadAt: _, ...life }, ...part }: MutableDocumentPart): string =>
    sha256Hex(canonicalJson({ ...part, life })),
  frozen: (part: FrozenDocumentPart): string => sha256Hex(canonicalJson(part)),
  payment: (part: PaymentPart): string => sha256Hex(canonicalJson(part)),
  api_key: (part: KeyPart): string => sha256Hex(canonicalJson(part)),
  /** Of the settings' own text. */
  account: (settings: string): string => sha256Hex(settings),
  // Bodies are long, and need not be written once more to be hashed.
  event: ({ id, type, subjectId, at, body }: EventPart): string =>
    sha256Hex(`${id} ${type} ${subjectId} ${at}\n${body}`),
};
