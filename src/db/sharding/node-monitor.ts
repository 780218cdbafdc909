/** Milliseconds between two looks at a node somebody is at. */
const LOOK_MS = 1_000;
/** Milliseconds the node of an account is taken for known, and accounts it is known of at once; a move is heard of by then. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 50_000;

/** A node that says nothing was not asked. It is no connection of ours that broke: PostgreSQL's code for one tells all the same. */
export class NodeUnreachable extends Error {
  readonly code = '08006';
  constructor(node: string) {
    super(`the node ${node} does not answer`);
  }
}

/** How nodes are found and reached. */
export type NodeConnections = {
  /** The node of an account, by a name; undefined where nobody can say. Asks the entry alone. */
  readonly nodeOf: (accountId: string) => Promise<string | undefined>;
  /** Every node that may hold accounts. Asks the entry alone. */
  readonly all: () => Promise<readonly string[]>;
  /** Whether a node answers who comes anew. Takes as long as it may be waited for, and no longer. */
  readonly answers: (node: string) => Promise<boolean>;
  /** Ends what the entry's process of this number has open on the nodes that are not `silent`: it waits for that one, and others for it. */
  readonly letGo: (pid: number, silent: string) => Promise<void>;
  /** Milliseconds by a clock that does not jump, and something to be done later. */
  readonly now?: () => number;
  readonly later?: (work: () => void, ms: number) => void;
};

/** A connection a transaction has: which process of the entry is behind it, and how it is cut off. */
type Held = { readonly pid: () => number | undefined; readonly cut: () => void };

/** One transaction at the node of its account, or at the nodes of several. */
export type Visit = {
  /** Tells what it holds, which is cut off should its node fall silent. Throws `NodeUnreachable` where it has meanwhile. */
  readonly holds: (held: Held) => void;
  /** `answered`: it went well, so its nodes speak. Who gave up proves nothing. */
  readonly leave: (answered: boolean) => void;
};

/** `isAlone`: at no other node. */
type Stay = { readonly isAlone: boolean; held?: Held };
type Node = { readonly name: string; readonly stays: Set<Stay>; left: number; leftSeen: number; silent: boolean };

/**
 * Keeps those who wait for a node that says nothing from holding what others need. One that is gone refuses at once; one that is frozen, or
 * behind a network that drops what is sent, lets everybody wait until a statement has taken too long, and soon all connections of the process
 * wait for it. So where nobody who is at a node has ended for a second it is reached for anew; if it does not answer then, whoever is at it is
 * cut off and whoever comes is refused at once, until it does. That somebody's statement takes long proves nothing: his node answers. Nor is
 * one silent at which somebody ended while it was reached for: it is busy, and slow to let anybody in. What was at several nodes holds rows
 * on the others until the one that is silent speaks again: it is ended there.
 */
export function openNodeMonitor({ nodeOf, all, answers, letGo, now = monotonic, later = unhurried }: NodeConnections) {
  const where = placesKnown({ nodeOf, all, now });
  const nodes = new Map<string, Node>();

  const cutOff = ({ isAlone, held }: Stay, silent: string): void => {
    held?.cut();
    const pid = isAlone ? undefined : held?.pid();
    if (pid !== undefined) void letGo(pid, silent).catch(() => {});
  };

  const look = async (node: Node): Promise<void> => {
    const isStill = node.stays.size > 0 && node.left === node.leftSeen;
    if (node.silent || isStill) {
      const left = node.left;
      const speaks = await answers(node.name);
      node.silent = !speaks && node.left === left;
      if (node.silent) for (const stay of node.stays) cutOff(stay, node.name);
    }
    node.leftSeen = node.left;
    if (node.silent || node.stays.size > 0) later(() => void look(node), LOOK_MS);
    else nodes.delete(node.name);
  };

  const come = (name: string): Node => {
    const there = nodes.get(name);
    if (there) return there;
    const node = { name, stays: new Set<Stay>(), left: 0, leftSeen: 0, silent: false };
    nodes.set(name, node);
    later(() => void look(node), LOOK_MS);
    return node;
  };

  const stayAt = (names: readonly string[], { isAlone = names.length === 1 } = {}): Visit => {
    const there = names.map(come);
    const refuseSilent = (): void => {
      for (const { silent, name } of there) if (silent) throw new NodeUnreachable(name);
    };
    refuseSilent();
    const stay: Stay = { isAlone };
    for (const { stays } of there) stays.add(stay);
    return {
      holds: (held) => {
        refuseSilent();
        stay.held = held;
      },
      leave: (answered) => {
        for (const node of there) {
          node.stays.delete(stay);
          if (answered) node.left += 1;
        }
      },
    };
  };

  return {
    /** For one transaction of an account, or of several. Throws `NodeUnreachable`. */
    enter: async (...accountIds: readonly string[]): Promise<Visit> => {
      const names = await Promise.all([...new Set(accountIds)].map(where.nodeOf));
      return stayAt([...new Set(names.flat())]);
    },
    /** For one that asks every node. Throws `NodeUnreachable`. */
    enterAll: async (): Promise<Visit> => stayAt(await where.all()),
    /** For one that asks each node by itself, and goes on with those that answer: at all not known to be silent, and at one just back. */
    enterAnswering: async (): Promise<Visit> => {
      const speaking = (await where.all()).filter((name) => nodes.get(name)?.silent !== true);
      return stayAt(speaking, { isAlone: false });
    },
  };
}

export type NodeMonitor = ReturnType<typeof openNodeMonitor>;

/** Asks once, and again after a minute. */
function placesKnown({ nodeOf, all, now }: Pick<NodeConnections, 'nodeOf' | 'all'> & { now: () => number }) {
  const known = new Map<string, { readonly said: Promise<readonly string[]>; readonly until: number }>();
  const asked = (whose: string, ask: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    const at = known.get(whose);
    if (at && at.until > now()) return at.said;
    if (known.size >= KNOWN_MAX) known.clear();
    const said = ask();
    known.set(whose, { said, until: now() + KNOWN_MS });
    said.catch(() => known.delete(whose));
    return said;
  };
  return {
    nodeOf: (accountId: string) =>
      asked(accountId, async () => [await nodeOf(accountId)].filter((node) => node !== undefined)),
    all: () => asked(EVERY_NODE, all),
  };
}

/** No account is called so. */
const EVERY_NODE = '';

const monotonic = (): number => performance.now();

/** Holds up no process that ends. */
const unhurried = (work: () => void, ms: number): void => void setTimeout(work, ms).unref();
