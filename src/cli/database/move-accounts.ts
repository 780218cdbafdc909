import pg from 'pg';
import {
  blockOtherMoves,
  isMovedByOthers,
  isStillRead,
  listNodes,
  moveShardGroup,
  type Node,
  rebalancingMoves,
  type ShardMove,
  shardPlacementOf,
} from '../../db/sharding/shard-placement.ts';
import type { CommandContext } from '../command-context.ts';
import { nodeUnreachableMessage } from '../errors/node-unreachable.ts';
import { CommandError, inWords, say, UsageError } from '../terminal/output.ts';

export type MoveOptions = { json?: boolean; account?: string; to?: string; balance?: boolean };

/**
 * `facturier place list`: every node with its number of accounts and bytes, or that it is
 * unreachable.
 */
export async function listShards(service: CommandContext, options: { json?: boolean }): Promise<void> {
  const nodes = await asOwner(service, listNodes);
  const lines = nodes.map(
    ({ host, port, groups, accounts, bytes, answers }) =>
      `${host}:${String(port)}  ${answers ? `${inWords(held(accounts, groups))}  ${(bytes / MEGABYTE).toFixed(1)} Mo/MB` : inWords(NO_ANSWER)}`,
  );
  say(options, { nodes }, lines.join('\n'));
}

/**
 * `facturier place move`: moves an account and its colocation group to a node, or moves groups
 * until nodes are balanced. After an abort, completed moves stay. Waits for other moves. Refuses an
 * unknown account or node, an unreachable node (every node takes part in a move), and a rebalance
 * by Citus itself that is still running.
 */
export async function moveAccounts(service: CommandContext, options: MoveOptions): Promise<void> {
  const asked = readAsked(options);
  await asOwner(service, async (owner) => {
    if (service.unreachableNodes.length > 0)
      throw new CommandError(nodeUnreachableMessage(service.unreachableNodes.map(nameOf).join(', ')));
    await blockOtherMoves(owner, () => process.stderr.write(`… ${inWords(WAITING)}\n`));
    const moves = asked === 'balance' ? await rebalancingMoves(owner) : await moveOf(owner, asked);
    for (const [done, move] of moves.entries()) {
      process.stderr.write(`… ${String(done + 1)}/${String(moves.length)} ${lineOf(move)}\n`);
      await moveShardGroup(owner, move).catch((error: unknown) => {
        if (isStillRead(error)) throw new CommandError(STILL_READ);
        throw isMovedByOthers(error) ? new CommandError(MOVED_BY_OTHERS) : error;
      });
    }
    say(options, { moved: moves }, moves.length > 0 ? moves.map(lineOf).join('\n') : inWords(NOTHING_TO_MOVE));
  });
}

type RequestedMove = { account: string; to: Node };

function readAsked({ account, to, balance }: MoveOptions): RequestedMove | 'balance' {
  if (balance && account === undefined && to === undefined) return 'balance';
  const node = /^(.+):(\d{1,5})$/.exec(to ?? '');
  if (balance || !UUID.test(account ?? '') || !node) throw new UsageError(WHAT_TO_SAY);
  return { account: account as string, to: { host: node[1] as string, port: Number(node[2]) } };
}

async function moveOf(owner: pg.Client, { account, to }: RequestedMove): Promise<ShardMove[]> {
  const at = await shardPlacementOf(owner, account);
  if (!at) throw new CommandError(noSuchAccount(account));
  const nodes = await listNodes(owner);
  if (!nodes.some((node) => isSame(node, to))) throw new CommandError(noSuchNode(to, nodes));
  return isSame(at.from, to) ? [] : [{ ...at, to }];
}

/** A move can take long: it uses its own connection without the statement timeout. */
async function asOwner<T>({ database }: CommandContext, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  if (!database.spread) throw new CommandError(NO_ENGINE);
  const owner = new pg.Client({ ...database.ownerUrl, application_name: 'facturier place' });
  owner.on('error', () => {});
  try {
    await owner.connect();
    return await work(owner);
  } finally {
    await owner.end().catch(() => {});
  }
}

const isSame = (a: Node, b: Node): boolean => a.host === b.host && a.port === b.port;
const lineOf = ({ group, from, to }: ShardMove): string => `${String(group)}  ${nameOf(from)} → ${nameOf(to)}`;
const nameOf = ({ host, port }: Node): string => `${host}:${String(port)}`;
const MEGABYTE = 1_000_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const held = (accounts: number, groups: number) => ({
  fr: `${String(accounts)} compte(s) en ${String(groups)} groupe(s)`,
  en: `${String(accounts)} account(s) in ${String(groups)} group(s)`,
});

const NO_ANSWER = { fr: 'ne répond pas', en: 'does not answer' };

const NO_ENGINE = {
  fr: 'cette base est sur une seule machine : il n’y a rien à déplacer. Pour utiliser plusieurs machines, voyez docs/fr/host/citus.md.',
  en: 'this database is on one machine: there is nothing to move. To use several machines, see docs/en/host/citus.md.',
};

const WHAT_TO_SAY = {
  fr: 'indiquez ce qu’il faut déplacer : --account <id> --to <machine:port>, ou --balance. Pour voir les machines : npx facturier place list',
  en: 'give what to move: --account <id> --to <host:port>, or --balance. To list the machines: npx facturier place list',
};

const WAITING = {
  fr: 'un autre déplacement est en cours ; attente de sa fin',
  en: 'another move is in progress: waiting for it',
};

const MOVED_BY_OTHERS = {
  fr: 'la base déplace déjà ces comptes ou les répartit. Attendez la fin, puis recommencez.',
  en: 'the database is already moving these accounts or rebalancing. Wait until it has finished, then try again.',
};

const STILL_READ = {
  fr: 'des données laissées sur cette machine par le dernier déplacement de ces comptes sont encore lues (archive, vérification). Recommencez dans un instant.',
  en: 'data left on that machine by the last move of these accounts is still being read (by an archive or a verification). Try again in a moment.',
};

const NOTHING_TO_MOVE = { fr: 'Rien à déplacer.', en: 'Nothing to move.' };

const noSuchAccount = (account: string) => ({
  fr: `aucun compte ${account}. Pour voir la liste : npx facturier account list`,
  en: `no account ${account}. To see the list: npx facturier account list`,
});

const noSuchNode = (to: Node, nodes: readonly Node[]) => ({
  fr: `la machine ${nameOf(to)} ne contient pas de comptes. Celles qui en contiennent : ${nodes.map(nameOf).join(', ')}`,
  en: `the machine ${nameOf(to)} has no accounts. Machines that have some: ${nodes.map(nameOf).join(', ')}`,
});
