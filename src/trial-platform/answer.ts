/** A request without its transport. Header names are in lower case. */
export type TrialRequest = {
  readonly method: string;
  /** The whole URL, or its path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

export type TrialAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): TrialAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: encoder.encode(JSON.stringify(value)),
});

export const empty = (status: number): TrialAnswer => ({ status, headers: {}, body: NOTHING });

/** Thrown inside an operation and answered with the Error body of the standard. */
export class Refusal extends Error {
  readonly answer: TrialAnswer;
  constructor(status: number, errorCode: string, errorMessage: string, headers: Record<string, string> = {}) {
    super(errorMessage);
    this.answer = json(status, { errorCode, errorMessage }, headers);
  }
}

/** The deposit was taken, and the connection ends before the answer: the client sees no status. */
export class ConnectionCut extends Error {
  constructor() {
    super('the trial platform cut the connection, as its fault cut_after_acceptance says');
  }
}
