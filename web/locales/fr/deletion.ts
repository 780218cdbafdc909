/** Settings: the deletion of the account. */
export const words = {
  title: 'Suppression du compte',
  intro: (days: number) =>
    `La suppression a lieu ${days} jours après la demande. Jusque-là tout fonctionne, et elle s’annule d’un clic.`,
  onTheDay: 'Le jour venu',
  goes: 'Le mode test, les brouillons, le catalogue, les clients sans document, les projets, les e-mails et tous les accès disparaissent.',
  kept: (day: string) =>
    `Vos documents finalisés, vos livres et la piste d’audit restent, verrouillés, jusqu’au ${day} : la loi impose de les garder dix ans (C. com. art. L123-22). Ensuite, tout est effacé.`,
  allGoes: 'Ce compte n’a ni document finalisé ni livre : tout est effacé.',
  take: 'Emportez vos données',
  takeSaid: 'Garder vos pièces reste votre obligation, ici ou ailleurs.',
  exports: 'Exporter les données',
  archive: 'Préparer l’archive légale',
  ask: 'Demander la suppression',
  name: (name: string) => `Nom du compte : ${name}`,
  nameHint: 'Recopiez-le pour confirmer.',
  taken: 'J’ai emporté mes données',
  password: 'Mot de passe',
  asked: 'Suppression demandée',
  forOwners: 'Un propriétaire du compte peut demander sa suppression.',
  waiting: (day: string) => `Ce compte sera supprimé le ${day}.`,
  cancel: 'Annuler la suppression',
  canceled: 'Suppression annulée : rien n’a été supprimé',
  see: 'Voir la suppression',
};
