import {
  agencySimulator,
  type SimulatorRecords,
  type Stage,
  type Trial,
} from '../../../src/services/payments/agency/simulator/agency-simulator.ts';
import type { TestService } from '../service/in-process-service.ts';

/** The address of Urssaf for live requests in tests. */
export const AGENCY_ADDRESS = 'https://agency.example';

/**
 * Urssaf's service for personal services (the simulator) for live requests, with a memory that
 * tests can read.
 */
export function agencyInMemory(stage: Omit<Stage, 'memory'>) {
  const kept = new Map<string, Trial>();
  const memory: SimulatorRecords = {
    find: async (by) => [...kept.values()].find(({ id, name }) => ('id' in by ? id === by.id : name === by.name)),
    issued: async (from, to) =>
      [...kept.values()].filter(({ name, content }) => {
        const { dateFacture } = JSON.parse(content);
        return name.startsWith('request ') && dateFacture >= from && dateFacture <= to;
      }),
    keep: async (trial) => {
      if ([...kept.values()].some(({ name }) => name === trial.name)) return false;
      kept.set(trial.id, trial);
      return true;
    },
  };
  return { kept, ask: agencySimulator({ ...stage, memory }) };
}

/**
 * Answers a service's live requests to Urssaf with the simulator, and no requests to other
 * addresses.
 */
export function agencyBeside({ clock, services }: Pick<TestService, 'clock' | 'services'>): void {
  const agency = agencyInMemory({ now: () => clock.now, daySeconds: 86_400 });
  services.environment.agencyUrl = AGENCY_ADDRESS;
  services.environment.callProvider = async (question) => {
    if (!question.url.startsWith(AGENCY_ADDRESS)) throw new Error('no other provider is there');
    return agency.ask(question);
  };
}
