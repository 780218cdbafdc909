import type { Statement } from '../sql.ts';
import { DatabaseClient } from './database-client.ts';

/** A slow statement: its name and beginning, and the result of `about` when it was sent. */
export type SlowStatement = { readonly statement: string; readonly ms: number; readonly about: unknown };

/** Reports statements that take `slowMs` milliseconds or longer. */
export type SlowStatements = {
  readonly slowMs: number;
  /** Called when a statement is sent. */
  readonly about: () => unknown;
  readonly told: (slow: SlowStatement) => void;
};

/** Characters of a statement in a report. */
const CHARACTERS_TOLD_MAX = 120;

/**
 * Connections that time each statement, including lock waits, from the end of the previous
 * statement on the same connection. Parameter values are never reported.
 */
export const timedClient = ({ slowMs, about, told }: SlowStatements): typeof DatabaseClient =>
  class TimingClient extends DatabaseClient {
    #freeAt = 0;

    override query(...args: any[]): any {
      const over = this.#timed(args[0]);
      const last = args.at(-1);
      if (typeof last === 'function') {
        const answered = (...results: unknown[]): unknown => {
          over();
          return last(...results);
        };
        return super.query(...(args.slice(0, -1) as [string]), answered as never);
      }
      const result: unknown = super.query(...(args as [string]));
      if (result instanceof Promise) result.then(over, over);
      return result;
    }

    #timed(statement: string | Statement): () => void {
      const sentAt = performance.now();
      const context = about();
      return () => {
        const ms = performance.now() - Math.max(sentAt, this.#freeAt);
        this.#freeAt = performance.now();
        if (ms >= slowMs) told({ statement: beginningOf(statement), ms, about: context });
      };
    }
  };

function beginningOf(statement: string | Statement): string {
  const { name = '', text }: Statement = typeof statement === 'string' ? { text: statement } : statement;
  return `${name} ${text.replace(/\s+/g, ' ').trim().slice(0, CHARACTERS_TOLD_MAX)}`.trim();
}
