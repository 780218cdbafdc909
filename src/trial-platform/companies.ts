import type { BuyerBehaviour } from './buyer-order.ts';

/** A company of the directory of the trial platform. All are invented. */
export type TrialCompany = {
  readonly siren: string;
  readonly name: string;
  readonly entityType: 'Public' | 'PrivateVatRegistered';
  readonly establishments: readonly TrialEstablishment[];
  /** Suffixes of electronic addresses at the level of the SIREN: `SIREN_SUFFIX`. */
  readonly suffixes?: readonly string[];
  /** Its way into the Flow Service; a company without one is reached, but has its own platform. */
  readonly client?: { readonly clientId: string; readonly clientSecret: string };
  /** Its default behaviour as a buyer. */
  readonly behaviour: BuyerBehaviour;
};

export type TrialEstablishment = {
  readonly siret: string;
  readonly name: string;
  readonly isMain: boolean;
  readonly address: { readonly line1: string; readonly postalCode: string; readonly locality: string };
  /** What a public buyer demands; absent for companies. */
  readonly demands?: PublicDemands;
  readonly routingCodes: readonly TrialRoutingCode[];
};

/** `b2gAdditionalData` of the directory. */
type PublicDemands = {
  readonly pm: boolean;
  readonly pmOnly: boolean;
  readonly managesPaymentStatus: boolean;
  readonly managesLegalCommitmentCode: boolean;
  readonly managesLegalCommitmentOrServiceCode: boolean;
  readonly serviceCodeStatus: boolean;
};
type TrialRoutingCode = {
  readonly id: string;
  readonly name: string;
  readonly managesLegalCommitmentCode: boolean;
};

const NOTHING_DEMANDED: PublicDemands = {
  pm: false,
  pmOnly: false,
  managesPaymentStatus: true,
  managesLegalCommitmentCode: false,
  managesLegalCommitmentOrServiceCode: false,
  serviceCodeStatus: false,
};

/** Two companies that are clients, and a municipality. `secretOf` gives the secret of a client. */
export const trialCompanies = (secretOf: (clientId: string) => string): readonly TrialCompany[] => [
  {
    siren: '100000009',
    name: 'Atelier Lumen SAS',
    entityType: 'PrivateVatRegistered',
    establishments: [
      {
        siret: '10000000900017',
        name: 'Atelier Lumen SAS',
        isMain: true,
        address: { line1: '12 rue des Tanneurs', postalCode: '69001', locality: 'Lyon' },
        routingCodes: [],
      },
    ],
    client: clientOf('100000009', secretOf),
    behaviour: { action: 'approve' },
  },
  {
    siren: '200000008',
    name: 'Maison Bertin SARL',
    entityType: 'PrivateVatRegistered',
    establishments: [
      {
        siret: '20000000800017',
        name: 'Maison Bertin SARL',
        isMain: true,
        address: { line1: '3 quai de la Fosse', postalCode: '44000', locality: 'Nantes' },
        routingCodes: [{ id: 'ACHATS', name: 'Service des achats', managesLegalCommitmentCode: false }],
      },
    ],
    suffixes: ['COMPTA'],
    client: clientOf('200000008', secretOf),
    behaviour: { action: 'approve' },
  },
  {
    siren: '300000007',
    name: 'Commune de Valmont-les-Bains',
    entityType: 'Public',
    establishments: [
      {
        siret: '30000000700017',
        name: 'Mairie de Valmont-les-Bains',
        isMain: true,
        address: { line1: '1 place de la Mairie', postalCode: '88120', locality: 'Valmont-les-Bains' },
        demands: {
          ...NOTHING_DEMANDED,
          managesLegalCommitmentCode: true,
          managesLegalCommitmentOrServiceCode: true,
          serviceCodeStatus: true,
        },
        routingCodes: [
          { id: 'CULTURE', name: 'Service de la culture', managesLegalCommitmentCode: true },
          { id: 'VOIRIE-01', name: 'Service de la voirie', managesLegalCommitmentCode: false },
        ],
      },
      {
        siret: '30000000700025',
        name: 'École municipale de musique',
        isMain: false,
        address: { line1: '8 rue du Conservatoire', postalCode: '88120', locality: 'Valmont-les-Bains' },
        demands: NOTHING_DEMANDED,
        routingCodes: [],
      },
    ],
    behaviour: { action: 'approve_and_pay' },
  },
];

/** The user's own company as a client. As a buyer it does nothing automatically. */
export const ownCompany = (siren: string, secretOf: (clientId: string) => string): TrialCompany => ({
  siren,
  name: `Entreprise ${siren}`,
  entityType: 'PrivateVatRegistered',
  establishments: [],
  client: clientOf(siren, secretOf),
  behaviour: { action: 'wait' },
});

const clientOf = (siren: string, secretOf: (clientId: string) => string) => {
  const clientId = `trial-${siren}`;
  return { clientId, clientSecret: secretOf(clientId) };
};

/** An electronic address of a company, scheme 0225: the forms of the directory. */
export type TrialLine = {
  readonly address: string;
  readonly company: TrialCompany;
  readonly establishment?: TrialEstablishment;
  readonly routingCode?: TrialRoutingCode;
  readonly suffix?: string;
};

/** All addresses of a company. Public bodies have none at the level of the SIREN. */
export function linesOf(company: TrialCompany): TrialLine[] {
  const { siren, establishments, suffixes = [], entityType } = company;
  return [
    ...(entityType === 'Public' ? [] : [{ address: siren, company }]),
    ...suffixes.map((suffix) => ({ address: `${siren}_${suffix}`, company, suffix })),
    ...establishments.flatMap((establishment) => {
      const address = `${siren}_${establishment.siret}`;
      const codes = establishment.routingCodes.map((routingCode) => ({
        address: `${address}_${routingCode.id}`,
        company,
        establishment,
        routingCode,
      }));
      return [{ address, company, establishment }, ...codes];
    }),
  ];
}

/** Whether the last digit of a SIREN or SIRET is right (Luhn). */
export function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
