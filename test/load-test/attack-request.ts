/** One request of an attack: how it is told to people, whose it is, and what is sent. Bodies are made when they are sent. */
export type AttackRequest = {
  readonly told: string;
  /** The operation of the description it goes to. */
  readonly operation: string;
  readonly make: () => Sent;
};
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** What an attack can aim at. */
export type Target = {
  /** The address of an operation, with ids that are there. */
  readonly pathOf: (about: { method: string; template: string }) => string;
  /** A customer, a draft for edits, and a draft of 500 lines. */
  readonly customerId: string;
  /** Whose documents are the many of 500 lines. */
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
