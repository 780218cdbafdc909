import type { Agent } from 'undici';
import type { Guard } from './guarded-agent.ts';

/**
 * A guarded agent, loaded on first use: its HTTP client takes a tenth of the start, and most
 * installations make no calls.
 */
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
