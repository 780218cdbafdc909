/** Milliseconds between two checks of a node in use. */
const LOOK_MS = 1_000;
/**
 * Milliseconds the node of an account is cached, and the number of cached accounts; moves are
 * noticed within that time.
 */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 50_000;

/**
 * The node does not respond and was not queried. It has PostgreSQL's code for a broken connection,
 * so that callers treat it like one.
 */
export class NodeUnreachable extends Error {
  readonly code = '08006';
  constructor(node: string) {
    super(`the node ${node} does not answer`);
  }
}

/** How nodes are found and reached. */
export type NodeConnections = {
  /** The name of an account's node; undefined if unknown. Queries the entry node only. */
  readonly nodeOf: (accountId: string) => Promise<string | undefined>;
  /** Every node that may hold accounts. Queries the entry node only. */
  readonly all: () => Promise<readonly string[]>;
  /** Whether a node accepts a new connection and answers, within the timeout. */
  readonly answers: (node: string) => Promise<boolean>;
  /**
   * Ends the sessions of this entry node process on all nodes but `silent`: it is stuck on that
   * one and holds locks on the others.
   */
  readonly letGo: (pid: number, silent: string) => Promise<void>;
  /** A monotonic clock in milliseconds, and a timer. */
  readonly now?: () => number;
  readonly later?: (work: () => void, ms: number) => void;
};

/** A connection in use by a transaction: its process on the entry node, and how to cut it. */
type Held = { readonly pid: () => number | undefined; readonly cut: () => void };

/** One transaction on the node of its account, or on several. */
export type Visit = {
  /**
   * Registers the connection, which is cut if its node stops responding. Throws `NodeUnreachable`
   * if it already has.
   */
  readonly holds: (held: Held) => void;
  /** `answered`: the transaction succeeded, so its nodes respond. A failure proves nothing. */
  readonly leave: (answered: boolean) => void;
};

/** A transaction on a node; `isAlone`: it uses no other node. */
type Stay = { readonly isAlone: boolean; held?: Held };
type Node = { readonly name: string; readonly stays: Set<Stay>; left: number; leftSeen: number; silent: boolean };

/** Cuts the connection to the silent node, and ends sessions that hold row locks on others. */
function cutOff({ isAlone, held }: Stay, silent: string, letGo: NodeConnections['letGo']): void {
  held?.cut();
  const pid = isAlone ? undefined : held?.pid();
  if (pid !== undefined) void letGo(pid, silent).catch(() => {});
}

/**
 * Prevents an unresponsive node from blocking all connections. A node that is down refuses
 * connections at once, but a frozen node, or one behind a network that drops packets, blocks each
 * statement until its timeout. If no transaction on a node finished for a second, the node is
 * checked with a new connection. If the check fails, the transactions on the node are cut and new
 * ones refused until it responds. A slow statement alone is no proof, nor is a failed check during
 * which a transaction finished: such a node is busy. A transaction on several nodes would hold row
 * locks on the others until the unresponsive one answers, so its sessions on them are ended.
 */
export function openNodeMonitor({ nodeOf, all, answers, letGo, now = monotonic, later = unhurried }: NodeConnections) {
  const where = placesKnown({ nodeOf, all, now });
  const nodes = new Map<string, Node>();

  const look = async (node: Node): Promise<void> => {
    const isStill = node.stays.size > 0 && node.left === node.leftSeen;
    if (node.silent || isStill) {
      const left = node.left;
      const speaks = await answers(node.name);
      node.silent = !speaks && node.left === left;
      if (node.silent) for (const stay of node.stays) cutOff(stay, node.name, letGo);
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
    /** Enters a transaction of one or several accounts. Throws `NodeUnreachable`. */
    enter: async (...accountIds: readonly string[]): Promise<Visit> => {
      const names = await Promise.all([...new Set(accountIds)].map(where.nodeOf));
      return stayAt([...new Set(names.flat())]);
    },
    /** Enters a transaction on every node. Throws `NodeUnreachable`. */
    enterAll: async (): Promise<Visit> => stayAt(await where.all()),
    /** Enters queries per node that tolerate failures: it skips nodes known to be silent. */
    enterAnswering: async (): Promise<Visit> => {
      const speaking = (await where.all()).filter((name) => nodes.get(name)?.silent !== true);
      return stayAt(speaking, { isAlone: false });
    },
  };
}

export type NodeMonitor = ReturnType<typeof openNodeMonitor>;

/** The nodes of accounts, cached for a minute. */
function placesKnown({ nodeOf, all, now }: Pick<NodeConnections, 'nodeOf' | 'all'> & { now: () => number }) {
  const known = new Map<string, { readonly said: Promise<readonly string[]>; readonly until: number }>();
  const cachedLookup = (key: string, ask: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    const at = known.get(key);
    if (at && at.until > now()) return at.said;
    if (known.size >= KNOWN_MAX) known.clear();
    const result = ask();
    known.set(key, { said: result, until: now() + KNOWN_MS });
    result.catch(() => known.delete(key));
    return result;
  };
  return {
    nodeOf: (accountId: string) =>
      cachedLookup(accountId, async () => [await nodeOf(accountId)].filter((node) => node !== undefined)),
    all: () => cachedLookup(EVERY_NODE, all),
  };
}

/** The cache key of all nodes; no account has this ID. */
const EVERY_NODE = '';

const monotonic = (): number => performance.now();

/** Does not keep the process alive. */
const unhurried = (work: () => void, ms: number): void => void setTimeout(work, ms).unref();
