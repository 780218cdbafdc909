/** One member of a request that was refused, as the service names it. */
export type Fault = {
  /** Dotted path of the member in the body, or its name in the query: `lines.0.quantity`. */
  readonly property: string;
  /** What to write instead, in the language asked for. */
  readonly text: string;
};

/** A refusal of the service: a code to decide by, and texts for people in the language asked for. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What happened and what to do. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  /** Everything else the refusal says: `finalizeRequirements`, `retryAfter`, … */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, told: Readonly<Record<string, unknown>>) {
    const title = textIn(told.title) ?? '';
    const detail = textIn(told.detail) ?? title;
    super(detail || String(status));
    this.name = 'Problem';
    this.status = status;
    this.code = textIn(told.code) ?? 'unknown';
    this.title = title;
    this.detail = detail;
    this.faults = faultsIn(told.errors, this);
    this.members = told;
  }

  /** What is wrong with one member, if anything is. */
  at(property: string): string | undefined {
    return this.faults.find((fault) => fault.property === property)?.text;
  }
}

/** The service could not be reached: no network, or it is not running. What was asked may be asked again. */
export class Offline extends Error {
  override name = 'Offline';
}

/** Whether an error is a refusal with this code. */
export const isProblem = (error: unknown, code?: string): error is Problem =>
  error instanceof Problem && (code === undefined || error.code === code);

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What the refusal itself points at is said with what to do about it, as the refusal is. */
function faultsIn(errors: unknown, { code, detail }: Pick<Problem, 'code' | 'detail'>): Fault[] {
  if (!Array.isArray(errors)) return [];
  return (errors as { property?: string; constraints?: Record<string, string> }[]).map(
    ({ property = '', constraints = {} }) => ({
      property,
      text: code in constraints ? detail : Object.values(constraints).join(' '),
    }),
  );
}
