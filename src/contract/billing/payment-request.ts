import * as z from 'zod';
import type { PaymentRequest } from '../../domain/billing/document/document.ts';
import { cents } from '../../domain/money/cents.ts';
import { timestamp } from '../timestamp.ts';

/** How far the agency is with a request, by its codes. 0 is ours: it was not sent. */
const statuses = {
  0: 'not sent',
  10: 'received and accepted',
  20: 'waits for the customer, who has 48 hours',
  30: 'validated, to be collected',
  40: 'refused by the customer',
  50: 'being debited',
  60: 'debit failed',
  70: 'paid to the provider',
  110: 'cancelled at the request of the provider',
  111: 'cancelled after the debit failed',
  120: 'unpaid sum recovered by the provider',
  112: 'cancelled after recovery',
} as const;

/** Why the agency refuses a request, or the customer it is about. */
const errors = [
  ...['ERR_PARTICULIER_INCONNU', 'ERR_CMPT_BLOQUE', 'ERR_FACTURE_DOUBLON', 'ERR_NBRE_PREST_MAX', 'ERR_DATE_FUTUR'],
  ...['ERR_DATE_PAIEMENT_AVANT_EXP', 'ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE', 'ERR_DATE_FIN_AVANT_DATE_DEB'],
  ...['ERR_MONTANT_ACOMPTE', 'ERR_TOTAL_PRESTATIONS', 'ERR_CODE_NATURE', 'ERR_CODE_ACTIVITE'],
  ...['ERR_CODE_ACTIVITE_NATURE', 'ERR_MNT_PREST_HT_TVA', 'ERR_MNT_PREST_TTC', 'ERR_VALEUR_NEGATIVE'],
  ...['ERR_PRESTATAIRE_EMETTEUR_INCONNU', 'ERR_LIEN_PARTICULIER_PRESTATAIRE', 'ERR_PRESTATAIRE_FACTURATION_INCONNU'],
  ...['ERR_CRITERE_RECHERCHE_VIDE', 'ERR_DGFIP_R2P_INCONNU', 'ERR_DATE_NAISSANCE_FUTUR', 'ERR_LIEU_NAISSANCE_DEPT'],
  ...['ERR_LIEU_NAISSANCE_COMN', 'ERR_LIEU_NAISSANCE_PAYS', 'ERR_DGFIP_IMPOTPART_INCONNU', 'ERR_CONTACT'],
  ...['ERR_CONTACT_ADRESSE_TYPE_VOIE', 'ERR_CONTACT_ADRESSE_LETTRE_VOIE', 'ERR_CONTACT_ADRESSE_TYPEVOIE'],
  ...['ERR_CONTACT_ADRESSE_LIBELLEVOIE', 'ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE'],
  ...['ERR_CONTACT_ADRESSE_COMMUNE', 'ERR_COORDONNEES_BANCAIRES', 'ERR_FORMAT_VALEUR', 'ERR_NBRE_MAX_RESULTAT'],
  ...['ERR_RECHERCHE_VIDE', 'ERR_ECV_PARTICULIERS_EXISTENT', 'ERREUR_REFERENCE_PARTICULIER_EXISTANTE_TYPE'],
  ...['ERR_LIEU_NAISSANCE_OBLIGATOIRE', 'ERREUR_LIEU_NAISSANCE_INVALIDE', 'ERR_RECHERCHE_PARTICULIER'],
  ...['ERR_FORMAT_NUMINTERVENANT', 'ERR_NUMINTERVENANT_MANQUANT', 'ERR_NUMINTERVENANT_BLOQUE', 'ERR_MANDAT_ECHU'],
  ...['ERREUR_VALIDATION', 'ERREUR_TECHNIQUE', 'ERREUR_INCONNUE'],
] as const;

const told = Object.entries(statuses).map(([code, means]) => `${code} ${means}`);

/** 0 is a number and the others are texts, as the published interface has them. */
const statusJson = z
  .literal([0, '10', '20', '30', '40', '50', '60', '70', '110', '111', '120', '112', ...errors])
  .meta({ id: 'PaymentRequestStatus', description: `${told.join('; ')}. The others say why it was refused.` });

const seconds = z.number().meta({ description: 'Unix seconds.' });
const money = z.number().meta({ description: 'Cents.' });

/** What the agency of personal services is asked to pay of an invoice, as the interface writes it. */
export const PaymentRequestJson = z
  .object({
    idDemandePaiement: z.string().optional().meta({ description: 'The number the agency gave it.' }),
    dateDebutEmploi: seconds,
    dateFinEmploi: seconds,
    dateVirement: seconds.optional(),
    advanceAlreadyPayed: money.optional(),
    advancePaymentDate: seconds.optional(),
    mntVirement: money.optional(),
    statut: statusJson.optional(),
  })
  .meta({ id: 'PaymentRequest' });

export const paymentRequestToJson = (request: PaymentRequest | undefined): z.input<typeof PaymentRequestJson> | null =>
  request
    ? {
        dateDebutEmploi: request.beginsAt,
        dateFinEmploi: request.endsAt,
        advanceAlreadyPayed: request.advancePaid,
        ...(request.advancePaidAt !== undefined && { advancePaymentDate: request.advancePaidAt }),
        statut: 0,
      }
    : null;

/** Cents that can have been paid down. */
const ADVANCE_MAX_CENTS = 1_000_000_000_000;

/** What a request says of it; null takes it away. */
export const paymentRequestForm = z
  .object({
    advanceAlreadyPaid: z
      .int()
      .min(0)
      .max(ADVANCE_MAX_CENTS)
      .meta({ description: 'Cents the customer has paid down; at most half of the invoice.' }),
    advancePaymentDate: timestamp.nullish(),
    dateDebutEmploi: timestamp.meta({ description: 'The first day worked, Unix seconds.' }),
    dateFinEmploi: timestamp.meta({ description: 'The last day worked, of the same month, Unix seconds.' }),
  })
  .transform(
    ({ advanceAlreadyPaid, advancePaymentDate, dateDebutEmploi, dateFinEmploi }): PaymentRequest => ({
      beginsAt: dateDebutEmploi,
      endsAt: dateFinEmploi,
      advancePaid: cents(advanceAlreadyPaid),
      ...(advancePaymentDate != null && { advancePaidAt: advancePaymentDate }),
    }),
  )
  .meta({ id: 'PaymentRequestForm' })
  .nullable();
