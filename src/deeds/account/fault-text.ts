import type { InTwoLanguages } from '../../contract/in-two-languages.ts';
import type { Note, VerifyFault } from '../../store/proof/finding.ts';

/** What each finding of `verify` means. */
export const faultText: Readonly<Record<VerifyFault, InTwoLanguages>> = {
  link_missing: {
    fr: 'un maillon de la chaîne manque avant celui-ci',
    en: 'a link of the chain is missing before this one',
  },
  link_out_of_place: { fr: 'ce maillon n’est pas à sa place', en: 'this link is out of its place' },
  link_not_joined: { fr: 'ce maillon ne suit pas le précédent', en: 'this link does not join the one before' },
  link_changed: { fr: 'ce maillon a été modifié', en: 'this link was changed' },
  link_unreadable: { fr: 'ce maillon est illisible', en: 'this link cannot be read' },
  link_not_canonical: {
    fr: 'ce maillon n’est pas sous sa forme d’origine',
    en: 'this link is not in its original form',
  },
  link_before_previous: {
    fr: 'ce maillon est daté avant le précédent',
    en: 'this link is dated before the one before it',
  },
  signature_invalid: { fr: 'la signature de ce maillon est fausse', en: 'the signature of this link is wrong' },
  signing_key_unknown: {
    fr: 'la clé qui a signé ce maillon n’est pas dans le dossier de données (keys/public)',
    en: 'the key that signed this link is not in the data folder (keys/public)',
  },
  signing_key_not_introduced: {
    fr: 'ce maillon est signé par une autre clé que le précédent, qui ne l’annonce pas',
    en: 'this link is signed by another key than the one before, which does not introduce it',
  },
  signing_key_self_introduced: {
    fr: 'à partir de ce maillon, une nouvelle clé signe à la place d’une clé déclarée perdue (audit new-key --lost), et rien d’autre ne l’annonce. Si c’est la vôtre : verify --trust avec son empreinte',
    en: 'from this link on signs a key in the stead of one declared lost (audit new-key --lost), which nothing else introduces. If it is yours: verify --trust with its fingerprint',
  },
  signing_key_not_current: {
    fr: 'le dernier maillon n’est pas signé par la clé de cette installation (keys/audit.key.pem)',
    en: 'the last link is not signed by the key of this installation (keys/audit.key.pem)',
  },
  signing_key_untrusted: {
    fr: 'la première clé de la chaîne ne remonte à aucune de celles de --trust',
    en: 'the first key of the chain leads back to none of those of --trust',
  },
  signing_key_missing: {
    fr: 'la clé qui signe n’est plus dans le dossier de données, ou n’y est plus lisible (keys/audit.key.pem). Remettez-la depuis une sauvegarde ; perdue pour de bon : npx facturier audit new-key --lost',
    en: 'the signing key is no longer in the data folder, or cannot be read there (keys/audit.key.pem). Put it back from a backup; lost for good: npx facturier audit new-key --lost',
  },
  public_key_unreadable: {
    fr: 'le contenu de ce fichier ne correspond pas à son nom (une clé publique, ou ce qui en présente une)',
    en: 'this file does not hold what its name says (a public key, or what introduces one)',
  },
  trusted_key_missing: {
    fr: 'aucune clé publique du dossier de données (keys/public) n’a cette empreinte de --trust',
    en: 'no public key of the data folder (keys/public) has this fingerprint of --trust',
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
    fr: 'une tête notée hors de la base (audit/heads.jsonl, audit/heads) a une signature fausse',
    en: 'a head noted outside the database (audit/heads.jsonl, audit/heads) has a wrong signature',
  },
  anchor_file_missing: {
    fr: 'le fichier des têtes signées (audit/heads.jsonl) a disparu ou a été vidé : une coupure des chaînes ne s’y verrait plus. Remettez-le depuis une sauvegarde, ou : npx facturier audit new-anchor',
    en: 'the file of signed heads (audit/heads.jsonl) is gone or was emptied: a cut of the chains would no longer show by it. Put it back from a backup, or: npx facturier audit new-anchor',
  },
  anchor_begun_anew: {
    fr: 'le fichier des têtes signées (audit/heads.jsonl) a été perdu ou vidé, et recommencé à cette heure sans qu’un maillon le dise : npx facturier audit new-anchor',
    en: 'the file of signed heads (audit/heads.jsonl) was lost or emptied, and begun anew at this time without a link that says so: npx facturier audit new-anchor',
  },
  anchor_unreadable: {
    fr: 'cette ligne d’un fichier des têtes signées est illisible. Pour garder la trace et continuer : npx facturier audit new-anchor',
    en: 'this line of a file of signed heads cannot be read. To keep the trace and go on: npx facturier audit new-anchor',
  },
  anchor_behind: {
    fr: 'les maillons après celui-ci ne sont notés dans aucune tête hors de la base (audit/heads.jsonl, audit/heads)',
    en: 'the links after this one are noted in no head outside the database (audit/heads.jsonl, audit/heads)',
  },
  anchor_restart_unsaid: {
    fr: 'les têtes notées hors de la base recommencent ici comme après une restauration, sans qu’aucun maillon le dise',
    en: 'the heads noted outside the database begin anew here as after a restore, which no link tells of',
  },
  stamp_invalid: {
    fr: 'cet horodatage (RFC 3161) ne prouve rien : ce qui a été horodaté, ou l’horodatage, a été modifié ou a disparu',
    en: 'this time stamp (RFC 3161) proves nothing: what was stamped, or the stamp, was changed or is gone',
  },
  stamp_before_link: {
    fr: 'un maillon horodaté se dit plus récent que l’horodatage qui le prouve',
    en: 'a stamped link says that it is younger than the stamp that proves it',
  },
  kept_head_differs: {
    fr: 'la chaîne diffère de la tête gardée ailleurs (--heads, horodatage)',
    en: 'the chain differs from the head kept elsewhere (--heads, time stamp)',
  },
  kept_head_beyond_chain: {
    fr: 'la chaîne a été coupée : la tête gardée ailleurs (--heads, horodatage) va plus loin',
    en: 'the chain was cut: the head kept elsewhere (--heads, time stamp) is further on',
  },
  kept_head_invalid: {
    fr: 'la tête gardée ailleurs (--heads, horodatage) n’est pas signée par une clé de ce dossier de données',
    en: 'the head kept elsewhere (--heads, time stamp) is signed by no key of this data folder',
  },
  document_missing: { fr: 'le document de ce maillon a disparu', en: 'the document of this link is gone' },
  document_not_finalized: {
    fr: 'le document de ce maillon n’est plus finalisé',
    en: 'the document of this link is no longer finalized',
  },
  document_changed: {
    fr: 'le document a été modifié après sa finalisation',
    en: 'the document was changed after it was finalized',
  },
  document_differs_from_link: {
    fr: 'le document n’est pas celui que la chaîne a scellé',
    en: 'the document is not the one the chain sealed',
  },
  document_columns_differ: {
    fr: 'les colonnes du document (numéro, montants, dates) contredisent son texte scellé',
    en: 'the columns of the document (number, amounts, dates) contradict its sealed text',
  },
  document_without_link: {
    fr: 'ce document finalisé n’est pas dans la chaîne',
    en: 'this finalized document is not in the chain',
  },
  document_linked_twice: { fr: 'ce document est scellé deux fois', en: 'this document is sealed twice' },
  document_words_differ: {
    fr: 'les mots de recherche du document ne correspondent pas à son contenu',
    en: 'the words the document is found by are not its own',
  },
  document_marks_differ: {
    fr: 'ce qui peut encore changer sur le document (état, titre, dates, archivage, sommes, envoi) ne correspond pas à la chaîne',
    en: 'what lives on the document (state, title, dates, archive, sums, sending) is not what the chain said of it',
  },
  key_without_link: { fr: 'cette clé d’API n’est pas dans la chaîne', en: 'this API key is not in the chain' },
  key_missing: { fr: 'la clé d’API de ce maillon a disparu', en: 'the API key of this link is gone' },
  key_differs: {
    fr: 'cette clé d’API (droits, nom, mode, expiration, empreinte du secret) n’est pas celle que la chaîne connaît',
    en: 'this API key (scopes, name, mode, end, hash of its secret) is not the one the chain knows',
  },
  settings_differ: {
    fr: 'les réglages du compte (identité, IBAN, TVA, numéros) ne sont pas ceux que la chaîne connaît',
    en: 'the settings of the account (identity, IBAN, VAT, numbers) are not those the chain knows',
  },
  event_without_link: {
    fr: 'cet événement d’un document finalisé n’est pas dans la chaîne',
    en: 'this event of a finalized document is not in the chain',
  },
  event_missing: {
    fr: 'l’événement de ce maillon a disparu avant la fin de sa durée de conservation',
    en: 'the event of this link is gone before its time',
  },
  event_changed: { fr: 'cet événement a été modifié', en: 'this event was changed' },
  tally_differs: {
    fr: 'le décompte des documents de ce type ne correspond pas aux documents',
    en: 'the count of documents of this sort is not how many there are',
  },
  rendering_without_link: {
    fr: 'ce rendu d’un document (PDF ou facture électronique) n’est pas celui que la chaîne a noté',
    en: 'this rendering of a document (PDF or electronic invoice) is not the one the chain noted',
  },
  rendering_missing: {
    fr: 'le rendu de ce maillon (PDF ou facture électronique) a disparu ou a été remplacé',
    en: 'the rendering of this link (PDF or electronic invoice) is gone or was replaced',
  },
  attachment_differs: {
    fr: 'une pièce jointe du document n’est pas celle qui a été scellée avec lui',
    en: 'a file attached to the document is not the one that was sealed with it',
  },
  file_missing: { fr: 'le contenu de ce fichier a disparu', en: 'the bytes of this file are gone' },
  file_altered: {
    fr: 'le contenu de ce fichier n’est plus celui qui a été conservé',
    en: 'the bytes of this file are no longer those that were kept',
  },
  signed_file_unsound: {
    fr: 'le sceau de ce PDF signé est faux, ou ce qu’il contient ne concorde pas avec lui',
    en: 'the seal of this signed PDF is wrong, or what it holds does not go with it',
  },
  signed_file_by_another: {
    fr: 'ce PDF signé n’est pas scellé par un certificat de ce compte',
    en: 'this signed PDF is not sealed by a certificate of this account',
  },
  files_out_of_reach: {
    fr: 'le stockage d’objets (FILES_URL) ne répond pas : ses fichiers n’ont pas été vérifiés',
    en: 'the object store (FILES_URL) does not answer: its files were not verified',
  },
  account_missing: {
    fr: 'ce compte a une chaîne signée hors de la base et a disparu de la base',
    en: 'this account has a chain signed outside the database and is gone from the database',
  },
  number_missing: { fr: 'un numéro manque dans la suite', en: 'a number is missing in the series' },
  day_before_previous: {
    fr: 'ce numéro est daté avant le précédent de sa suite, et aucun maillon ne dit pourquoi',
    en: 'this number is dated before the previous one of its series, and no link says why',
  },
  counter_differs: {
    fr: 'le compteur de la suite ne correspond pas à son dernier numéro',
    en: 'the counter of the series does not stand at its last number',
  },
  payment_without_link: { fr: 'ce paiement n’est pas dans la chaîne', en: 'this payment is not in the chain' },
  payment_missing: {
    fr: 'le paiement de ce maillon a disparu ou a été modifié',
    en: 'the payment of this link is gone or was changed',
  },
  payment_columns_differ: {
    fr: 'les colonnes du paiement contredisent son texte scellé',
    en: 'the columns of the payment contradict its sealed text',
  },
  closure_missing: { fr: 'la clôture de ce maillon a disparu', en: 'the closure of this link is gone' },
  closure_without_link: { fr: 'cette clôture n’est pas dans la chaîne', en: 'this closure is not in the chain' },
  closure_linked_twice: { fr: 'une clôture est scellée deux fois', en: 'a closure is sealed twice' },
  closure_changed: {
    fr: 'la clôture n’est pas celle que la chaîne a scellée',
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

/** What `verify` tells of a chain in which nothing is wrong. */
export const noteText: Readonly<Record<Note['note'], InTwoLanguages>> = {
  signing_key_changed: {
    fr: 'la clé de signature a changé après ce maillon, signé par l’ancienne',
    en: 'the signing key changed after this link, which the old one signed',
  },
  signing_key_lost: {
    fr: 'à partir de ce maillon, une nouvelle clé signe à la place d’une clé déclarée perdue',
    en: 'from this link on signs a key in the stead of one declared lost',
  },
  anchor_begun: {
    fr: 'les têtes signées hors de la base ont été recommencées, et ce maillon le dit',
    en: 'the signed heads outside the database were begun anew, and this link says so',
  },
  restored: {
    fr: 'une sauvegarde a été restaurée : ce qui la suivait est perdu, et ce maillon le dit',
    en: 'a backup was restored: what came after it is lost, and this link says so',
  },
  kept_head_before_restore: {
    fr: 'la tête gardée ailleurs (--heads, horodatage) est celle de maillons qu’une restauration a perdus',
    en: 'the head kept elsewhere (--heads, time stamp) is of links that a restore lost',
  },
  stamped: {
    fr: 'dernier horodatage des têtes (RFC 3161), et le certificat de l’autorité qui l’a fait',
    en: 'last time stamp of the heads (RFC 3161), and the certificate of whoever made it',
  },
  stamp_failed: {
    fr: 'la dernière tentative d’horodatage (TSA_URL) a échoué ; elle sera renouvelée',
    en: 'the last try of a time stamp (TSA_URL) failed; it will be tried again',
  },
  clock_corrected: {
    fr: 'l’horloge avait avancé ou s’était arrêtée : ce maillon donne l’heure juste',
    en: 'the clock had run ahead or stood still: this link tells the right time',
  },
};
