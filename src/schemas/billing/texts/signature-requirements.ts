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
    fr: 'Ajoutez l’adresse e-mail du client : la demande de signature est envoyée à cette adresse.',
    en: 'Add the customer’s e-mail address. The signature request is sent to this address.',
  },
  isNotExpired: {
    fr: 'L’offre a expiré. Établissez une nouvelle offre, ou marquez vous-même celle-ci comme signée.',
    en: 'The offer has expired. Create a new offer, or mark this one as signed yourself.',
  },
  hasNoDecision: {
    fr: 'Le client a déjà répondu. Retirez sa réponse pour renvoyer la demande.',
    en: 'The customer has already answered. Remove the answer to send the request again.',
  },
};

/** Requirements as listed in the API. */
export const signatureRequirementsToJson = (names: readonly SignatureRequirementName[], language: 'fr' | 'en') =>
  names.map((name) => ({ name, message: textIn(signatureRequirementText[name], language) }));
