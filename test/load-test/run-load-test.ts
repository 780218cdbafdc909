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
  /** Seconds each attack lasts, about. */
  seconds: number;
  /** Operations of the description that are attacked, by their names; all by default. */
  operations?: readonly string[];
  /** How many requests of each attack are drawn, and for how long they are sent one by one before the crowd. */
  shots?: number;
  aloneSeconds?: number;
  /** Answers to the crowd of an attack after which no more of them are waited for. */
  enough?: number;
  /** What the bystander must have asked during an attack: a slow machine attacks again for it. */
  askedLeast?: number;
  seed: number;
  /** Seconds the bystander is watched before the first attack. */
  quietSeconds?: number;
  /** Loaded into the server before it starts. */
  modules?: readonly string[];
  /** Attacks again and again, and ends with the first attack that passed a budget. */
  untilPassed?: boolean;
  onAttack?: (name: string) => void;
  onFinding?: (finding: Finding) => void;
};

/** Milliseconds of quiet before each attack: they count as quiet too. */
const PAUSE_MS = 600;
/** Rounds at most until a budget is passed: a slow machine sends little in one. */
const ROUNDS_UNTIL_PASSED = 30;
/** Times an attack is measured where nothing but timings passed a budget. */
const TRIES_MAX = 6;
/** Times an attack is waged at most until the bystander has asked enough beside it. */
const AGAIN_MAX = 20;
/** Milliseconds after an attack that still belong to it. */
const AFTERMATH_MS = 300;
const BYSTANDER_MS_MAX = 15_000;
/** Milliseconds between two looks at what an attack does that is waged until it passes a budget. */
const LOOK_MS = 100;

/** Where sieges are waged, one after the other: a database with what there is to aim at, and the server that made it until the first takes it. */
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

/** A server of its own on the field: the one that stands there, where nothing is loaded into it. */
async function serverOn(field: LoadTestTarget, modules: readonly string[]): Promise<ServerUnderLoad> {
  const { server } = field;
  field.server = undefined;
  if (server && modules.length === 0) return server;
  await server?.stop();
  return serverUnderLoad(field.on, { modules });
}

/** Besieges a server of its own, attack by attack, and gives what each did. */
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
      // Where a budget is to be passed, once is enough: the best of several would hide it.
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
    // Where it was to be found wanting it may work on for long at what nobody waits for any more.
    await (given.untilPassed ? server.kill() : server.stop());
    if (!shared) await field.discard();
  }
}

function chosen(given: LoadTestConfig): readonly Attack[] {
  const once = attacks.filter(({ name }) => given.attacks === undefined || given.attacks.includes(name));
  return given.untilPassed ? Array.from({ length: ROUNDS_UNTIL_PASSED }, () => once).flat() : once;
}

/** When nothing was attacked: from the start to the first attack, and a moment before each of the others. */
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

/** A hiccup of the machine does not come every time; a weakness does. */
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
    // What has passed a budget is found wanting: how much further it goes is not waited for.
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

/** The attack, as often as it takes until the bystander has asked enough beside it. */
async function wage(attack: Attack, { given, attacker, bystander }: Siege, from: number): Promise<AttackReport> {
  const order = orderOf(attack, given);
  let report = await attacker.attack(order);
  const askedSince = () => bystander.asked.filter(({ at }) => at >= from).length;
  for (let again = 0; again < AGAIN_MAX && askedSince() < (given.askedLeast ?? 0); again++)
    report = together(report, await attacker.attack(order));
  return report;
}

const NOTHING_YET: AttackReport = { sent: 0, statuses: {}, slow: [], failures: [] };

/** What an attack did between two moments (Unix milliseconds). */
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

/** Two reports of one attack as one. */
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

/** Waits until the bystander was answered something it asked after the attack: what it waited for until then counts. */
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
