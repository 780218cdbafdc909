import { execFileSync, spawnSync } from 'node:child_process';
import { freePort } from '../../support/runner/free-port.ts';

/** A container engine with the command line of Docker. */
export type Engine = {
  /** Runs a command of the engine and returns its output; throws with it on failure. */
  run: (args: readonly string[]) => string;
  /** Runs a command whose output goes to the terminal. */
  show: (args: readonly string[]) => void;
  /** The exit code and output of a command. */
  tried: (args: readonly string[]) => { code: number | null; said: string };
};

export function engineNamed(program: string): Engine {
  return {
    run: (args) => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim(),
    show: (args) => {
      execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    },
    tried: (args) => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      return { code: status, said: `${stdout}${stderr}` };
    },
  };
}

/** A running container of the image, and the volume that outlives it. */
export type Container = {
  name: string;
  port: number;
  /** Runs a program inside, as the user of the container. */
  inside: (...command: string[]) => ReturnType<Engine['tried']>;
  log: () => string;
  /** Sends SIGTERM, waits, removes the container; returns the seconds and the exit code. */
  stop: () => { seconds: number; code: number };
};

/** Seconds a container has to end after SIGTERM, before the engine kills it. */
export const STOP_SECONDS = 15;

/** Starts the image as an operator would: read-only, without rights, on a free port. */
export async function startContainer(
  engine: Engine,
  given: { image: string; volume: string; options: readonly string[] },
): Promise<Container> {
  const [port, httpPort] = [await freePort(), await freePort()];
  const name = `${given.volume}-${port}`;
  engine.run([
    ...['run', '--detach', '--name', name, '--publish', `127.0.0.1:${port}:${port}`, '--read-only', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--volume', `${given.volume}:/data`],
    // With the network of the machine, the standard ports may be taken.
    ...['--env', `PORT=${port}`, '--env', `HTTP_PORT=${httpPort}`, ...given.options, given.image],
  ]);
  return {
    name,
    port,
    inside: (...command) => engine.tried(['exec', name, ...command]),
    log: () => engine.tried(['logs', name]).said,
    stop: () => {
      const began = performance.now();
      engine.run(['stop', '--time', String(STOP_SECONDS), name]);
      const seconds = (performance.now() - began) / 1000;
      const code = Number(engine.run(['inspect', '--format', '{{.State.ExitCode}}', name]));
      engine.run(['rm', name]);
      return { seconds, code };
    },
  };
}
