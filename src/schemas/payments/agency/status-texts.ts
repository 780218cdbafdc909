import {
  type AgencyError,
  type AgencyStatus,
  agencyStatuses,
  type RequestStatus,
} from '../../../domain/payments/agency/request-status.ts';
import { registrationErrorTexts } from './registration-error-texts.ts';
import { requestErrorTexts } from './request-error-texts.ts';
import type { AgencyText } from './status-text.ts';

const NOTHING = { fr: 'Vous n’avez rien à faire.', en: 'No action needed.' };

export const statusTexts: Readonly<Record<AgencyStatus, AgencyText>> = {
  0: {
    name: { fr: 'Pas encore envoyée', en: 'Not sent yet' },
    means: {
      fr: 'La demande part à l’Urssaf une fois la facture finalisée et le client inscrit.',
      en: 'The request goes to Urssaf once the invoice is finalized and the customer is registered.',
    },
    remedy: {
      fr: 'Finalisez la facture et inscrivez le client, si ce n’est pas encore fait.',
      en: 'Finalize the invoice and register the customer, if you have not done so yet.',
    },
  },
  10: {
    name: { fr: 'Reçue par l’Urssaf', en: 'Received by Urssaf' },
    means: { fr: 'L’Urssaf a accepté la demande.', en: 'Urssaf has accepted the request.' },
    remedy: NOTHING,
  },
  20: {
    name: { fr: 'En attente du client', en: 'Waiting for the customer' },
    means: {
      fr: 'Votre client a 48 heures pour contester la demande auprès de l’Urssaf. Sans réponse, elle est validée.',
      en: 'Your customer has 48 hours to contest the request with Urssaf. Without an answer, it is validated.',
    },
    remedy: {
      fr: 'Vous n’avez rien à faire. Votre client peut aussi valider la demande tout de suite sur le site de l’Urssaf.',
      en: 'No action needed. Your customer can also validate the request right away on the Urssaf website.',
    },
  },
  30: {
    name: { fr: 'Validée', en: 'Validated' },
    means: { fr: 'L’Urssaf va prélever votre client.', en: 'Urssaf is about to debit your customer.' },
    remedy: NOTHING,
  },
  40: {
    name: { fr: 'Refusée par le client', en: 'Refused by the customer' },
    means: {
      fr: 'Votre client a refusé la demande : l’Urssaf ne paiera pas.',
      en: 'Your customer refused the request. Urssaf will not pay.',
    },
    remedy: {
      fr: 'Demandez au client pourquoi. Corrigez la facture par un avoir et une nouvelle facture, ou faites-vous payer directement.',
      en: 'Ask your customer why. Correct the invoice with a credit note and a new invoice, or collect the payment directly.',
    },
  },
  50: {
    name: { fr: 'Prélèvement en cours', en: 'Debit in progress' },
    means: { fr: 'L’Urssaf prélève votre client.', en: 'Urssaf is debiting your customer.' },
    remedy: NOTHING,
  },
  60: {
    name: { fr: 'Prélèvement refusé', en: 'Debit refused' },
    means: {
      fr: 'La banque de votre client a refusé le prélèvement. La facture reste impayée.',
      en: 'Your customer’s bank refused the debit. The invoice is still unpaid.',
    },
    remedy: {
      fr: 'Faites-vous payer directement par votre client. Le client doit aussi régulariser sa situation auprès de l’Urssaf.',
      en: 'Collect the payment from your customer directly. The customer must also settle the matter with Urssaf.',
    },
  },
  70: {
    name: { fr: 'Payée', en: 'Paid' },
    means: {
      fr: 'L’Urssaf vous verse le montant demandé.',
      en: 'Urssaf transfers the requested amount to you.',
    },
    remedy: {
      fr: 'Vous n’avez rien à faire. Le paiement est enregistré à la date du virement.',
      en: 'No action needed. The payment is recorded on the date of the transfer.',
    },
  },
  110: {
    name: { fr: 'Annulée à votre demande', en: 'Canceled at your request' },
    means: {
      fr: 'L’Urssaf a annulé la demande, comme vous l’aviez demandé.',
      en: 'Urssaf canceled the request, as you asked.',
    },
    remedy: {
      fr: 'Si la facture reste due, faites-vous payer directement.',
      en: 'If the invoice is still due, collect the payment directly.',
    },
  },
  111: {
    name: { fr: 'Annulée après impayé', en: 'Canceled after the debit failed' },
    means: {
      fr: 'Le prélèvement a échoué et l’Urssaf a annulé la demande.',
      en: 'The debit failed and Urssaf canceled the request.',
    },
    remedy: {
      fr: 'Faites-vous payer directement par votre client et relancez-le au besoin.',
      en: 'Collect the payment directly and send reminders if needed.',
    },
  },
  120: {
    name: { fr: 'Impayé recouvré', en: 'Unpaid amount recovered' },
    means: {
      fr: 'La somme impayée a été récupérée.',
      en: 'The unpaid amount was recovered.',
    },
    remedy: {
      fr: 'Vérifiez que le paiement enregistré correspond à la somme reçue.',
      en: 'Check that the recorded payment matches what you received.',
    },
  },
  112: {
    name: { fr: 'Annulée après recouvrement', en: 'Canceled after recovery' },
    means: {
      fr: 'L’Urssaf a annulé la demande après avoir récupéré la somme.',
      en: 'Urssaf canceled the request after recovering the amount.',
    },
    remedy: {
      fr: 'Vérifiez sur votre relevé si l’Urssaf a repris son virement et corrigez le paiement de la facture.',
      en: 'Check your bank statement for a reversal by Urssaf, and correct the payment of the invoice.',
    },
  },
};

/** The text for a status or error of the Urssaf API. */
export const textOfRequestStatus = (status: RequestStatus): AgencyText =>
  isStatus(status) ? statusTexts[status] : errorTexts[status];

const errorTexts: Readonly<Record<AgencyError, AgencyText>> = { ...requestErrorTexts, ...registrationErrorTexts };

const isStatus = (status: RequestStatus): status is AgencyStatus =>
  (agencyStatuses as readonly RequestStatus[]).includes(status);
