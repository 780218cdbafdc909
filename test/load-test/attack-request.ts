/** One request of an attack: its description, sender and content. Bodies are built when sent. */
export type AttackRequest = {
  readonly told: string;
  /** The operation it targets. */
  readonly operation: string;
  readonly make: () => Sent;
};
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Targets of attacks. */
export type Target = {
  /** The path of an operation with existing IDs. */
  readonly pathOf: (about: { method: string; template: string }) => string;
  /** A customer, a draft for edits, and a draft of 500 lines. */
  readonly customerId: string;
  /** The owner of the many documents of 500 lines. */
  readonly listedCustomerId: string;
  readonly draftId: string;
  readonly longDraftId: string;
};

export const jsonRequest = ({
  text,
  told,
  operation,
  ...sent
}: {
  told: string;
  operation: string;
  method: string;
  path: string;
  text: () => string;
}): AttackRequest => ({ told, operation, make: () => ({ ...sent, body: text() }) });
