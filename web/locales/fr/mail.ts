/** What goes out by mail, among the settings. French is the type; English must fill it. */
export const words = {
  title: 'E-mails',
  intro:
    'Vos documents partent par le serveur que règle la personne qui tient ce service. Les réponses arrivent à votre adresse.',
  from: 'Vos réponses arrivent à',
  noEmail: 'Aucune adresse : indiquez-la dans Identité.',
  signature: 'Signature',
  signatureHint: 'Au bas de vos lettres, à la place de votre nom. Vide, votre nom les signe.',
  trial: 'Essai',
  trialHint: 'Une lettre à votre propre adresse, telle que vos clients la liront.',
  test: 'M’envoyer un essai',
  tested: 'L’essai est en route',
  heads: 'Piste d’audit',
  headsSaid: 'M’envoyer chaque jour la tête de la piste d’audit, à garder ailleurs',
  usage: (used: string, limit: string) => `E-mails envoyés ces dernières 24 heures : ${used}, ${limit} au plus.`,
  used: (used: string) => `E-mails envoyés ces dernières 24 heures : ${used}.`,
};
