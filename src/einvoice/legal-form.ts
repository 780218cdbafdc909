import type { LegalStatus } from '../domain/account/legal-facts.ts';
import { capitalText } from '../domain/account/legal-identity.ts';
import type { Emitter } from '../domain/account/settings.ts';

/**
 * The seller's legal form and capital as required on documents (C. com. art. R123-237, R123-238,
 * R526-27); undefined if unknown.
 */
export function legalFormOf(emitter: Emitter): string | undefined {
  const form = emitter.legalStatus && legalForms[emitter.legalStatus];
  return [form, capitalText(emitter)].filter(Boolean).join(' ') || undefined;
}

const legalForms: Record<LegalStatus, string | undefined> = {
  micro_enterprise: 'Entrepreneur individuel (EI)',
  ei: 'Entrepreneur individuel (EI)',
  eirl: 'Entrepreneur individuel à responsabilité limitée (EIRL)',
  sas: 'SAS',
  sarl: 'SARL',
  sasu: 'SASU',
  eurl: 'EURL',
  sa: 'SA',
  snc: 'SNC',
  sasu_sas: 'SASU',
  eurl_sarl: 'EURL',
  sci: 'SCI',
  association: 'Association',
  other: undefined,
};
