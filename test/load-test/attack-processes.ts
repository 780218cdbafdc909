import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ids } from '../support/documents/billed-account.ts';
import type { Target } from './attack-request.ts';
import type { Asked, BystanderGiven } from './bystander-process.ts';

/** The attacker's start data: the service address and the targets. */
export type AttackerGiven = {
  port: number;
  ca: string;
  key: string;
  ids: Ids;
  seed: number;
} & Omit<Target, 'pathOf'>;

/** One attack: duration, operations, and a number of its requests chosen by the seed. */
export type AttackOrder = {
  attack: string;
  seconds: number;
  aloneSeconds?: number;
  /**
   * Number of responses to the concurrent phase after which the rest is not awaited when the time
   * is up.
   */
  enough?: number;
  operations?: readonly string[];
  shots?: number;
  seed: number;
};

/** A slow or failed request; times are Unix milliseconds. */
export type SlowRequest = {
  told: string;
  operation: string;
  from: number;
  to: number;
  alone: boolean;
  status: string;
};

export type AttackReport = {
  sent: number;
  statuses: Record<string, number>;
  slow: SlowRequest[];
  /** Responses with status 500. */
  failures: (SlowRequest & { text: string })[];
};

export type Attacker = { attack: (order: AttackOrder) => Promise<AttackReport>; end: () => void };

/** Starts the attacker process. */
export function startAttacker(given: AttackerGiven): Attacker {
  const child = started('./attacker-process.ts');
  child.send(given);
  return {
    attack: (order) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null): void => reject(new Error(`the attacker ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (report: AttackReport) => {
          child.removeListener('exit', ended);
          resolve(report);
        });
        child.send(order);
      }),
    end: () => child.kill('SIGKILL'),
  };
}

export type Bystander = {
  /** All requests so far. */
  asked: Asked[];
  /** Announces the server that replaced a dead one. */
  goesOn: (given: BystanderGiven) => void;
  end: () => void;
};

/** Starts the bystander process. */
export function startBystander(given: BystanderGiven): Bystander {
  const child = started('./bystander-process.ts');
  const asked: Asked[] = [];
  child.on('message', (more: Asked[]) => asked.push(...more));
  child.send(given);
  return { asked, goesOn: (again) => void child.send(again), end: () => child.kill('SIGKILL') };
}

const started = (program: string): ChildProcess =>
  fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
