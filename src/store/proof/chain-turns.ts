import { performance } from 'node:perf_hooks';
import type { ChainHead } from '../../seal/audit-seal.ts';

/** The counter of a series in one year, and the last civil day it numbered. */
type Counter = { readonly year: number; readonly last: number; readonly lastOn?: string };

/** A chain as a transaction leaves it that is on its way: its head, and the counters it knows, by the prefix of their series. */
export type LeftChain = {
  readonly head: ChainHead;
  readonly counters: ReadonlyMap<string, readonly Counter[]>;
};

/** Whoever has it decides alone, of this process, what comes next in a chain. */
export type ChainTurn = {
  /** How whoever had it before leaves the chain, where it is known: PostgreSQL says in the end whether it came to be so. */
  readonly found: LeftChain | undefined;
  /** Somebody waits for the next turn. */
  readonly isAwaited: () => boolean;
  /** Says how the chain will be once the transaction commits: what it writes is sent. The next decides once it has the lock. */
  readonly leave: (left: LeftChain) => void;
  /** The transaction has the lock of the chain, so that nobody comes before it any more. */
  readonly hasLock: () => void;
  /** The transaction is over. Nothing where it was said before. */
  readonly over: (committed: boolean) => void;
};

export type ChainTurns = {
  /** Whether a chain may be foreseen, or somebody here has it: then it is not to be locked before one's turn. */
  readonly isKnown: (chain: string) => boolean;
  /** One's turn, where it is nobody else's and nothing is known; undefined elsewhere. Nobody waits. */
  readonly takeIfFree: (chain: string) => ChainTurn | undefined;
  /** One's turn; undefined where it did not come in time: then PostgreSQL's own queue decides. */
  readonly take: (chain: string) => Promise<ChainTurn | undefined>;
  /** Nothing is known of a chain any more: somebody appends who did not wait for his turn. */
  readonly forget: (chain: string) => void;
};

/** Milliseconds a turn is waited for. */
const TURN_WAIT_MS = 3_000;
/** Milliseconds for which it is worth foreseeing a chain; and those in which it is not, after it was not as it was foreseen: others append to it. */
const FORESEEN_MS = 2_000;
const UNFORESEEN_MS = 5_000;
/** Chains of which something is remembered. */
const REMEMBERED_MAX = 2_000;

export const chainOf = (accountId: string, test: boolean): string => `${accountId} ${test ? 'test' : 'live'}`;

type Chain = {
  left?: { readonly chain: LeftChain; readonly until: number };
  /** Not foreseen before. */
  notBefore: number;
  /** Somebody has the turn and has not said yet how he leaves the chain; or he has, and does not have its lock yet. */
  isTaken: boolean;
  underWay: number;
  readonly waiting: Set<() => void>;
};

/**
 * The turns of one process at its audit chains. Whoever finalizes decides, hashes and signs on what the one before him is
 * about to commit, and sends it all at once: so a chain is locked for as long as PostgreSQL takes to write, and never for
 * a journey. It is foreseen only; a link that does not follow on the head it finds fails in PostgreSQL.
 */
export function openChainTurns(): ChainTurns {
  const chains = new Map<string, Chain>();
  return {
    isKnown: (name) => {
      const chain = chains.get(name);
      return chain !== undefined && (chain.underWay > 0 || foundIn(chain) !== undefined);
    },
    takeIfFree: (name) => {
      const chain = entered(chains, name);
      return chain.underWay === 0 && chain.waiting.size === 0 ? turnOf(chain) : undefined;
    },
    take: (name) => inTurn(entered(chains, name)),
    forget: (name) => {
      const chain = chains.get(name);
      if (chain) delete chain.left;
    },
  };
}

function entered(chains: Map<string, Chain>, name: string): Chain {
  const known = chains.get(name);
  if (known) return known;
  if (chains.size >= REMEMBERED_MAX)
    for (const [other, { underWay, waiting }] of chains) {
      if (underWay > 0 || waiting.size > 0) continue;
      chains.delete(other);
      break;
    }
  const chain: Chain = { notBefore: 0, isTaken: false, underWay: 0, waiting: new Set() };
  chains.set(name, chain);
  return chain;
}

function foundIn({ left, notBefore }: Chain): LeftChain | undefined {
  const now = performance.now();
  return left && now < left.until && now >= notBefore ? left.chain : undefined;
}

async function inTurn(chain: Chain): Promise<ChainTurn | undefined> {
  if (!chain.isTaken && chain.waiting.size === 0) return turnOf(chain);
  return new Promise((resolve) => {
    const begin = (): void => {
      clearTimeout(timer);
      chain.waiting.delete(begin);
      resolve(turnOf(chain));
    };
    const timer = setTimeout(() => {
      chain.waiting.delete(begin);
      resolve(undefined);
    }, TURN_WAIT_MS);
    chain.waiting.add(begin);
  });
}

function turnOf(chain: Chain): ChainTurn {
  let [hasTurn, hasLeft, isOver] = [true, false, false];
  chain.isTaken = true;
  chain.underWay += 1;
  const handOn = (): void => {
    if (!hasTurn) return;
    hasTurn = false;
    chain.isTaken = false;
    const [next] = chain.waiting;
    next?.();
  };
  let hasLock = false;
  return {
    found: foundIn(chain),
    isAwaited: () => chain.waiting.size > 0,
    leave: (left) => {
      hasLeft = true;
      chain.left = { chain: left, until: performance.now() + FORESEEN_MS };
      if (hasLock) handOn();
    },
    hasLock: () => {
      hasLock = true;
      if (hasLeft) handOn();
    },
    over: (committed) => {
      if (isOver) return;
      isOver = true;
      chain.underWay -= 1;
      // What was built on it will not be taken either.
      if (hasLeft && !committed) {
        delete chain.left;
        chain.notBefore = performance.now() + UNFORESEEN_MS;
      }
      handOn();
    },
  };
}
