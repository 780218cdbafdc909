import type pg from 'pg';

/** Milliseconds between two looks at what is asked and not answered. */
const LOOK_MS = 1_000;

/** What the driver keeps of a connection: the query that is being answered, and those sent behind it. */
type Asked = { readonly _activeQuery?: object | null; readonly _sentQueryQueue?: readonly object[] };

/**
 * Cuts connections whose PostgreSQL has not answered one and the same question for so many looks that `silenceMs` have passed: what is
 * asked on them then fails as on a lost connection. `connections` are those there are now. Looks in which this process
 * itself did nothing count as one. Answers how to end that.
 *
 * The driver's own limit (`query_timeout`) sets a timer for each question. What hangs from these outlives its request until V8 clears its
 * old memory away: with it the server cleared six times as often, and a finalization took it a sixth more of the processor.
 */
export function cutSilent(
  connections: () => Iterable<pg.ClientBase>,
  { silenceMs, cut }: { silenceMs: number; cut: (client: pg.ClientBase) => void },
): () => void {
  const looksMax = Math.ceil(silenceMs / LOOK_MS);
  let seen = new Map<pg.ClientBase, Unanswered>();
  const look = (): void => {
    const now = new Map<pg.ClientBase, Unanswered>();
    for (const client of connections()) {
      const question = oldestOf(client as Asked);
      if (!question) continue;
      const before = seen.get(client);
      const looks = before?.question === question ? before.looks + 1 : 0;
      if (looks >= looksMax) cut(client);
      else now.set(client, { question, looks });
    }
    seen = now;
  };
  const looking = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(looking);
}

type Unanswered = { readonly question: object; readonly looks: number };

const oldestOf = ({ _activeQuery, _sentQueryQueue }: Asked): object | undefined => _activeQuery ?? _sentQueryQueue?.[0];
