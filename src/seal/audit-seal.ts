/** The head of a chain: the last link's place and hash. */
export type ChainHead = { seq: number; hash: Buffer };

/** What signs the audit chain, and keeps its signed head outside the database. */
export type AuditSeal = {
  /** Names the key, so that links signed before a key change still verify: the first 16 hex digits of the SHA-256 of the public key. */
  keyId: string;
  /** Ed25519 over the hash of a link. */
  sign: (hash: Buffer) => Buffer;
  /** Notes a committed head outside the database, so that a cut tail shows. Returns at once; written within a second. */
  anchor: (whose: { accountId: string; test: boolean }, head: ChainHead, signature: Buffer) => void;
};
