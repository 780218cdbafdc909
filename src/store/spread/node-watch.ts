/** Milliseconds between two looks at a node somebody is at. */
const LOOK_MS = 1_000;
/** Milliseconds the node of an account is taken for known, and accounts it is known of at once; a move is heard of by then. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 50_000;

/** A node that says nothing was not asked. It is no connection of ours that broke: PostgreSQL's code for one tells all the same. */
export class NodeSilent extends Error {
  readonly code = '08006';
  constructor(node: string) {
    super(`the node ${node} does not answer`);
  }
}

/** How nodes are found and reached. */
export type NodesAsked = {
  /** The node of an account, by a name; undefined where nobody can say. Asks the entry alone. */
  readonly nodeOf: (accountId: string) => Promise<string | undefined>;
  /** Whether a node answers who comes anew. Takes as long as it may be waited for, and no longer. */
  readonly answers: (node: string) => Promise<boolean>;
  /** Milliseconds by a clock that does not jump, and something to be done later. */
  readonly now?: () => number;
  readonly later?: (work: () => void, ms: number) => void;
};

/** One transaction at the node of its account. */
export type Visit = {
  /** Tells how it is cut off should its node fall silent. Throws `NodeSilent` where it has meanwhile. */
  readonly holds: (cut: () => void) => void;
  readonly leave: () => void;
};

type Stay = { cut?: () => void };
type Node = { readonly name: string; readonly stays: Set<Stay>; left: number; leftSeen: number; silent: boolean };

/**
 * Keeps those who wait for a node that says nothing from holding what others need. One that is gone refuses at once; one that is frozen, or
 * behind a network that drops what is sent, lets everybody wait until a statement has taken too long, and soon all connections of the process
 * wait for it. So where nobody who is at a node has ended for a second it is reached for anew; if it does not answer then, whoever is at it is
 * cut off and whoever comes is refused at once, until it does. That somebody's statement takes long proves nothing: his node answers.
 */
export function openNodeWatch({ nodeOf, answers, now = () => performance.now(), later = unhurried }: NodesAsked) {
  const known = new Map<string, { readonly node: Promise<string | undefined>; readonly until: number }>();
  const nodes = new Map<string, Node>();

  const find = (accountId: string): Promise<string | undefined> => {
    const at = known.get(accountId);
    if (at && at.until > now()) return at.node;
    if (known.size >= KNOWN_MAX) known.clear();
    const node = nodeOf(accountId);
    known.set(accountId, { node, until: now() + KNOWN_MS });
    node.catch(() => known.delete(accountId));
    return node;
  };

  const look = async (node: Node): Promise<void> => {
    const isStill = node.stays.size > 0 && node.left === node.leftSeen;
    node.leftSeen = node.left;
    if (node.silent || isStill) {
      node.silent = !(await answers(node.name));
      if (node.silent) for (const { cut } of node.stays) cut?.();
    }
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

  return {
    /** For one transaction of an account. Throws `NodeSilent`. */
    enter: async (accountId: string): Promise<Visit> => {
      const name = await find(accountId);
      if (name === undefined) return NOWHERE;
      const node = come(name);
      if (node.silent) throw new NodeSilent(name);
      const stay: Stay = {};
      node.stays.add(stay);
      return {
        holds: (cut) => {
          if (node.silent) throw new NodeSilent(name);
          stay.cut = cut;
        },
        leave: () => {
          node.stays.delete(stay);
          node.left += 1;
        },
      };
    },
  };
}

export type NodeWatch = ReturnType<typeof openNodeWatch>;

const NOWHERE: Visit = { holds: () => {}, leave: () => {} };

/** Holds up no process that ends. */
const unhurried = (work: () => void, ms: number): void => void setTimeout(work, ms).unref();
