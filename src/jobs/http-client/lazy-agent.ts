import type { Agent } from 'undici';
import type { Guard } from './guarded-agent.ts';

/** The agent of a guard, loaded when it is first asked for: its client takes a tenth of a start, and most services ask nobody. */
export function lazyAgent(guard: Guard): { agent: () => Promise<Agent>; close: () => Promise<void> } {
  let made: Promise<Agent> | undefined;
  const make = async (): Promise<Agent> => (await import('./guarded-agent.ts')).guardedAgent(guard);
  return {
    agent: () => {
      made ??= make();
      return made;
    },
    close: async () => (await made)?.destroy(),
  };
}
