/** A member that caused a refusal, as the service names it. */
export type Fault = {
  /** Dotted path in the body, or name in the query: `lines.0.quantity`. */
  readonly property: string;
  /** How to fix it, in the requested language. */
  readonly text: string;
};

/**
 * A refusal of the service: a code for programs, and texts for people in the requested language.
 */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What happened and how to fix it. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  /** Further members of the refusal: `finalizeRequirements`, `retryAfter`, … */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    const title = textIn(body.title) ?? '';
    const detail = textIn(body.detail) ?? title;
    super(detail || String(status));
    this.name = 'Problem';
    this.status = status;
    this.code = textIn(body.code) ?? 'unknown';
    this.title = title;
    this.detail = detail;
    this.faults = faultsIn(body.errors, this);
    this.members = body;
  }

  /** The error of a member, if any. */
  at(property: string): string | undefined {
    return this.faults.find((fault) => fault.property === property)?.text;
  }
}

/** The service is unreachable: no network, or not running. The request may be retried. */
export class Offline extends Error {
  override name = 'Offline';
}

/** Whether an error is a refusal with this code. */
export const isProblem = (error: unknown, code?: string): error is Problem =>
  error instanceof Problem && (code === undefined || error.code === code);

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Member errors. For the member that the refusal itself is about, the text is its full detail. */
function faultsIn(errors: unknown, { code, detail }: Pick<Problem, 'code' | 'detail'>): Fault[] {
  if (!Array.isArray(errors)) return [];
  return (errors as { property?: string; constraints?: Record<string, string> }[]).map(
    ({ property = '', constraints = {} }) => ({
      property,
      text: code in constraints ? detail : Object.values(constraints).join(' '),
    }),
  );
}
