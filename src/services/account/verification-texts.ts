import type { Note, VerifyFault } from '../../db/audit/verify/finding.ts';
import type { BilingualText } from '../../schemas/bilingual-text.ts';

/** The meaning of each finding of `verify`. */
export const faultText: Readonly<Record<VerifyFault, BilingualText>> = {
  link_missing: {
    fr: 'une entrée de la piste d’audit manque avant celle-ci',
    en: 'an entry of the audit trail is missing before this one',
  },
  link_out_of_place: { fr: 'cette entrée n’est pas à sa place', en: 'this entry is out of order' },
  link_not_joined: { fr: 'cette entrée ne suit pas la précédente', en: 'this entry does not follow the previous one' },
  link_changed: { fr: 'cette entrée a été modifiée', en: 'this entry was changed' },
  link_unreadable: { fr: 'cette entrée est illisible', en: 'this entry cannot be read' },
  link_not_canonical: {
    fr: 'cette entrée n’est pas sous sa forme d’origine',
    en: 'this entry is not in its original form',
  },
  link_before_previous: {
    fr: 'cette entrée est datée avant la précédente',
    en: 'this entry is dated before the one before it',
  },
  signature_invalid: { fr: 'la signature de cette entrée est fausse', en: 'the signature of this entry is wrong' },
  signing_key_unknown: {
    fr: 'la clé qui a signé cette entrée n’est pas dans le dossier de données (keys/public)',
    en: 'the key that signed this entry is not in the data folder (keys/public)',
  },
  signing_key_not_introduced: {
    fr: 'cette entrée est signée par une autre clé que la précédente, qui ne l’annonce pas',
    en: 'this entry is signed with a different key from the previous entry, which does not announce it',
  },
  signing_key_self_introduced: {
    fr: 'à partir de cette entrée, une nouvelle clé signe à la place d’une clé déclarée perdue (audit new-key --lost), et rien d’autre ne l’annonce. Si c’est la vôtre : verify --trust avec son empreinte',
    en: 'from this entry on, a new key signs in place of a key declared lost (audit new-key --lost), and nothing else announces the new key. If it is yours, run verify --trust with its fingerprint',
  },
  signing_key_not_current: {
    fr: 'la dernière entrée n’est pas signée par la clé de cette installation (keys/audit.key.pem)',
    en: 'the last entry is not signed by the key of this installation (keys/audit.key.pem)',
  },
  signing_key_untrusted: {
    fr: 'la première clé de la piste d’audit ne remonte à aucune de celles de --trust',
    en: 'the first key of the audit trail cannot be traced back to any key of --trust',
  },
  signing_key_missing: {
    fr: 'la clé qui signe n’est plus dans le dossier de données, ou n’y est plus lisible (keys/audit.key.pem). Restaurez-la depuis une sauvegarde ; si elle est définitivement perdue : npx facturier audit new-key --lost',
    en: 'the signing key is missing or unreadable in the data folder (keys/audit.key.pem). Restore it from a backup. If it is permanently lost: npx facturier audit new-key --lost',
  },
  public_key_unreadable: {
    fr: 'le contenu de ce fichier ne correspond pas à son nom (une clé publique, ou ce qui en présente une)',
    en: 'the content of this file does not match its name (a public key, or the announcement of one)',
  },
  trusted_key_missing: {
    fr: 'aucune clé publique du dossier de données (keys/public) n’a cette empreinte de --trust',
    en: 'no public key in the data folder (keys/public) has this --trust fingerprint',
  },
  head_missing: { fr: 'l’enregistrement de la dernière entrée manque', en: 'the record of the last entry is missing' },
  head_differs: {
    fr: 'l’enregistrement de la dernière entrée ne correspond pas à la dernière entrée',
    en: 'the record of the last entry does not match the last entry',
  },
  chain_truncated: {
    fr: 'la piste d’audit a été tronquée : une piste plus longue a été signée hors de la base',
    en: 'the audit trail was truncated: a longer one was signed outside the database',
  },
  anchor_differs: {
    fr: 'la piste d’audit diffère de la dernière entrée signée hors de la base',
    en: 'the audit trail differs from the last entry signed outside the database',
  },
  anchor_invalid: {
    fr: 'une dernière entrée conservée hors de la base (audit/heads.jsonl, audit/heads) a une signature fausse',
    en: 'a last entry stored outside the database (audit/heads.jsonl, audit/heads) has an invalid signature',
  },
  anchor_file_missing: {
    fr: 'le fichier des dernières entrées signées (audit/heads.jsonl) a disparu ou a été vidé : il ne peut plus révéler une piste tronquée. Restaurez-le depuis une sauvegarde, ou lancez npx facturier audit new-anchor',
    en: 'the file of signed last entries (audit/heads.jsonl) is missing or was emptied, so it can no longer reveal a truncated trail. Restore it from a backup, or run npx facturier audit new-anchor',
  },
  anchor_begun_anew: {
    fr: 'le fichier des dernières entrées signées (audit/heads.jsonl) a été perdu ou vidé, puis recommencé à cette heure, et aucune entrée ne le signale. Lancez npx facturier audit new-anchor',
    en: 'the file of signed last entries (audit/heads.jsonl) was lost or emptied and restarted at this time, and no entry of the audit trail records this. Run npx facturier audit new-anchor',
  },
  anchor_unreadable: {
    fr: 'cette ligne d’un fichier de dernières entrées signées est illisible. Pour en garder la trace et continuer : npx facturier audit new-anchor',
    en: 'this line of a file of signed last entries cannot be read. To record this and continue: npx facturier audit new-anchor',
  },
  anchor_behind: {
    fr: 'les entrées suivantes ne sont pas couvertes par une dernière entrée signée hors de la base (audit/heads.jsonl, audit/heads)',
    en: 'the entries after this one are not covered by any signed last entry outside the database (audit/heads.jsonl, audit/heads)',
  },
  anchor_restart_unsaid: {
    fr: 'les dernières entrées conservées hors de la base recommencent ici comme après une restauration, mais aucune entrée ne signale de restauration',
    en: 'the signed last entries outside the database restart here as after a restore, but no entry records a restore',
  },
  stamp_invalid: {
    fr: 'cet horodatage (RFC 3161) n’est pas valable : les données horodatées ou l’horodatage ont été modifiés ou ont disparu',
    en: 'this time stamp (RFC 3161) is not valid: the stamped data or the stamp was changed or is missing',
  },
  stamp_before_link: {
    fr: 'une entrée horodatée porte une date postérieure à son horodatage',
    en: 'a stamped entry is dated after its time stamp',
  },
  kept_head_differs: {
    fr: 'la piste d’audit diffère de la dernière entrée gardée ailleurs (--heads, horodatage)',
    en: 'the audit trail differs from the last entry kept elsewhere (--heads, time stamp)',
  },
  kept_head_beyond_chain: {
    fr: 'la piste d’audit a été tronquée : la dernière entrée gardée ailleurs (--heads, horodatage) est plus récente',
    en: 'the audit trail was truncated: the last entry kept elsewhere (--heads, time stamp) is more recent',
  },
  kept_head_invalid: {
    fr: 'la dernière entrée gardée ailleurs (--heads, horodatage) n’est pas signée par une clé de ce dossier de données',
    en: 'the last entry kept elsewhere (--heads, time stamp) is not signed by a key of this data folder',
  },
  document_missing: { fr: 'le document de cette entrée a disparu', en: 'the document of this entry is missing' },
  document_not_finalized: {
    fr: 'le document de cette entrée n’est plus finalisé',
    en: 'the document of this entry is no longer finalized',
  },
  document_changed: {
    fr: 'le document a été modifié après sa finalisation',
    en: 'the document was changed after it was finalized',
  },
  document_differs_from_link: {
    fr: 'le document n’est pas celui qui a été scellé',
    en: 'the document is not the one that was sealed',
  },
  document_columns_differ: {
    fr: 'les colonnes du document (numéro, montants, dates) contredisent son texte scellé',
    en: 'the columns of the document (number, amounts, dates) contradict its sealed text',
  },
  document_without_link: {
    fr: 'ce document finalisé n’est pas dans la piste d’audit',
    en: 'this finalized document is not in the audit trail',
  },
  document_linked_twice: { fr: 'ce document est scellé deux fois', en: 'this document is sealed twice' },
  document_words_differ: {
    fr: 'les mots de recherche du document ne correspondent pas à son contenu',
    en: 'the search index of the document does not match its content',
  },
  document_marks_differ: {
    fr: 'ce qui peut encore changer sur le document (état, titre, dates, archivage, sommes, envoi) ne correspond pas à la piste d’audit',
    en: 'the changing parts of the document (state, title, dates, archiving, amounts, sending) do not match the audit trail',
  },
  key_without_link: {
    fr: 'cette clé d’API n’est pas dans la piste d’audit',
    en: 'this API key is not in the audit trail',
  },
  key_missing: { fr: 'la clé d’API de cette entrée a disparu', en: 'the API key of this entry is missing' },
  key_differs: {
    fr: 'cette clé d’API (droits, nom, mode, expiration, empreinte du secret) ne correspond pas à la piste d’audit',
    en: 'this API key (scopes, name, mode, expiry, secret hash) does not match the audit trail',
  },
  settings_differ: {
    fr: 'les réglages du compte (identité, IBAN, TVA, numéros) ne correspondent pas à la piste d’audit',
    en: 'the settings of the account (identity, IBAN, VAT, numbers) do not match the audit trail',
  },
  event_without_link: {
    fr: 'cet événement d’un document finalisé n’est pas dans la piste d’audit',
    en: 'this event of a finalized document is not in the audit trail',
  },
  event_missing: {
    fr: 'l’événement de cette entrée a disparu avant la fin de sa durée de conservation',
    en: 'the event of this entry was deleted before the end of its retention period',
  },
  event_changed: { fr: 'cet événement a été modifié', en: 'this event was changed' },
  tally_differs: {
    fr: 'le décompte des documents de ce type ne correspond pas aux documents',
    en: 'the count of documents of this type does not match the documents',
  },
  rendering_without_link: {
    fr: 'ce rendu d’un document (PDF ou facture électronique) ne correspond pas à la piste d’audit',
    en: 'this rendering of a document (PDF or electronic invoice) does not match the audit trail',
  },
  rendering_missing: {
    fr: 'le rendu de cette entrée (PDF ou facture électronique) a disparu ou a été remplacé',
    en: 'the rendering of this entry (PDF or electronic invoice) is missing or was replaced',
  },
  attachment_differs: {
    fr: 'une pièce jointe du document n’est pas celle qui a été scellée avec lui',
    en: 'an attachment of the document is not the one that was sealed with it',
  },
  file_missing: { fr: 'le contenu de ce fichier a disparu', en: 'the content of this file is missing' },
  file_altered: {
    fr: 'le contenu de ce fichier n’est plus celui qui a été conservé',
    en: 'the stored file has been altered since it was saved',
  },
  signed_file_unsound: {
    fr: 'le sceau de ce PDF signé est faux, ou ce qu’il contient ne concorde pas avec lui',
    en: 'the seal of this signed PDF is invalid or does not match its content',
  },
  signed_file_by_another: {
    fr: 'ce PDF signé n’est pas scellé par un certificat de ce compte',
    en: 'this signed PDF is not sealed by a certificate of this account',
  },
  files_out_of_reach: {
    fr: 'le stockage d’objets (FILES_URL) ne répond pas : ses fichiers n’ont pas été vérifiés',
    en: 'the object store (FILES_URL) does not answer, so its files were not verified',
  },
  account_missing: {
    fr: 'ce compte a une piste d’audit signée hors de la base, mais a disparu de la base',
    en: 'this account has an audit trail signed outside the database but is missing from the database',
  },
  number_missing: { fr: 'un numéro manque dans la suite', en: 'a number is missing in the series' },
  day_before_previous: {
    fr: 'ce numéro est daté avant le précédent de sa suite, et aucune entrée ne l’explique',
    en: 'this number is dated before the previous one of its series, and no entry explains it',
  },
  counter_differs: {
    fr: 'le compteur de la suite ne correspond pas à son dernier numéro',
    en: 'the counter of the series does not match its last number',
  },
  payment_without_link: {
    fr: 'ce paiement n’est pas dans la piste d’audit',
    en: 'this payment is not in the audit trail',
  },
  payment_missing: {
    fr: 'le paiement de cette entrée a disparu ou a été modifié',
    en: 'the payment of this entry is missing or was changed',
  },
  payment_columns_differ: {
    fr: 'les colonnes du paiement contredisent son texte scellé',
    en: 'the columns of the payment contradict its sealed text',
  },
  closure_missing: { fr: 'la clôture de cette entrée a disparu', en: 'the closure of this entry is missing' },
  closure_without_link: {
    fr: 'cette clôture n’est pas dans la piste d’audit',
    en: 'this closure is not in the audit trail',
  },
  closure_linked_twice: { fr: 'une clôture est scellée deux fois', en: 'a closure is sealed twice' },
  closure_changed: {
    fr: 'la clôture n’est pas celle qui a été scellée',
    en: 'the closure is not the one that was sealed',
  },
  closure_columns_differ: {
    fr: 'les colonnes de la clôture contredisent son texte scellé',
    en: 'the columns of the closure contradict its sealed text',
  },
  closure_out_of_place: {
    fr: 'cette clôture ne suit pas la précédente',
    en: 'this closure does not follow the previous one',
  },
  closure_figures_differ: {
    fr: 'les montants de la clôture ne sont pas ceux des factures et paiements de sa période',
    en: 'the figures of the closure do not match the bills and payments of its period',
  },
  closure_totals_differ: {
    fr: 'les totaux cumulés de la clôture ne continuent pas ceux de la précédente',
    en: 'the running totals of the closure do not continue those of the previous one',
  },
  paid_amount_differs: {
    fr: 'le montant payé du document ne correspond pas à ses paiements',
    en: 'the paid amount of the document does not match its payments',
  },
};

/** The notes of `verify` about an intact chain. */
export const noteText: Readonly<Record<Note['note'], BilingualText>> = {
  signing_key_changed: {
    fr: 'la clé de signature a changé après cette entrée, signée par l’ancienne',
    en: 'the signing key changed after this entry, which the old key signed',
  },
  signing_key_lost: {
    fr: 'à partir de cette entrée, une nouvelle clé signe à la place d’une clé déclarée perdue',
    en: 'from this entry on, a new key signs in place of a key declared lost',
  },
  anchor_begun: {
    fr: 'le fichier des dernières entrées signées hors de la base a été recommencé, comme cette entrée le signale',
    en: 'the file of signed last entries outside the database was restarted, as this entry records',
  },
  restored: {
    fr: 'une sauvegarde a été restaurée : les données plus récentes sont perdues, comme cette entrée le signale',
    en: 'a backup was restored and later data is lost, as recorded by this entry',
  },
  kept_head_before_restore: {
    fr: 'la dernière entrée gardée ailleurs (--heads, horodatage) fait partie des entrées perdues lors d’une restauration',
    en: 'the last entry kept elsewhere (--heads, time stamp) is among the entries lost by a restore',
  },
  stamped: {
    fr: 'dernier horodatage (RFC 3161) et certificat de l’autorité',
    en: 'last time stamp of the audit trail (RFC 3161), and the certificate of the authority',
  },
  stamp_failed: {
    fr: 'la dernière tentative d’horodatage (TSA_URL) a échoué ; elle sera renouvelée',
    en: 'the last time stamp request (TSA_URL) failed and will be retried',
  },
  clock_corrected: {
    fr: 'l’horloge avait avancé ou s’était arrêtée : cette entrée donne l’heure juste',
    en: 'the clock was ahead or had stopped; this entry records the correct time',
  },
};
