import type { Bilingual } from '../start-refused.ts';
import type { VerifyFault } from '../store/finding.ts';

/** What each finding of `verify` means. */
export const faultText: Readonly<Record<VerifyFault, Bilingual>> = {
  link_missing: {
    fr: 'un maillon de la chaîne manque avant celui-ci',
    en: 'a link of the chain is missing before this one',
  },
  link_out_of_place: { fr: "ce maillon n'est pas à sa place", en: 'this link is out of its place' },
  link_not_joined: { fr: 'ce maillon ne suit pas le précédent', en: 'this link does not join the one before' },
  link_changed: { fr: 'ce maillon a été modifié', en: 'this link was changed' },
  link_unreadable: { fr: 'ce maillon est illisible', en: 'this link cannot be read' },
  link_not_canonical: {
    fr: "ce maillon n'est pas sous sa forme d'origine",
    en: 'this link is not in its original form',
  },
  signature_invalid: { fr: 'la signature de ce maillon est fausse', en: 'the signature of this link is wrong' },
  signing_key_unknown: {
    fr: "la clé qui a signé ce maillon n'est pas dans le dossier de données (keys/public)",
    en: 'the key that signed this link is not in the data folder (keys/public)',
  },
  head_missing: { fr: 'la tête de la chaîne manque', en: 'the head of the chain is missing' },
  head_differs: {
    fr: 'la tête de la chaîne ne correspond pas au dernier maillon',
    en: 'the head of the chain is not its last link',
  },
  chain_truncated: {
    fr: 'la chaîne a été coupée : une tête plus longue a été signée hors de la base',
    en: 'the chain was cut: a longer one was signed outside the database',
  },
  anchor_differs: {
    fr: 'la chaîne diffère de la tête signée hors de la base',
    en: 'the chain differs from the head signed outside the database',
  },
  anchor_invalid: {
    fr: 'une tête notée hors de la base (audit/heads.jsonl) a une signature fausse',
    en: 'a head noted outside the database (audit/heads.jsonl) has a wrong signature',
  },
  document_missing: { fr: 'le document de ce maillon a disparu', en: 'the document of this link is gone' },
  document_not_finalized: {
    fr: "le document de ce maillon n'est plus finalisé",
    en: 'the document of this link is no longer finalized',
  },
  document_changed: {
    fr: 'le document a été modifié après sa finalisation',
    en: 'the document was changed after it was finalized',
  },
  document_differs_from_link: {
    fr: "le document n'est pas celui que la chaîne a scellé",
    en: 'the document is not the one the chain sealed',
  },
  document_columns_differ: {
    fr: 'les colonnes du document (numéro, montants, dates) contredisent son texte scellé',
    en: 'the columns of the document (number, amounts, dates) contradict its sealed text',
  },
  document_without_link: {
    fr: "ce document finalisé n'est pas dans la chaîne",
    en: 'this finalized document is not in the chain',
  },
  document_linked_twice: { fr: 'ce document est scellé deux fois', en: 'this document is sealed twice' },
  document_marks_differ: {
    fr: "l'état du document (facturé, crédité, payé, annulé, signé) contredit ce qui lui est arrivé",
    en: 'the state of the document (billed, credited, paid, canceled, signed) contradicts what happened to it',
  },
  account_missing: {
    fr: 'ce compte a une chaîne signée hors de la base et a disparu de la base',
    en: 'this account has a chain signed outside the database and is gone from the database',
  },
  number_missing: { fr: 'un numéro manque dans la suite', en: 'a number is missing in the series' },
  counter_differs: {
    fr: 'le compteur de la suite ne correspond pas à son dernier numéro',
    en: 'the counter of the series does not stand at its last number',
  },
  payment_without_link: { fr: "ce paiement n'est pas dans la chaîne", en: 'this payment is not in the chain' },
  payment_missing: {
    fr: 'le paiement de ce maillon a disparu ou a été modifié',
    en: 'the payment of this link is gone or was changed',
  },
  payment_columns_differ: {
    fr: 'les colonnes du paiement contredisent son texte scellé',
    en: 'the columns of the payment contradict its sealed text',
  },
  closure_missing: { fr: 'la clôture de ce maillon a disparu', en: 'the closure of this link is gone' },
  closure_without_link: { fr: "cette clôture n'est pas dans la chaîne", en: 'this closure is not in the chain' },
  closure_linked_twice: { fr: 'une clôture est scellée deux fois', en: 'a closure is sealed twice' },
  closure_changed: {
    fr: "la clôture n'est pas celle que la chaîne a scellée",
    en: 'the closure is not the one the chain sealed',
  },
  closure_columns_differ: {
    fr: 'les colonnes de la clôture contredisent son texte scellé',
    en: 'the columns of the closure contradict its sealed text',
  },
  closure_out_of_place: {
    fr: 'cette clôture ne suit pas la précédente',
    en: 'this closure does not join the one before',
  },
  closure_figures_differ: {
    fr: 'les montants de la clôture ne sont pas ceux des factures et paiements de sa période',
    en: 'the figures of the closure are not those of the bills and payments of its period',
  },
  closure_totals_differ: {
    fr: 'les totaux cumulés de la clôture ne continuent pas ceux de la précédente',
    en: 'the running totals of the closure do not go on from the one before',
  },
  paid_amount_differs: {
    fr: 'le montant payé du document ne correspond pas à ses paiements',
    en: 'the paid amount of the document is not the sum of its payments',
  },
};
