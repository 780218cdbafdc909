import {
  agencySimulator,
  type SimulatorRecords,
  type Stage,
  type Trial,
} from '../../../src/services/payments/agency/simulator/agency-simulator.ts';
import type { TestService } from '../service/in-process-service.ts';

/** Where live questions to the agency go in tests. */
export const AGENCY_ADDRESS = 'https://agency.example';

/**
 * An agency of personal services that live requests are asked of: the stand-in, with a memory that
 * is looked into.
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

/** Lets live questions of a service be answered by such an agency, and none to anybody else. */
export function agencyBeside({ clock, services }: Pick<TestService, 'clock' | 'services'>): void {
  const agency = agencyInMemory({ now: () => clock.now, daySeconds: 86_400 });
  services.environment.agencyUrl = AGENCY_ADDRESS;
  services.environment.callProvider = async (question) => {
    if (!question.url.startsWith(AGENCY_ADDRESS)) throw new Error('no other provider is there');
    return agency.ask(question);
  };
}
