import type { ActivityActor as Actor } from '../../client/schemas.ts';

/** What happened to documents and to an account, by the names the audit chain gives it. */
export const happened = {
  created: 'Brouillon créé',
  finalized: 'Finalisé',
  paid: 'Paiement enregistré',
  payment_reversed: 'Paiement contre-passé',
  canceled: 'Annulé',
  signed: 'Signature notée',
  unsigned: 'Signature reprise',
  refused: 'Refus noté',
  signature_asked: 'Signature demandée',
  signature_opened: 'Ouvert pour signature',
  signature_reminded: 'Signature relancée',
  signature_canceled: 'Demande de signature annulée',
  signature_unstamped: 'Signé sans horodatage : l’autorité n’a pas répondu',
  signature_covered: 'Horodaté avec le journal d’audit',
  recurrence_set: 'Récurrence réglée',
  recurrence_ended: 'Récurrence arrêtée',
  recurrence_paused: 'Récurrence en pause',
  recurrence_resumed: 'Récurrence reprise',
  recurrence_unmet: 'Récurrence restée en brouillon',
  reminder_set: 'Relances réglées',
  reminded: 'Client relancé',
  unrefused: 'Refus repris',
  formal_notice_made: 'Mise en demeure établie',
  refunded: 'Remboursement noté',
  given_back: 'Somme rendue au client',
  excess_kept: 'Trop-perçu gardé pour le client',
  excess_dropped: 'Trop-perçu repris avec son paiement',
  sent: 'Envoyé',
  viewed: 'Ouvert par le client',
  archived: 'Archivé',
  unarchived: 'Sorti des archives',
  settings_changed: 'Réglages changés',
  key_created: 'Clé créée',
  key_revoked: 'Clé révoquée',
  closed: 'Période close',
  archive_made: 'Archive faite',
};

/** Who did it: a person or a customer by name, a program by the name of its key, the service itself in words. */
export const byWhom = ({ kind, name }: Actor): string | undefined => {
  if (name === undefined) return undefined;
  if (kind === 'key') return `par la clé ${name}`;
  if (kind === 'other' && name === 'service') return 'par le service';
  return kind === 'other' && name === 'command-line' ? 'en ligne de commande' : `par ${name}`;
};
