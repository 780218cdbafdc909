import type { SignatureRequirementName } from '../../../domain/refusal.ts';
import { type BilingualText, textIn } from '../../bilingual-text.ts';

/** The remedy for each missing requirement of an electronic signature. */
export const signatureRequirementText: Readonly<Record<SignatureRequirementName, BilingualText>> = {
  isFinalized: {
    fr: 'Finalisez d’abord le document : un brouillon ne peut pas être signé.',
    en: 'Finalize the document first. A draft cannot be signed.',
  },
  hasNonEmptyCustomerContact: {
    fr: 'Sélectionnez un contact de votre organisation cliente : c’est une personne qui signe en ligne.',
    en: 'Select a contact of the customer organization. Only a person can sign online.',
  },
  hasCustomerEmail: {
    fr: 'Ajoutez l’adresse e-mail du client : la demande de signature lui est envoyée.',
    en: 'Add the customer’s e-mail address. The signature request is sent to it.',
  },
  isNotExpired: {
    fr: 'L’offre a expiré. Établissez-en une nouvelle, ou marquez-la vous-même comme signée.',
    en: 'The offer has expired. Create a new one, or mark it as signed yourself.',
  },
  hasNoDecision: {
    fr: 'Le client a déjà répondu. Retirez sa réponse pour lui renvoyer la demande.',
    en: 'The customer has already answered. Remove the answer to ask again.',
  },
};

/** Requirements as listed in the API. */
export const signatureRequirementsToJson = (names: readonly SignatureRequirementName[], language: 'fr' | 'en') =>
  names.map((name) => ({ name, message: textIn(signatureRequirementText[name], language) }));
