import type { SignatureRequirementName } from '../../domain/refusal.ts';
import { type InTwoLanguages, saidIn } from '../in-two-languages.ts';

/** What to do about each thing an electronic signature still lacks. */
export const signatureRequirementText: Readonly<Record<SignatureRequirementName, InTwoLanguages>> = {
  isFinalized: {
    fr: 'Finalisez d’abord le document : un brouillon ne se signe pas.',
    en: 'Finalize the document first: a draft is not signed.',
  },
  hasNonEmptyCustomerContact: {
    fr: 'Sélectionnez un contact de votre organisation cliente : c’est une personne qui signe en ligne.',
    en: 'Select a contact of your customer organization: it is a person who signs online.',
  },
  hasCustomerEmail: {
    fr: 'Ajoutez l’adresse e-mail du client : la demande de signature lui est envoyée.',
    en: 'Add the customer’s e-mail address: the request to sign goes there.',
  },
  isNotExpired: {
    fr: 'L’offre a expiré : établissez-en une nouvelle, ou marquez-la vous-même comme signée.',
    en: 'The offer has expired: make a new one, or mark it as signed yourself.',
  },
  hasNoDecision: {
    fr: 'Le client a déjà répondu : retirez sa réponse pour la lui redemander.',
    en: 'The customer has answered already: take the answer back to ask again.',
  },
};

/** Requirements as the interface lists them. */
export const signatureRequirementsToJson = (names: readonly SignatureRequirementName[], language: 'fr' | 'en') =>
  names.map((name) => ({ name, message: saidIn(signatureRequirementText[name], language) }));
