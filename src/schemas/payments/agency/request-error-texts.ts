import type { RequestError } from '../../../domain/payments/agency/request-status.ts';
import type { AgencyText } from './status-text.ts';

const REPORT = {
  fr: 'Signalez-le à qui tient ce service, avec le numéro de la facture : ce n’est pas à vous de le corriger.',
  en: 'Report it to who runs this service, with the number of the invoice: it is not yours to correct.',
};
const ASK_THE_AGENCY = {
  fr: 'Écrivez à l’Urssaf, qui suit votre habilitation (tiers de prestation), puis renvoyez la demande.',
  en: 'Write to the Urssaf, which follows your authorization (tiers de prestation), then send the request again.',
};

/** Why the Urssaf refuses a request, worded for the sender of the invoice. */
export const requestErrorTexts: Readonly<Record<RequestError, AgencyText>> = {
  ERR_PARTICULIER_INCONNU: {
    name: { fr: 'Client inconnu de l’Urssaf', en: 'Customer unknown to the Urssaf' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce client, ou pas avec cette date de naissance.',
      en: 'The Urssaf does not know this customer, or not with this date of birth.',
    },
    remedy: {
      fr: 'Vérifiez sa date de naissance dans son inscription, et qu’il a activé son compte.',
      en: 'Check the date of birth in the registration, and that the customer activated the account.',
    },
  },
  ERR_CMPT_BLOQUE: {
    name: { fr: 'Compte du client bloqué', en: 'Account of the customer blocked' },
    means: {
      fr: 'L’Urssaf a bloqué le compte de ce client, le plus souvent après un prélèvement refusé.',
      en: 'The Urssaf blocked the account of this customer, most often after a refused debit.',
    },
    remedy: {
      fr: 'Votre client règle sa situation avec l’Urssaf ; en attendant, faites-vous payer directement.',
      en: 'Your customer settles with the Urssaf; until then, be paid directly.',
    },
  },
  ERR_FACTURE_DOUBLON: {
    name: { fr: 'Facture déjà transmise', en: 'Invoice sent already' },
    means: {
      fr: 'L’Urssaf a déjà une demande pour ce numéro de facture.',
      en: 'The Urssaf has a request for this invoice number already.',
    },
    remedy: {
      fr: 'Cherchez-la sur le site de l’Urssaf. Si elle vient d’un autre logiciel, retirez celle-ci.',
      en: 'Look for it on the site of the Urssaf. If another program sent it, leave it at that one.',
    },
  },
  ERR_NBRE_PREST_MAX: {
    name: { fr: 'Trop de demandes à la fois', en: 'Too many requests at a time' },
    means: {
      fr: 'L’Urssaf en accepte dix par envoi au plus.',
      en: 'The Urssaf takes ten in one sending at most.',
    },
    remedy: REPORT,
  },
  ERR_DATE_FUTUR: {
    name: { fr: 'Date à venir', en: 'Date to come' },
    means: {
      fr: 'La facture, la période travaillée ou l’acompte porte une date à venir.',
      en: 'The invoice, the days worked or the advance has a date to come.',
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
      en: 'A date of the request lies before the advance of the tax credit began.',
    },
    remedy: {
      fr: 'Vérifiez la période travaillée et la date de l’acompte ; sinon, faites-vous payer directement.',
      en: 'Check the days worked and the date of the advance; else be paid directly.',
    },
  },
  ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE: {
    name: { fr: 'Période sur plusieurs mois', en: 'Period spans several months' },
    means: {
      fr: 'L’Urssaf veut une demande par mois civil.',
      en: 'The Urssaf wants one request a calendar month.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et facturez chaque mois à part.',
      en: 'Cancel the invoice with a credit note, and bill each month apart.',
    },
  },
  ERR_DATE_FIN_AVANT_DATE_DEB: {
    name: { fr: 'Fin de période avant le début', en: 'Period ends before it starts' },
    means: {
      fr: 'La fin de la période travaillée précède son début.',
      en: 'The days worked end before they begin.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et refaites-la avec la bonne période.',
      en: 'Cancel the invoice with a credit note, and make it anew with the right period.',
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
      en: 'Cancel the invoice with a credit note, and make it anew with an advance of half at most.',
    },
  },
  ERR_TOTAL_PRESTATIONS: {
    name: { fr: 'Total différent des lignes', en: 'Total unlike its lines' },
    means: {
      fr: 'Selon l’Urssaf, les lignes ne font pas le total de la demande.',
      en: 'By the reckoning of the Urssaf, the lines do not make the total of the request.',
    },
    remedy: REPORT,
  },
  ERR_CODE_NATURE: {
    name: { fr: 'Activité non reconnue', en: 'Activity not known' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas l’activité d’une ligne, ou vous n’y êtes pas habilité.',
      en: 'The Urssaf does not know the activity of a line, or you are not authorized for it.',
    },
    remedy: {
      fr: 'Vérifiez l’activité des lignes, et les activités de votre déclaration de services à la personne.',
      en: 'Check the activity of the lines, and the activities of your declaration of personal services.',
    },
  },
  ERR_CODE_ACTIVITE: {
    name: { fr: 'Activité détaillée non reconnue', en: 'Detailed activity not known' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas le détail de l’activité d’une ligne.',
      en: 'The Urssaf does not know the detail of the activity of a line.',
    },
    remedy: REPORT,
  },
  ERR_CODE_ACTIVITE_NATURE: {
    name: { fr: 'Activités sans rapport', en: 'Activities unrelated' },
    means: {
      fr: 'Le détail de l’activité d’une ligne n’est pas de sa nature.',
      en: 'The detail of the activity of a line is not of its nature.',
    },
    remedy: REPORT,
  },
  ERR_MNT_PREST_HT_TVA: {
    name: { fr: 'HT et TVA ne font pas le TTC', en: 'Net and VAT do not make the total' },
    means: {
      fr: 'Sur une ligne, le montant hors taxes et la TVA ne font pas le montant TTC.',
      en: 'On a line, the amount without tax and the VAT do not make the amount with tax.',
    },
    remedy: REPORT,
  },
  ERR_MNT_PREST_TTC: {
    name: { fr: 'Quantité et prix ne font pas le TTC', en: 'Quantity and price do not make the total' },
    means: {
      fr: 'Sur une ligne, la quantité et le prix unitaire ne font pas le montant TTC.',
      en: 'On a line, quantity and unit price do not make the amount with tax.',
    },
    remedy: REPORT,
  },
  ERR_VALEUR_NEGATIVE: {
    name: { fr: 'Montant négatif', en: 'Negative amount' },
    means: {
      fr: 'L’Urssaf n’accepte ni quantité ni montant négatif.',
      en: 'The Urssaf takes no negative quantity or amount.',
    },
    remedy: {
      fr: 'Annulez la facture par un avoir, et refaites-la sans ligne négative : une remise convient.',
      en: 'Cancel the invoice with a credit note, and make it anew without a negative line: a discount will do.',
    },
  },
  ERR_PRESTATAIRE_EMETTEUR_INCONNU: {
    name: { fr: 'Vous êtes inconnu de l’Urssaf', en: 'You are unknown to the Urssaf' },
    means: {
      fr: 'L’Urssaf ne reconnaît pas qui envoie la demande.',
      en: 'The Urssaf does not know who sends the request.',
    },
    remedy: {
      fr: 'Vérifiez vos clés et votre identifiant de tiers de prestation dans Réglages › Paiement.',
      en: 'Check your keys and your identifier in Settings › Payment.',
    },
  },
  ERR_LIEN_PARTICULIER_PRESTATAIRE: {
    name: { fr: 'Client pas encore rattaché à vous', en: 'Customer not yet tied to you' },
    means: {
      fr: 'À cette date, l’Urssaf ne rattachait pas ce client à vous.',
      en: 'On that date, the Urssaf did not tie this customer to you.',
    },
    remedy: {
      fr: 'Votre client accepte votre inscription sur le site de l’Urssaf ; les jours d’avant sont payés directement.',
      en: 'Your customer accepts your registration on the site of the Urssaf; days before that are paid directly.',
    },
  },
  ERR_PRESTATAIRE_FACTURATION_INCONNU: {
    name: { fr: 'Identifiant de facturation inconnu', en: 'Billing identifier unknown' },
    means: {
      fr: 'L’Urssaf ne connaît pas le tiers de prestation qui doit recevoir le virement.',
      en: 'The Urssaf does not know the provider who is to receive the transfer.',
    },
    remedy: {
      fr: 'Vérifiez votre identifiant de tiers de prestation dans Réglages › Paiement.',
      en: 'Check your identifier in Settings › Payment.',
    },
  },
  ERR_CRITERE_RECHERCHE_VIDE: {
    name: { fr: 'Recherche sans critère', en: 'Search for nothing' },
    means: {
      fr: 'L’Urssaf n’a pas su quelle demande chercher.',
      en: 'The Urssaf was not told which request to look for.',
    },
    remedy: REPORT,
  },
  ERR_FORMAT_VALEUR: {
    name: { fr: 'Valeur mal écrite', en: 'Value badly written' },
    means: {
      fr: 'Une valeur de la demande n’a pas la forme attendue, par exemple trop de décimales.',
      en: 'A value of the request is not written as expected, with too many decimals for instance.',
    },
    remedy: REPORT,
  },
  ERR_NBRE_MAX_RESULTAT: {
    name: { fr: 'Trop de réponses', en: 'Too many answers' },
    means: {
      fr: 'L’Urssaf a trouvé trop de demandes pour les donner.',
      en: 'The Urssaf found too many requests to give them.',
    },
    remedy: REPORT,
  },
  ERR_RECHERCHE_VIDE: {
    name: { fr: 'Demande introuvable', en: 'Request not found' },
    means: {
      fr: 'L’Urssaf ne trouve pas cette demande.',
      en: 'The Urssaf does not find this request.',
    },
    remedy: {
      fr: 'Cherchez-la sur le site de l’Urssaf, par le numéro de la facture.',
      en: 'Look for it on the site of the Urssaf, by the number of the invoice.',
    },
  },
  ERR_FORMAT_NUMINTERVENANT: {
    name: { fr: 'Numéro SAP ou SIRET mal écrit', en: 'SAP number or SIRET badly written' },
    means: {
      fr: 'Le numéro de qui a travaillé n’a pas la forme attendue : SAP suivi de 9 chiffres, ou un SIRET.',
      en: 'The number of who worked is not written as expected: SAP and 9 digits, or a SIRET.',
    },
    remedy: {
      fr: 'Corrigez votre numéro SAP dans Réglages › Entreprise, puis renvoyez la demande.',
      en: 'Correct your SAP number in Settings › Company, then send the request again.',
    },
  },
  ERR_NUMINTERVENANT_MANQUANT: {
    name: { fr: 'Numéro SAP ou SIRET manquant', en: 'SAP number or SIRET missing' },
    means: {
      fr: 'La demande ne dit pas qui a travaillé.',
      en: 'The request does not say who worked.',
    },
    remedy: {
      fr: 'Indiquez votre numéro SAP ou votre SIRET dans Réglages › Entreprise, puis renvoyez la demande.',
      en: 'Say your SAP number or SIRET in Settings › Company, then send the request again.',
    },
  },
  ERR_NUMINTERVENANT_BLOQUE: {
    name: { fr: 'Numéro SAP bloqué', en: 'SAP number blocked' },
    means: {
      fr: 'L’Urssaf n’accepte plus de demandes sous votre numéro.',
      en: 'The Urssaf takes no more requests under your number.',
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
      fr: 'Votre client le renouvelle sur le site de l’Urssaf, puis vous renvoyez la demande.',
      en: 'Your customer renews it on the site of the Urssaf, then you send the request again.',
    },
  },
  ERREUR_VALIDATION: {
    name: { fr: 'Demande incomplète', en: 'Request incomplete' },
    means: {
      fr: 'L’Urssaf trouve une donnée manquante ou mal écrite.',
      en: 'The Urssaf finds a value missing or badly written.',
    },
    remedy: {
      fr: 'Relisez l’inscription du client et la demande ; si tout est juste, signalez-le à qui tient ce service.',
      en: 'Read the registration of the customer and the request again; if all is right, report it to who runs this service.',
    },
  },
  ERREUR_TECHNIQUE: {
    name: { fr: 'Panne de l’Urssaf', en: 'Failure of the Urssaf' },
    means: {
      fr: 'L’Urssaf n’a pas pu traiter la demande.',
      en: 'The Urssaf could not handle the request.',
    },
    remedy: { fr: 'Renvoyez la demande plus tard.', en: 'Send the request again later.' },
  },
  ERREUR_INCONNUE: {
    name: { fr: 'Réponse inconnue de l’Urssaf', en: 'Answer of the Urssaf not known' },
    means: {
      fr: 'L’Urssaf a répondu par un code que nous ne connaissons pas ; il est conservé.',
      en: 'The Urssaf answered with a code we do not know; it is kept.',
    },
    remedy: {
      fr: 'Voyez la demande sur le site de l’Urssaf, et signalez ce code à qui tient ce service.',
      en: 'See the request on the site of the Urssaf, and report the code to who runs this service.',
    },
  },
};
