import type { CivilDay } from '../../time/civil-day.ts';

/** Who asks the agency to know him: a private person, as his tax office does. Read, sent, and forgotten. */
export type AgencyRegistration = {
  readonly civility: 'mr' | 'mrs';
  readonly birthName: string;
  readonly usageName?: string | undefined;
  readonly firstNames: string;
  readonly bornOn: CivilDay;
  readonly birthPlace: {
    /** INSEE's code of a country, 99100 of France. */
    readonly country: string;
    /** Three characters: 069, 02A, 972. Of France alone, as the town. */
    readonly department?: string | undefined;
    readonly town?: { readonly code: string; readonly name: string } | undefined;
  };
  readonly mobilePhone: string;
  readonly email: string;
  readonly address: {
    readonly number?: string | undefined;
    readonly letter?: string | undefined;
    readonly streetType?: string | undefined;
    readonly street?: string | undefined;
    readonly complement?: string | undefined;
    readonly locality?: string | undefined;
    readonly town: string;
    /** INSEE's code of the town, five characters. */
    readonly townCode: string;
    readonly postalCode: string;
    readonly country: string;
  };
  readonly bank: { readonly iban: string; readonly bic: string; readonly holder: string };
};
