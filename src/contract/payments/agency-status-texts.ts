import {
  type AgencyError,
  type AgencyStatus,
  agencyStatuses,
  type RequestStatus,
} from '../../domain/payments/agency/request-status.ts';
import { registrationErrorTexts } from './agency-registration-error-texts.ts';
import { requestErrorTexts } from './agency-request-error-texts.ts';
import type { AgencyText } from './agency-text.ts';

const NOTHING = { fr: 'Rien à faire.', en: 'Nothing to do.' };

export const statusTexts: Readonly<Record<AgencyStatus, AgencyText>> = {
  0: {
    name: { fr: 'Pas encore envoyée', en: 'Not sent yet' },
    means: {
      fr: 'La demande part à l’Urssaf une fois la facture finalisée et le client inscrit.',
      en: 'The request goes to the Urssaf once the invoice is finalized and its customer is registered.',
    },
    remedy: {
      fr: 'Finalisez la facture et inscrivez le client, si ce n’est pas encore fait.',
      en: 'Finalize the invoice and register the customer, where that is still to be done.',
    },
  },
  10: {
    name: { fr: 'Reçue par l’Urssaf', en: 'Received by the Urssaf' },
    means: { fr: 'L’Urssaf a accepté la demande.', en: 'The Urssaf has accepted the request.' },
    remedy: NOTHING,
  },
  20: {
    name: { fr: 'En attente du client', en: 'Waits for the customer' },
    means: {
      fr: 'Votre client a 48 heures pour la contester auprès de l’Urssaf ; sans réponse, elle est validée.',
      en: 'Your customer has 48 hours to object to it with the Urssaf; left alone, it is validated.',
    },
    remedy: {
      fr: 'Rien à faire ; votre client peut aussi la valider tout de suite sur le site de l’Urssaf.',
      en: 'Nothing to do; your customer may also validate it at once on the site of the Urssaf.',
    },
  },
  30: {
    name: { fr: 'Validée', en: 'Validated' },
    means: { fr: 'L’Urssaf va prélever votre client.', en: 'The Urssaf is about to debit your customer.' },
    remedy: NOTHING,
  },
  40: {
    name: { fr: 'Refusée par le client', en: 'Refused by the customer' },
    means: {
      fr: 'Votre client a refusé la demande : l’Urssaf ne paiera pas.',
      en: 'Your customer refused the request: the Urssaf will not pay.',
    },
    remedy: {
      fr: 'Voyez avec lui ce qui ne va pas. Corrigez par un avoir et une nouvelle facture, ou faites-vous payer directement.',
      en: 'Ask what is wrong. Correct it with a credit note and a new invoice, or be paid by the customer directly.',
    },
  },
  50: {
    name: { fr: 'Prélèvement en cours', en: 'Being debited' },
    means: { fr: 'L’Urssaf prélève votre client.', en: 'The Urssaf is debiting your customer.' },
    remedy: NOTHING,
  },
  60: {
    name: { fr: 'Prélèvement refusé', en: 'Debit refused' },
    means: {
      fr: 'La banque de votre client a refusé le prélèvement : la facture reste impayée.',
      en: 'The bank of your customer refused the debit: the invoice is unpaid.',
    },
    remedy: {
      fr: 'Faites-vous payer par votre client ; il règle aussi sa situation avec l’Urssaf.',
      en: 'Have your customer pay you; the customer settles with the Urssaf too.',
    },
  },
  70: {
    name: { fr: 'Payée', en: 'Paid' },
    means: {
      fr: 'L’Urssaf vous vire le montant de la demande.',
      en: 'The Urssaf transfers the amount of the request to you.',
    },
    remedy: {
      fr: 'Rien à faire : le paiement est enregistré le jour du virement.',
      en: 'Nothing to do: the payment is recorded on the day of the transfer.',
    },
  },
  110: {
    name: { fr: 'Annulée à votre demande', en: 'Cancelled at your request' },
    means: {
      fr: 'L’Urssaf a annulé la demande, comme vous l’aviez demandé.',
      en: 'The Urssaf cancelled the request, as you asked.',
    },
    remedy: {
      fr: 'Si la facture reste due, faites-vous payer directement.',
      en: 'If the invoice is still owed, be paid directly.',
    },
  },
  111: {
    name: { fr: 'Annulée après impayé', en: 'Cancelled after the debit failed' },
    means: {
      fr: 'Le prélèvement a échoué et l’Urssaf a annulé la demande.',
      en: 'The debit failed and the Urssaf cancelled the request.',
    },
    remedy: {
      fr: 'Faites-vous payer directement par votre client, et relancez-le si besoin.',
      en: 'Be paid by your customer directly, with reminders where needed.',
    },
  },
  120: {
    name: { fr: 'Impayé recouvré', en: 'Unpaid sum recovered' },
    means: {
      fr: 'La somme impayée a été récupérée.',
      en: 'The unpaid sum was recovered.',
    },
    remedy: {
      fr: 'Vérifiez que le paiement de la facture correspond à ce que vous avez reçu.',
      en: 'Check that the payment of the invoice is what you received.',
    },
  },
  112: {
    name: { fr: 'Annulée après recouvrement', en: 'Cancelled after recovery' },
    means: {
      fr: 'L’Urssaf a annulé la demande après avoir récupéré la somme.',
      en: 'The Urssaf cancelled the request after it recovered the sum.',
    },
    remedy: {
      fr: 'Vérifiez sur votre relevé si l’Urssaf a repris son virement, et corrigez le paiement de la facture.',
      en: 'See on your statement whether the Urssaf took its transfer back, and correct the payment of the invoice.',
    },
  },
};

/** What a status or an error of the interface means to whoever bills. */
export const textOfRequestStatus = (status: RequestStatus): AgencyText =>
  isStatus(status) ? statusTexts[status] : errorTexts[status];

const errorTexts: Readonly<Record<AgencyError, AgencyText>> = { ...requestErrorTexts, ...registrationErrorTexts };

const isStatus = (status: RequestStatus): status is AgencyStatus =>
  (agencyStatuses as readonly RequestStatus[]).includes(status);
