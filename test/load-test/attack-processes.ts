import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ids } from '../support/documents/billed-account.ts';
import type { Target } from './attack-request.ts';
import type { Asked, BystanderGiven } from './bystander-process.ts';

/** What the attacker is told once: where the service is, and what there is to aim at. */
export type AttackerGiven = {
  port: number;
  ca: string;
  key: string;
  ids: Ids;
  seed: number;
} & Omit<Target, 'pathOf'>;

/** One attack: for about so long, on these operations, with so many of its requests, drawn by the seed. */
export type AttackOrder = {
  attack: string;
  seconds: number;
  aloneSeconds?: number;
  /** Answers to the crowd after which, once the time is up, those under way are not waited for. */
  enough?: number;
  operations?: readonly string[];
  shots?: number;
  seed: number;
};

/** A request that took long, or failed; times are Unix milliseconds. */
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
  /** Answered with 500. */
  failures: (SlowRequest & { text: string })[];
};

export type Attacker = { attack: (order: AttackOrder) => Promise<AttackReport>; end: () => void };

/** Starts the process of the attacker. */
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
  /** Everything asked so far. */
  asked: Asked[];
  /** Tells it of the server that took the place of a dead one. */
  goesOn: (given: BystanderGiven) => void;
  end: () => void;
};

/** Starts the process of the bystander. */
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
