import { openOneStatement } from '../measurements/single-statement.ts';
import { openConnection, type Reply, requestText } from './connection.ts';
import type { Ask, Load, Outcome } from './load.ts';

// The load driver process: receives the load from its parent and returns the outcome.
process.on('message', (load: Load) => {
  drive(load).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ error: error.stack ?? error.message }),
  );
});

/** Runs one request sequence; resolves with the reason if it failed. */
type Turn = () => Promise<string | undefined>;
type Client = { turn: Turn | undefined; close: () => Promise<void> | void };

async function drive(load: Load): Promise<Outcome> {
  const clients = await Promise.all(Array.from({ length: load.clients }, (_, place) => client(load, place)));
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const began = performance.now();
  const until = 'seconds' in load && load.seconds ? began + load.seconds * 1000 : Number.POSITIVE_INFINITY;
  await Promise.all(
    clients.map(async ({ next }) => {
      for (let turn = next(); turn && performance.now() < until; turn = next()) {
        const asked = performance.now();
        const failure = await turn();
        latencies.push(performance.now() - asked);
        if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const client of clients) await client.close();
  return outcomeOf(latencies, seconds, failures);
}

function outcomeOf(latencies: number[], seconds: number, failures: Record<string, number>): Outcome {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    perSecond: sorted.length / seconds,
    done: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
    failures,
  };
}

async function client(load: Load, place: number): Promise<{ next: () => Turn | undefined; close: Client['close'] }> {
  if (load.over === 'sql') {
    const statement = await openOneStatement(load.connection);
    const next = (): Turn | undefined => {
      const draft = load.drafts.pop();
      return draft && (() => statement.finalize(draft, load));
    };
    return { next, close: statement.close };
  }
  const connection = await openConnection(load.port, load.ca);
  const { asks, seconds } = load;
  // Each client starts at another position of the list.
  let at = Math.floor((asks.length / load.clients) * place);
  const next = (): Turn | undefined => {
    const ask = seconds === undefined ? asks.pop() : asks[at++ % asks.length];
    return ask && (() => answered(connection.ask, ask, load.port));
  };
  return { next, close: connection.close };
}

async function answered(send: (text: string) => Promise<Reply>, ask: Ask, port: number): Promise<string | undefined> {
  const reply = await send(requestText(port, ask));
  if (reply.status >= 300) return String(reply.status);
  if (!ask.then) return undefined;
  const { id } = JSON.parse(reply.body.toString()) as { id: string };
  for (const next of ask.then) {
    const failure = await answered(send, { ...next, path: next.path.replace('{id}', id) }, port);
    if (failure) return failure;
  }
  return undefined;
}
