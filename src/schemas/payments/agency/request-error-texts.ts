import type { RequestError } from '../../../domain/payments/agency/request-status.ts';
import type { AgencyText } from './status-text.ts';

const REPORT = {
  fr: 'Vous ne pouvez pas corriger cette erreur. Signalez-la à l’administrateur du service, avec le numéro de la facture.',
  en: 'You cannot correct this error. Report it to the administrator of the service, with the number of the invoice.',
};
const ASK_THE_AGENCY = {
  fr: 'Écrivez à l’Urssaf, qui gère votre habilitation (tiers de prestation), puis renvoyez la demande.',
  en: 'Write to Urssaf, which manages your authorization (tiers de prestation), then send the request again.',
};

/** Why Urssaf refuses a request, worded for the sender of the invoice. */
export const requestErrorTexts: Readonly<Record<RequestError, AgencyText>> = {
  ERR_PARTICULIER_INCONNU: {
    name: { fr: 'Client inconnu de l’Urssaf', en: 'Customer unknown to Urssaf' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce client, ou pas avec cette date de naissance.',
      en: 'Urssaf does not know this customer, or has another date of birth.',
    },
    remedy: {
      fr: 'Vérifiez la date de naissance dans l’inscription du client, et que le client a activé son compte.',
      en: 'Check the date of birth in the registration of the customer, and that the customer has activated the account.',
    },
  },
  ERR_CMPT_BLOQUE: {
    name: { fr: 'Compte du client bloqué', en: 'Customer account blocked' },
    means: {
      fr: 'L’Urssaf a bloqué le compte de ce client, le plus souvent après un prélèvement refusé.',
      en: 'Urssaf blocked the account of this customer, usually after a refused debit.',
    },
    remedy: {
      fr: 'Votre client doit régulariser sa situation auprès de l’Urssaf. En attendant, faites-vous payer directement.',
      en: 'Your customer must settle the matter with Urssaf. Until then, collect the payment directly.',
    },
  },
  ERR_FACTURE_DOUBLON: {
    name: { fr: 'Facture déjà transmise', en: 'Invoice already sent' },
    means: {
      fr: 'L’Urssaf a déjà une demande pour ce numéro de facture.',
      en: 'Urssaf already has a request for this invoice number.',
    },
    remedy: {
      fr: 'Cherchez la première demande sur le site de l’Urssaf. Si elle vient d’un autre logiciel, n’envoyez pas celle-ci.',
      en: 'Look for the first request on the Urssaf website. If another program sent it, do not send this one.',
    },
  },
  ERR_NBRE_PREST_MAX: {
    name: { fr: 'Trop de demandes à la fois', en: 'Too many requests at once' },
    means: {
      fr: 'L’Urssaf accepte au plus dix demandes par envoi.',
      en: 'Urssaf accepts at most ten requests in one call.',
    },
    remedy: REPORT,
  },
  ERR_DATE_FUTUR: {
    name: { fr: 'Date à venir', en: 'Date in the future' },
    means: {
      fr: 'La facture, la période travaillée ou l’acompte porte une date à venir.',
      en: 'The invoice, the days worked or the advance has a date in the future.',
    },
    remedy: {
      fr: 'Renvoyez la demande une fois ces dates passées.',
      en: 'Send the request again once these dates are past.',
    },
  },
  ERR_DATE_PAIEMENT_AVANT_EXP: {
    name: { fr: 'Date trop ancienne', en: 'Date too old' },
    means: {
      fr: 'Une date de la demande précède l’ouverture de l’avance immédiate.',
      en: 'A date of the request is before the start of the avance immédiate.',
    },
    remedy: {
      fr: 'Vérifiez la période travaillée et la date de l’acompte. Si elles sont justes, faites-vous payer directement.',
      en: 'Check the days worked and the date of the advance. If they are right, collect the payment directly.',
    },
  },
  ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE: {
    name: { fr: 'Période sur plusieurs mois', en: 'Period spans several months' },
    means: {
      fr: 'L’Urssaf exige une demande par mois civil.',
      en: 'Urssaf requires one request per calendar month.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et facturez chaque mois séparément.',
      en: 'Cancel the invoice with a credit note, and bill each month separately.',
    },
  },
  ERR_DATE_FIN_AVANT_DATE_DEB: {
    name: { fr: 'Fin de période avant le début', en: 'Period ends before it starts' },
    means: {
      fr: 'La fin de la période travaillée précède son début.',
      en: 'The work period ends before it starts.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et refaites-la avec la bonne période.',
      en: 'Cancel the invoice with a credit note, and create a new one with the right period.',
    },
  },
  ERR_MONTANT_ACOMPTE: {
    name: { fr: 'Acompte trop élevé', en: 'Advance too large' },
    means: {
      fr: 'L’acompte dépasse la moitié des services à la personne de la facture.',
      en: 'The advance is more than half of the personal services on the invoice.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et refaites-la avec un acompte de la moitié au plus.',
      en: 'Cancel the invoice with a credit note, and create a new one with an advance of at most half.',
    },
  },
  ERR_TOTAL_PRESTATIONS: {
    name: { fr: 'Total différent des lignes', en: 'Total differs from the lines' },
    means: {
      fr: 'Selon l’Urssaf, la somme des lignes n’est pas le total de la demande.',
      en: 'According to Urssaf, the lines do not add up to the total of the request.',
    },
    remedy: REPORT,
  },
  ERR_CODE_NATURE: {
    name: { fr: 'Activité non reconnue', en: 'Unknown activity' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas l’activité d’une ligne, ou vous n’êtes pas habilité à l’exercer.',
      en: 'Urssaf does not know the activity of a line, or you are not authorized for it.',
    },
    remedy: {
      fr: 'Vérifiez l’activité des lignes, et les activités de votre déclaration de services à la personne.',
      en: 'Check the activity of the lines, and the activities of your declaration of personal services.',
    },
  },
  ERR_CODE_ACTIVITE: {
    name: { fr: 'Activité détaillée non reconnue', en: 'Unknown activity code' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas le code détaillé de l’activité d’une ligne.',
      en: 'Urssaf does not know the detailed activity code of a line.',
    },
    remedy: REPORT,
  },
  ERR_CODE_ACTIVITE_NATURE: {
    name: { fr: 'Activités incohérentes', en: 'Activity codes do not match' },
    means: {
      fr: 'Le code détaillé d’une ligne ne correspond pas à la nature de son service.',
      en: 'The detailed activity code of a line does not match the kind of service.',
    },
    remedy: REPORT,
  },
  ERR_MNT_PREST_HT_TVA: {
    name: { fr: 'HT et TVA ne font pas le TTC', en: 'Net and VAT do not add up' },
    means: {
      fr: 'Sur une ligne, le montant hors taxes et la TVA ne font pas le montant TTC.',
      en: 'On one line, the amount without tax and the VAT do not add up to the amount with tax.',
    },
    remedy: REPORT,
  },
  ERR_MNT_PREST_TTC: {
    name: { fr: 'Quantité et prix ne font pas le TTC', en: 'Quantity times price differs' },
    means: {
      fr: 'Sur une ligne, la quantité et le prix unitaire ne font pas le montant TTC.',
      en: 'On one line, the quantity times the unit price is not the amount with tax.',
    },
    remedy: REPORT,
  },
  ERR_VALEUR_NEGATIVE: {
    name: { fr: 'Montant négatif', en: 'Negative amount' },
    means: {
      fr: 'L’Urssaf n’accepte ni quantité négative ni montant négatif.',
      en: 'Urssaf accepts no negative quantity or amount.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et refaites-la avec une remise au lieu de la ligne négative.',
      en: 'Cancel the invoice with a credit note, and create a new one with a discount instead of the negative line.',
    },
  },
  ERR_PRESTATAIRE_EMETTEUR_INCONNU: {
    name: { fr: 'Vous êtes inconnu de l’Urssaf', en: 'You are unknown to Urssaf' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas l’expéditeur de la demande.',
      en: 'Urssaf does not know the sender of the request.',
    },
    remedy: {
      fr: 'Vérifiez vos clés Urssaf et votre identifiant de tiers de prestation dans Réglages › Paiement.',
      en: 'Check your Urssaf keys and your billing identifier in Settings › Payment.',
    },
  },
  ERR_LIEN_PARTICULIER_PRESTATAIRE: {
    name: { fr: 'Client pas encore rattaché à vous', en: 'Customer not linked to you yet' },
    means: {
      fr: 'Aux dates de la demande, ce client n’était pas encore rattaché à vous auprès de l’Urssaf.',
      en: 'On the dates of the request, Urssaf had not linked this customer to you yet.',
    },
    remedy: {
      fr: 'Votre client doit accepter votre inscription sur le site de l’Urssaf. Faites-vous payer directement pour les jours d’avant.',
      en: 'Your customer must accept your registration on the Urssaf website. Collect the payment for earlier days directly.',
    },
  },
  ERR_PRESTATAIRE_FACTURATION_INCONNU: {
    name: { fr: 'Identifiant de facturation inconnu', en: 'Unknown billing identifier' },
    means: {
      fr: 'L’Urssaf ne connaît pas le tiers de prestation qui doit recevoir le virement.',
      en: 'Urssaf does not know the account that should receive the transfer.',
    },
    remedy: {
      fr: 'Vérifiez votre identifiant de tiers de prestation dans Réglages › Paiement.',
      en: 'Check your billing identifier in Settings › Payment.',
    },
  },
  ERR_CRITERE_RECHERCHE_VIDE: {
    name: { fr: 'Recherche sans critère', en: 'Search without criteria' },
    means: {
      fr: 'La recherche ne disait pas à l’Urssaf quelle demande chercher.',
      en: 'The search did not tell Urssaf which request to look for.',
    },
    remedy: REPORT,
  },
  ERR_FORMAT_VALEUR: {
    name: { fr: 'Valeur mal écrite', en: 'Invalid value' },
    means: {
      fr: 'Une valeur de la demande n’a pas la forme attendue, par exemple trop de décimales.',
      en: 'A value of the request has an invalid format, for example too many decimals.',
    },
    remedy: REPORT,
  },
  ERR_NBRE_MAX_RESULTAT: {
    name: { fr: 'Trop de réponses', en: 'Too many results' },
    means: {
      fr: 'L’Urssaf a trouvé trop de demandes pour les renvoyer.',
      en: 'Urssaf found too many requests to return them.',
    },
    remedy: REPORT,
  },
  ERR_RECHERCHE_VIDE: {
    name: { fr: 'Demande introuvable', en: 'Request not found' },
    means: {
      fr: 'L’Urssaf ne trouve pas cette demande.',
      en: 'Urssaf cannot find this request.',
    },
    remedy: {
      fr: 'Cherchez la demande sur le site de l’Urssaf, par le numéro de la facture.',
      en: 'Look for the request on the Urssaf website, by the number of the invoice.',
    },
  },
  ERR_FORMAT_NUMINTERVENANT: {
    name: { fr: 'Numéro SAP ou SIRET mal écrit', en: 'Invalid SAP number or SIRET' },
    means: {
      fr: 'Le numéro de l’intervenant n’a pas la forme attendue : SAP suivi de 9 chiffres, ou un SIRET.',
      en: 'The number of the worker has an invalid format. It must be SAP and 9 digits, or a SIRET.',
    },
    remedy: {
      fr: 'Corrigez votre numéro SAP dans Réglages › Entreprise, puis renvoyez la demande.',
      en: 'Correct your SAP number in Settings › Company, then send the request again.',
    },
  },
  ERR_NUMINTERVENANT_MANQUANT: {
    name: { fr: 'Numéro SAP ou SIRET manquant', en: 'SAP number or SIRET missing' },
    means: {
      fr: 'La demande n’indique pas le numéro de l’intervenant.',
      en: 'The request does not give the number of the worker.',
    },
    remedy: {
      fr: 'Indiquez votre numéro SAP ou votre SIRET dans Réglages › Entreprise, puis renvoyez la demande.',
      en: 'Enter your SAP number or SIRET in Settings › Company, then send the request again.',
    },
  },
  ERR_NUMINTERVENANT_BLOQUE: {
    name: { fr: 'Numéro SAP bloqué', en: 'SAP number blocked' },
    means: {
      fr: 'L’Urssaf n’accepte plus de demandes avec votre numéro SAP.',
      en: 'Urssaf no longer accepts requests with your SAP number.',
    },
    remedy: ASK_THE_AGENCY,
  },
  ERR_MANDAT_ECHU: {
    name: { fr: 'Mandat de prélèvement échu', en: 'Debit mandate expired' },
    means: {
      fr: 'Le mandat de prélèvement de votre client n’est plus valable.',
      en: 'The debit mandate of your customer is no longer valid.',
    },
    remedy: {
      fr: 'Demandez à votre client de renouveler le mandat sur le site de l’Urssaf, puis renvoyez la demande.',
      en: 'Ask your customer to renew the mandate on the Urssaf website, then send the request again.',
    },
  },
  ERREUR_VALIDATION: {
    name: { fr: 'Demande incomplète', en: 'Request incomplete' },
    means: {
      fr: 'Selon l’Urssaf, une donnée manque ou est mal écrite.',
      en: 'According to Urssaf, a value is missing or invalid.',
    },
    remedy: {
      fr: 'Vérifiez l’inscription du client et la demande. Si tout est juste, signalez l’erreur à l’administrateur du service.',
      en: 'Check the registration of the customer and the request. If both are right, report the error to the administrator of the service.',
    },
  },
  ERREUR_TECHNIQUE: {
    name: { fr: 'Panne de l’Urssaf', en: 'Urssaf failure' },
    means: {
      fr: 'L’Urssaf n’a pas pu traiter la demande.',
      en: 'Urssaf could not process the request.',
    },
    remedy: { fr: 'Renvoyez la demande plus tard.', en: 'Send the request again later.' },
  },
  ERREUR_INCONNUE: {
    name: { fr: 'Réponse inconnue de l’Urssaf', en: 'Unknown answer from Urssaf' },
    means: {
      fr: 'L’Urssaf a répondu par un code que Facturier ne connaît pas. Ce code est conservé.',
      en: 'Urssaf answered with a code that Facturier does not know. The code is stored.',
    },
    remedy: {
      fr: 'Consultez la demande sur le site de l’Urssaf, et signalez le code à l’administrateur du service.',
      en: 'Check the request on the Urssaf website, and report the code to the administrator of the service.',
    },
  },
};
