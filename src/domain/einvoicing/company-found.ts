/** A French business found in a register. */
export type CompanyFound = {
  readonly name: string;
  readonly siren: string;
  readonly siret?: string;
  readonly commercialName?: string;
  readonly nafCode?: string;
  readonly address?: { readonly line1: string; readonly zipCode: string; readonly city: string };
  /** Not closed. */
  readonly isActive: boolean;
};

/** Companies of an answer. */
export const COMPANIES_MAX = 10;
