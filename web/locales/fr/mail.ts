/** Email settings. The French catalogue defines the type. */
export const words = {
  title: 'E-mails',
  intro:
    'Vos documents partent par le serveur que configure la personne qui héberge ce service. Les réponses arrivent à votre adresse.',
  from: 'Les réponses arrivent à',
  noEmail: 'Aucune adresse : indiquez-la dans Identité.',
  signature: 'Signature',
  signatureHint: 'Au bas de vos e-mails, à la place de votre nom. Laissez vide pour signer de votre nom.',
  trial: 'Test',
  trialHint: 'Un e-mail à votre propre adresse, tel que vos clients le liront.',
  test: 'M’envoyer un test',
  tested: 'E-mail de test envoyé',
  heads: 'Piste d’audit',
  headsSaid: 'M’envoyer chaque jour la dernière entrée de la piste d’audit, preuve à garder ailleurs',
  usage: (used: string, limit: string) => `E-mails envoyés ces dernières 24 heures : ${used}, ${limit} au plus.`,
  used: (used: string) => `E-mails envoyés ces dernières 24 heures : ${used}.`,
};
