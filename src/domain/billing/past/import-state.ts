/** An import takes files while it is open; it is done once, and can be undone. */
export const importStates = ['open', 'done', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** What an import brought. */
export type ImportResult = {
  readonly documents: number;
  readonly payments: number;
  readonly customers: number;
  readonly products: number;
  /** Rows of lists of customers and products that could not be read. */
  readonly skipped?: number;
  /** SHA-256 over the digests of its documents, as the audit trail states it. */
  readonly digest: string;
};

export type Import = {
  readonly id: string;
  readonly state: ImportState;
  readonly files: number;
  readonly result?: ImportResult;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly doneAt?: number;
  readonly undoneAt?: number;
};
