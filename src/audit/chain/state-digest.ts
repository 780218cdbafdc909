import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from './chain-link.ts';

/**
 * The fields of a finalized document that can still change. Its version (counts views) and
 * `lastDownloadAt` are excluded, because they change without an event.
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

/** The columns of a finalized document that never change; most are in its sealed text too. */
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

/** A payment, as in its row. */
export type PaymentPart = {
  documentId: string;
  amount: number;
  receivedOn: string;
  method: string;
  reversesId: string | null;
  content: string;
  createdAt: number;
};

/** A key, as in its row, without its last use. */
export type KeyPart = {
  test: boolean;
  secretSha256: string;
  name: string;
  scopes: readonly string[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  replacedBy: string | null;
  /** Only if a member created it; otherwise the digest is the same as in older versions. */
  madeBy?: string;
};

/** An event, as in its row, without its position in the feed. */
export type EventPart = { id: string; type: string; subjectId: string; at: number; body: string };

/** Hex digests of states. Each is computed from one text that can be rebuilt from the row. */
export const stateDigest = {
  document: ({ life: { lastDownloadAt: _, ...life }, ...part }: MutableDocumentPart): string =>
    sha256Hex(canonicalJson({ ...part, life })),
  frozen: (part: FrozenDocumentPart): string => sha256Hex(canonicalJson(part)),
  payment: (part: PaymentPart): string => sha256Hex(canonicalJson(part)),
  api_key: (part: KeyPart): string => sha256Hex(canonicalJson(part)),
  /** The settings as stored. */
  account: (settings: string): string => sha256Hex(settings),
  // Bodies are long: hash them without building another string.
  event: ({ id, type, subjectId, at, body }: EventPart): string =>
    sha256Hex(`${id} ${type} ${subjectId} ${at}\n${body}`),
};
