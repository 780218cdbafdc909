import { Refusal } from './answer.ts';
import type { TrialCompany } from './companies.ts';
import { afterStrike, type FaultName, isOn, type TrialFaults } from './faults.ts';
import { type TrialLimits, trialLimits } from './limits.ts';
import type { SavedSettings, TrialFlow, TrialState } from './store.ts';

type Settings = SavedSettings & { readonly faults: TrialFaults };

/** One change of a trial platform: its state, its settings and clock, and the flows it changed. */
export type Work = {
  readonly state: TrialState;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: () => string;
  /** Companies of the platform and those registered since. */
  readonly companies: () => readonly TrialCompany[];
  readonly settings: () => Settings;
  readonly changeSettings: (change: Partial<Settings>) => Promise<void>;
  /** Whether a fault strikes now; one that strikes a number of times has one time less. */
  readonly strikes: (name: FaultName) => Promise<boolean>;
  /** Refuses what no longer fits on this platform. */
  readonly refuseIfFull: (bytes: number) => Promise<void>;
  /** A position after all others, at the time of a step if it is later. */
  readonly nextPosition: (at: number) => number;
  /** Saves a flow and notifies its subscribers. */
  readonly publish: (flow: TrialFlow, file?: Uint8Array) => Promise<TrialFlow>;
  /** Published flows, each once, as it was last. */
  readonly published: () => readonly TrialFlow[];
};

type Opening = {
  readonly now: number;
  readonly newId: () => string;
  readonly companies: readonly TrialCompany[];
  /** Faults that are on until they are set. */
  readonly faults: TrialFaults;
  /** How much the platform holds; `trialLimits` if absent. */
  readonly limits?: TrialLimits | undefined;
};

export async function openWork(
  state: TrialState,
  { now, newId, companies, faults, limits = trialLimits }: Opening,
): Promise<Work> {
  const kept = await state.settings();
  let settings: Settings = { ...kept, faults: kept.faults ?? faults };
  let last = await state.lastPosition();
  const published = new Map<string, TrialFlow>();
  const changeSettings = async (change: Partial<Settings>): Promise<void> => {
    settings = { ...settings, ...change };
    await state.saveSettings(settings);
  };
  return {
    state,
    now,
    newId,
    companies: () => {
      const registered = new Set(settings.companies.map(({ siren }) => siren));
      return [...companies.filter(({ siren }) => !registered.has(siren)), ...settings.companies];
    },
    settings: () => settings,
    changeSettings,
    strikes: async (name) => {
      if (!isOn(settings.faults, name)) return false;
      const faults = afterStrike(settings.faults, name);
      if (faults !== settings.faults) await changeSettings({ faults });
      return true;
    },
    refuseIfFull: async (more) => {
      const { flows, bytes } = await state.size();
      if (flows >= limits.flows || bytes + more > limits.bytes)
        throw new Refusal(503, 'RESOURCE_ERROR', 'This trial platform is full. DELETE /trial/state empties it.');
    },
    nextPosition: (at) => {
      last = Math.max(Math.floor(at * 1000), last + 1);
      return last;
    },
    publish: async (flow, file) => {
      await state.saveFlow(flow, file);
      published.set(flow.flowId, flow);
      return flow;
    },
    published: () => [...published.values()],
  };
}
