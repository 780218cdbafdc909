import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Reported = { taken: number; firstSeen: Map<string, number> };
export type Receiver = {
  url: string;
  ask: (what: 'forget' | 'count' | 'report') => Promise<Reported>;
  close: () => void;
};

/** Starts a webhook receiver in its own process, so that its cost is separate. */
export async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(fileURLToPath(new URL('webhook-receiver.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    ask: async (what) => {
      child.send(what);
      const [reported] = await once(child, 'message');
      return reported as Reported;
    },
    close: () => void child.kill(),
  };
}
