import type { AgencyRegistration } from './registration.ts';

/** A registration as entered by users: a town of birth by its five-character INSEE code. */
export type RegistrationInput = Omit<AgencyRegistration, 'birthPlace'> & {
  readonly birthPlace: {
    readonly country: string;
    /** For France only: 37261, 2A004, 97209. */
    readonly townCode?: string | undefined;
    readonly town?: string | undefined;
  };
};

/** France in INSEE's country codes. */
export const FRANCE = '99100';
