import { jobsOnNodes } from './jobs-on-nodes.ts';
import { killedMigration } from './killed-migration.ts';
import { type Killing, killedNode } from './killed-node.ts';
import { movedMeanwhile } from './move-under-load.ts';
import { moveWaitsForTransaction } from './move-waits-for-transaction.ts';
import { matrixOnNodes, probesOnNodes } from './operations-on-nodes.ts';
import { peopleOnNodes } from './people-on-nodes.ts';
import { scopesOnNodes } from './scopes-on-nodes.ts';
import { shardPlacement } from './shard-placement.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';
import { unresponsiveNode } from './unresponsive-node.ts';
import { unresponsiveQueue } from './unresponsive-queue.ts';
import { workDuringMigration } from './work-during-migration.ts';
import { balance, isolation, liveYears, moveMeanwhile, order, type Year } from './years-on-nodes.ts';

/** The options of the command line: `only` has parts of check names; empty means all. */
export type Wanted = {
  readonly years: number;
  readonly only: readonly string[];
} & Readonly<Partial<Record<'kill' | 'revive' | 'freeze' | 'thaw' | 'older', string | undefined>>>;

/** One check; if it needs more options, it names them. */
export type Row = readonly [name: string, look: (() => Promise<Found>) | { readonly say: string }];

/** The checks in order: `verify` comes after everything that writes. */
export function shardingChecks(ground: ShardedEnvironment, { years, only, ...said }: Wanted): readonly Row[] {
  const { command, owner, serving } = ground;
  const lived: Year[] = [];
  const { kill, revive, freeze, thaw, older } = said;
  const killing: Killing | undefined = kill && revive ? { kill, revive } : undefined;
  const freezing: Killing | undefined = freeze && thaw ? { kill: freeze, revive: thaw } : undefined;
  const rows: readonly Row[] = [
    ['a killed migration', older ? () => killedMigration(ground, older) : { say: '--older' }],
    ['life cycle', () => liveYears(command, years, lived)],
    ['a move under load', () => moveMeanwhile(owner, () => liveYears(command, years, lived))],
    ['a move meanwhile', () => movedMeanwhile(ground)],
    ['a held place', () => moveWaitsForTransaction(ground, lived[0]?.account ?? '')],
    ['isolation of rows', () => isolation(owner, serving, lived)],
    ['isolation of operations', () => probesOnNodes(ground)],
    ['matrix', () => matrixOnNodes(ground)],
    ['scopes', () => scopesOnNodes(ground)],
    ['people', () => peopleOnNodes(ground)],
    ['jobs', () => jobsOnNodes(ground)],
    ['a killed node', by(killing, TO_KILL, (line) => killedNode(ground, line))],
    ['work beside', by(killing, TO_KILL, (line) => workDuringMigration(ground, line))],
    ['a silent node', by(freezing, TO_FREEZE, (line) => unresponsiveNode(ground, line))],
    ['a turn beside a silent one', by(freezing, TO_FREEZE, (line) => unresponsiveQueue(ground, line))],
    ['work beside a silent one', by(freezing, TO_FREEZE, (line) => workDuringMigration(ground, line))],
    ['places', () => shardPlacement(ground, freezing)],
    ['numbers and feed', () => order(owner)],
    ['balance', () => balance(owner)],
    ['verify', async () => ({ held: true, figures: (await command('verify')).trim().split('\n').at(-1) ?? '' })],
  ];
  return rows.filter(([name]) => only.length === 0 || only.some((part) => name.includes(part)));
}

const TO_KILL = '--kill and --revive';
const TO_FREEZE = '--freeze and --thaw';

const by = (line: Killing | undefined, say: string, look: (line: Killing) => Promise<Found>): Row[1] =>
  line ? () => look(line) : { say };
