import type pg from 'pg';
import type { Statement } from './statement-batch.ts';

/** What took long: statements that travelled together, each by its name and how it begins; and what `about` said as they were sent. */
export type SlowStatement = { readonly statements: readonly string[]; readonly ms: number; readonly about: unknown };

/** Who is told of statements that take longer than so many milliseconds. */
export type SlowStatements = {
  readonly slowMs: number;
  /** Asked as a statement is sent. */
  readonly about: () => unknown;
  readonly told: (slow: SlowStatement) => void;
};

/** Statements of a batch, and characters of each, that are told. */
const STATEMENTS_TOLD_MAX = 12;
const CHARACTERS_TOLD_MAX = 120;

/**
 * Notes how long a connection takes over what it is sent, the wait for locks included, from the end of what went before it.
 * Statements of one batch are answered together, so they are told together. Their values are never told.
 */
export function noticeSlow(client: pg.PoolClient, { slowMs, about, told }: SlowStatements): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let freeAt = 0;
  const timed = (asked: unknown): (() => void) => {
    const sentAt = performance.now();
    const whose = about();
    return () => {
      const ms = performance.now() - Math.max(sentAt, freeAt);
      freeAt = performance.now();
      if (ms >= slowMs) told({ statements: namesOf(asked), ms, about: whose });
    };
  };
  (client as { query: unknown }).query = (...args: unknown[]): unknown => {
    const over = timed(args[0]);
    const last = args.at(-1);
    if (typeof last === 'function') {
      const answered = (...results: unknown[]): unknown => {
        over();
        return last(...results);
      };
      return send(...args.slice(0, -1), answered);
    }
    const result = send(...args);
    if (result instanceof Promise) result.then(over, over);
    return result;
  };
}

/** Something that is sent: a text, a query of the driver, or a batch of prepared statements. */
type Asked = Partial<Statement> & { readonly statements?: readonly Statement[] };

function namesOf(asked: unknown): string[] {
  if (typeof asked === 'string') return [nameOf({ text: asked })];
  const { statements, name, text = '' } = asked as Asked;
  const named = statements ?? [{ ...(name !== undefined && { name }), text }];
  const own = named.filter(({ text: said }) => !EVERYWHERE.test(said));
  return (own.length > 0 ? own : named).slice(0, STATEMENTS_TOLD_MAX).map(nameOf);
}

const nameOf = ({ name = '', text }: Statement): string =>
  `${name} ${text.replace(/\s+/g, ' ').trim().slice(0, CHARACTERS_TOLD_MAX)}`.trim();

/** What every transaction begins and ends with. */
const EVERYWHERE = /^(?:begin$|commit$|rollback$|select set_config\()/;
