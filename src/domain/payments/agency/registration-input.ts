import type { AgencyRegistration } from './registration.ts';

/** A registration as people know its facts: a town of birth by the five characters of INSEE. */
export type RegistrationInput = Omit<AgencyRegistration, 'birthPlace'> & {
  readonly birthPlace: {
    readonly country: string;
    /** Of France alone: 37261, 2A004, 97209. */
    readonly townCode?: string | undefined;
    readonly town?: string | undefined;
  };
};

/** France, by INSEE's code of countries. */
export const FRANCE = '99100';
