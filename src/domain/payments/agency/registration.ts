import type { CivilDay } from '../../time/civil-day.ts';

/**
 * The registration of a customer at Urssaf: a private person as known to the tax office. Read,
 * sent, and not stored.
 */
export type AgencyRegistration = {
  readonly civility: 'mr' | 'mrs';
  readonly birthName: string;
  readonly usageName?: string | undefined;
  readonly firstNames: string;
  readonly bornOn: CivilDay;
  readonly birthPlace: {
    /** INSEE's country code, 99100 for France. */
    readonly country: string;
    /** Three characters: 069, 02A, 972. Only for France, like the town. */
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
    /** INSEE's five-character code of the town. */
    readonly townCode: string;
    readonly postalCode: string;
    readonly country: string;
  };
  readonly bank: { readonly iban: string; readonly bic: string; readonly holder: string };
};
