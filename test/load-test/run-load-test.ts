import { setTimeout as wait } from 'node:timers/promises';
import { type Ground, ground } from '../support/service/server-process.ts';
import {
  type Attacker,
  type AttackOrder,
  type AttackReport,
  type Bystander,
  startAttacker,
  startBystander,
} from './attack-processes.ts';
import { type Attack, attacks } from './attacks.ts';
import { type Finding, ownMs, p99Of, passedBudgets } from './budgets.ts';
import { type Aims, loadTestAccounts } from './load-test-accounts.ts';
import { type ServerUnderLoad, serverUnderLoad } from './server-under-load.ts';

export type LoadTestConfig = {
  /** Names of attacks; all by default. */
  attacks?: readonly string[];
  /** Approximate seconds per attack. */
  seconds: number;
  /** Operation IDs to attack; all by default. */
  operations?: readonly string[];
  /**
   * Requests chosen per attack, and the time they are sent one by one before the concurrent phase.
   */
  shots?: number;
  aloneSeconds?: number;
  /** Number of responses after which an attack does not await more. */
  enough?: number;
  /** Minimum requests of the bystander during an attack; a slow machine repeats the attack. */
  askedLeast?: number;
  seed: number;
  /** Seconds of observation before the first attack. */
  quietSeconds?: number;
  /** Modules loaded into the server before it starts. */
  modules?: readonly string[];
  /** Repeats attacks and stops at the first that exceeds a budget. */
  untilPassed?: boolean;
  onAttack?: (name: string) => void;
  onFinding?: (finding: Finding) => void;
};

/** Idle milliseconds before each attack, part of the idle measurement. */
const PAUSE_MS = 600;
/** Maximum rounds until a budget is exceeded: a slow machine sends little per round. */
const ROUNDS_UNTIL_PASSED = 30;
/** Measurements of an attack that exceeded times only. */
const TRIES_MAX = 6;
/** Maximum repeats of an attack until the bystander has enough requests. */
const AGAIN_MAX = 20;
/** Milliseconds after an attack that still count. */
const AFTERMATH_MS = 300;
const BYSTANDER_MS_MAX = 15_000;
/** Milliseconds between two checks of an attack that runs until it exceeds a budget. */
const LOOK_MS = 100;

/**
 * The environment of load tests: a database with targets, and the server that created it until the
 * first test uses it.
 */
export type LoadTestTarget = {
  on: Ground;
  aims: Aims;
  server: ServerUnderLoad | undefined;
  discard: () => Promise<void>;
};

export async function loadTestTarget(seed: number): Promise<LoadTestTarget> {
  const on = await ground();
  const server = await serverUnderLoad(on);
  const { port, keys } = server;
  if (!keys) throw new Error('the server gave no keys');
  const aims = await loadTestAccounts(on, { port, bystanderKey: keys.live, seed });
  return { on, aims, server, discard: () => on.discard() };
}

/** A separate server on that database; reuses the existing one if no module is loaded. */
async function serverOn(field: LoadTestTarget, modules: readonly string[]): Promise<ServerUnderLoad> {
  const { server } = field;
  field.server = undefined;
  if (server && modules.length === 0) return server;
  await server?.stop();
  return serverUnderLoad(field.on, { modules });
}

/** Attacks a separate server, attack by attack; returns the effect of each. */
export async function runLoadTest(given: LoadTestConfig, shared?: LoadTestTarget): Promise<Finding[]> {
  const { modules = [], seed } = given;
  const field = shared ?? (await loadTestTarget(seed));
  const { on } = field;
  let server = await serverOn(field, modules);
  const { port } = server;
  const ends: (() => void)[] = [];
  try {
    const its = { ...field.aims.bystander, port };
    const attacker = startAttacker({ ...field.aims.attacker, port });
    const bystander = startBystander({ ...its, serverPid: server.pid });
    ends.push(attacker.end, bystander.end);
    await wait((given.quietSeconds ?? 3) * 1_000);
    const findings: Finding[] = [];
    const quiet = new QuietTimes(bystander);
    for (const attack of chosen(given)) {
      await wait(PAUSE_MS);
      quiet.end();
      given.onAttack?.(attack.name);
      const siege = { given, server, attacker, bystander, quiet };
      // If a budget must be exceeded, one run decides: the best of several would hide it.
      const finding = await (given.untilPassed ? besiege(attack, siege) : besiegedAgain(attack, siege));
      findings.push(finding);
      given.onFinding?.(finding);
      if (given.untilPassed && finding.passed.length > 0) break;
      if (finding.died !== undefined) {
        await server.kill();
        server = await serverUnderLoad(on, { modules, port });
        bystander.goesOn({ ...its, serverPid: server.pid });
      }
      quiet.begin();
    }
    return findings;
  } finally {
    for (const end of ends) end();
    // A server that must fail may keep working on abandoned requests for long.
    await (given.untilPassed ? server.kill() : server.stop());
    if (!shared) await field.discard();
  }
}

function chosen(given: LoadTestConfig): readonly Attack[] {
  const once = attacks.filter(({ name }) => given.attacks === undefined || given.attacks.includes(name));
  return given.untilPassed ? Array.from({ length: ROUNDS_UNTIL_PASSED }, () => once).flat() : once;
}

/** Idle times: from the start to the first attack, and a moment before each other. */
class QuietTimes {
  #spans: { from: number; to: number }[] = [];
  #from = Date.now() - 2_000;
  readonly #bystander: Bystander;
  constructor(bystander: Bystander) {
    this.#bystander = bystander;
  }
  begin(): void {
    this.#from = Date.now();
  }
  end(): void {
    this.#spans.push({ from: this.#from, to: Date.now() });
  }
  p99(): number {
    const quiet = this.#bystander.asked.filter(
      ({ at, wrong }) => !wrong && this.#spans.some(({ from, to }) => at >= from && at < to),
    );
    return p99Of(quiet.map(ownMs));
  }
}

/** A stall of the machine does not repeat; a weakness does. */
async function besiegedAgain(attack: Attack, siege: Siege): Promise<Finding> {
  let best = await besiege(attack, siege);
  for (let tries = 1; tries < TRIES_MAX && isTimingAlone(best); tries++) {
    await wait(PAUSE_MS);
    const again = await besiege(attack, siege);
    if (again.passed.length < best.passed.length || !isTimingAlone(again)) best = again;
  }
  return best;
}

const isTimingAlone = ({ passed }: Finding): boolean => passed.length > 0 && passed.every(({ isTiming }) => isTiming);

async function besiege(attack: Attack, siege: Siege): Promise<Finding> {
  const { given, server, bystander } = siege;
  await server.watch();
  const from = Date.now();
  const waged = wage(attack, siege, from);
  if (given.untilPassed) {
    // An exceeded budget is decisive: by how much does not matter.
    waged.catch(() => {});
    for (let isOver = false; !isOver; isOver = await Promise.race([waged.then(() => true), wait(LOOK_MS, false)])) {
      const soFar = found(attack, siege, { from, to: Date.now(), report: NOTHING_YET, heard: true });
      if (soFar.passed.length > 0) return soFar;
    }
  }
  const report = await waged;
  await wait(AFTERMATH_MS);
  const to = Date.now();
  return found(attack, siege, { from, to, report, heard: await heardSince(bystander, to) });
}

/** The attack, repeated until the bystander has enough requests. */
async function wage(attack: Attack, { given, attacker, bystander }: Siege, from: number): Promise<AttackReport> {
  const order = orderOf(attack, given);
  let report = await attacker.attack(order);
  const askedSince = () => bystander.asked.filter(({ at }) => at >= from).length;
  for (let again = 0; again < AGAIN_MAX && askedSince() < (given.askedLeast ?? 0); again++)
    report = together(report, await attacker.attack(order));
  return report;
}

const NOTHING_YET: AttackReport = { sent: 0, statuses: {}, slow: [], failures: [] };

/** The effect of an attack between two times (Unix milliseconds). */
function found(
  attack: Attack,
  { server, bystander, quiet }: Siege,
  { from, to, report, heard }: { from: number; to: number; report: AttackReport; heard: boolean },
): Finding {
  const watched = server.seen();
  const asked = bystander.asked.filter(({ at }) => at >= from && at < to);
  const finding = {
    attack: attack.name,
    atOnce: attack.atOnce,
    watched,
    worstStallMs: Math.max(0, ...watched.stalls.map(({ ms }) => ms)),
    bystander: {
      p99: p99Of(asked.map(ownMs)),
      wallP99: p99Of(asked.map(({ ms }) => ms)),
      workedP99: p99Of(asked.map(({ workedMs }) => workedMs)),
      quietP99: quiet.p99(),
      count: asked.length,
      wrong: asked.filter(({ wrong }) => wrong !== undefined),
    },
    report,
    ...(server.isAlive() ? !heard && { died: HANGS } : { died: endOfLog(server) }),
  };
  return { ...finding, passed: passedBudgets(finding) };
}

type Siege = {
  given: LoadTestConfig;
  server: ServerUnderLoad;
  attacker: Attacker;
  bystander: Bystander;
  quiet: QuietTimes;
};

const orderOf = (
  { name }: Attack,
  { seconds, aloneSeconds, enough, operations, shots, seed }: LoadTestConfig,
): AttackOrder => ({
  attack: name,
  seconds,
  seed,
  ...(aloneSeconds !== undefined && { aloneSeconds }),
  ...(enough !== undefined && { enough }),
  ...(operations && { operations }),
  ...(shots !== undefined && { shots }),
});

/** Merges two reports of one attack. */
function together(one: AttackReport, other: AttackReport): AttackReport {
  const statuses = { ...one.statuses };
  for (const [status, times] of Object.entries(other.statuses)) statuses[status] = (statuses[status] ?? 0) + times;
  return {
    sent: one.sent + other.sent,
    statuses,
    slow: [...one.slow, ...other.slow],
    failures: [...one.failures, ...other.failures],
  };
}

const HANGS = `it answered nobody for ${BYSTANDER_MS_MAX / 1_000} s`;

/** Waits for a bystander request sent after the attack, so that its waiting time counts. */
async function heardSince(bystander: Bystander, since: number): Promise<boolean> {
  const until = Date.now() + BYSTANDER_MS_MAX;
  const isHeard = () => bystander.asked.some(({ at, wrong }) => at >= since && !wrong);
  while (Date.now() < until && !isHeard()) await wait(50);
  return isHeard();
}

function endOfLog(server: ServerUnderLoad): string {
  const fatal = server
    .log()
    .split('\n')
    .find((line) => /FATAL ERROR|Error:/.test(line));
  return (fatal ?? server.log().slice(-300)).trim();
}

export type { AttackReport, Finding };
