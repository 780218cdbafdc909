// The attacker, a separate process with low priority: its own cost must not count as damage.
import https from 'node:https';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { idsFor } from '../support/documents/billed-account.ts';
import { type Chance, seeded } from '../support/runner/seeded-random.ts';
import type { AttackerGiven, AttackOrder, AttackReport, SlowRequest } from './attack-processes.ts';
import type { AttackRequest, Target } from './attack-request.ts';
import { type Attack, attacks } from './attacks.ts';

/** Local addresses the attacker uses; the bystander has another. */
const ADDRESSES = 8;
const FIRST_ADDRESS = 11;
const SLOW_MS = 100;
const SLOW_MOST = 300;
const ANSWER_MS_MAX = 8_000;
/** Unanswered requests after which an attack stops. */
const UNANSWERED_MAX = 2;
/** Milliseconds for pending requests after an attack. */
const FINISH_MS = 12_000;
/** The same when enough responses end the attack, with time for a slow machine. */
const ENOUGH_MS_MAX = 120_000;
const LOOK_EVERY_MS = 50;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
let given: AttackerGiven;
process.on('message', async (said: AttackerGiven | AttackOrder) => {
  if ('ca' in said) given = said;
  else process.send?.(await attacked(said));
});
process.on('disconnect', () => process.exit());

async function attacked(order: AttackOrder): Promise<AttackReport> {
  const attack = attacks.find(({ name }) => name === order.attack);
  if (!attack) throw new Error(`there is no attack ${order.attack}`);
  const report: AttackReport = { sent: 0, statuses: {}, slow: [], failures: [] };
  if ('wage' in attack) {
    await attack.wage(targetOf(given))({
      ...given,
      until: Date.now() + order.seconds * 1_000,
      atOnce: attack.atOnce,
      address,
      note: (status) => count(report, status),
    });
    return report;
  }
  const chance = seeded(order.seed);
  const all = attack.shots(targetOf(given)).filter(({ operation }) => meant(operation, order));
  const shots = chance.shuffled(all).slice(0, order.shots ?? all.length);
  if (shots.length > 0) await fire(shots, attack, order, report);
  return report;
}

const meant = (operation: string, { operations }: AttackOrder): boolean =>
  operations === undefined || operations.includes(operation) || operations.includes(operation.replace(/^tool-/, ''));

const address = (at: number): string => `127.0.0.${FIRST_ADDRESS + (at % ADDRESSES)}`;

const count = (report: AttackReport, status: string): void => {
  report.sent += 1;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
};

/**
 * Every request alone once; then the number of concurrent ones of the attack until the time is up.
 */
async function fire(
  shots: readonly AttackRequest[],
  { atOnce }: Attack,
  order: AttackOrder,
  report: AttackReport,
): Promise<void> {
  const until = Date.now() + order.seconds * 1_000;
  const guns = Array.from({ length: atOnce }, (_, at) => gunAt(address(at), report));
  const [first] = guns as [Gun, ...Gun[]];
  try {
    const aloneUntil = Date.now() + (order.aloneSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
    let unanswered = 0;
    for (const shot of shots) {
      if (Date.now() >= aloneUntil) break;
      if (!(await first.fire(shot, true)) && ++unanswered === UNANSWERED_MAX) return;
    }
    const crowdUntil = Math.max(until, Date.now() + order.seconds * 500);
    let next = 0;
    const crowd = guns.map(async (gun) => {
      // On a slow machine the time is up before the last one starts.
      do await gun.fire(shots[next++ % shots.length] as AttackRequest, false);
      while (Date.now() < crowdUntil);
    });
    const before = report.sent;
    await Promise.race([Promise.all(crowd), finished(crowdUntil, order, () => report.sent - before)]);
    if (report.sent === before) report.statuses['no answer in time'] = atOnce;
  } finally {
    for (const gun of guns) gun.drop();
  }
}

/** Resolves when the time is up with enough responses, or the wait is aborted. */
async function finished(until: number, { enough }: AttackOrder, answers: () => number): Promise<void> {
  await wait(Math.max(0, until - Date.now()));
  const last = until + (enough === undefined ? FINISH_MS : ENOUGH_MS_MAX);
  while (answers() < (enough ?? Number.POSITIVE_INFINITY) && Date.now() < last) await wait(LOOK_EVERY_MS);
}

type Gun = {
  /** False without a response. */
  fire: (shot: AttackRequest, alone: boolean) => Promise<boolean>;
  drop: () => void;
};

/** One connection at a time, from one address. */
function gunAt(localAddress: string, report: AttackReport): Gun {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca: given.ca });
  const fire = async (shot: AttackRequest, alone: boolean): Promise<boolean> => {
    const from = Date.now();
    const { status, text } = await answered(shot, agent, localAddress);
    count(report, status);
    const slow: SlowRequest = { told: shot.told, operation: shot.operation, from, to: Date.now(), alone, status };
    if (status === '500' && report.failures.length < SLOW_MOST) report.failures.push({ ...slow, text });
    if (slow.to - slow.from >= (alone ? SLOW_MS / 2 : SLOW_MS)) report.slow.push(slow);
    if (report.slow.length > SLOW_MOST) report.slow.sort(longestFirst).pop();
    // After a refusal it waits: an immediate retry would only measure the refusals.
    if (status === '429' || status === '503') await wait(5);
    return /^\d/.test(status);
  };
  return { fire, drop: () => agent.destroy() };
}

const longestFirst = (a: SlowRequest, b: SlowRequest): number => b.to - b.from - (a.to - a.from);

function answered(
  shot: AttackRequest,
  agent: https.Agent,
  localAddress: string,
): Promise<{ status: string; text: string }> {
  const { method, path, headers, body } = shot.make();
  return new Promise((resolve) => {
    const request = https.request(
      {
        ...{ agent, localAddress, host: '127.0.0.1', port: given.port, path, method, timeout: ANSWER_MS_MAX },
        headers: {
          authorization: `Bearer ${given.key}`,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        const status = String(response.statusCode);
        let text = '';
        response.on('data', (chunk) => {
          if (status === '500') text += chunk;
        });
        response.on('close', () => resolve({ status, text }));
      },
    );
    request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'no answer' })));
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? 'broken', text: '' }));
    request.end(body);
  });
}

function targetOf({ ids, seed, ...rest }: AttackerGiven): Target {
  const chance: Chance = seeded(seed);
  return {
    ...rest,
    pathOf: ({ method, template }) =>
      template.replace(/\{(\w+)\}/g, (_, name) =>
        name === 'emailType' ? 'invoice_simple' : chance.pick([...idsFor(method, template, ids), rest.customerId]),
      ),
  };
}
