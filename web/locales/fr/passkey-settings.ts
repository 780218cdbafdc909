/** Passkeys in the security settings. */
export const passkeys = {
  title: 'Clés d’accès',
  said: 'Connectez-vous avec votre téléphone ou votre ordinateur, par empreinte, visage ou code. Une clé d’accès remplace le mot de passe et la double authentification.',
  notHere: 'Ce navigateur ne prend pas en charge les clés d’accès.',
  add: 'Ajouter une clé d’accès',
  name: 'Nom de la clé',
  nameHint: 'Pour la reconnaître, par exemple le nom de l’appareil.',
  make: 'Créer sur cet appareil',
  added: (name: string) => `Clé d’accès ajoutée : ${name}`,
  addedAt: 'ajoutée',
  lastUsed: 'dernière utilisation',
  neverUsed: 'jamais utilisée',
  remove: 'Retirer',
  removeNamed: (name: string) => `Retirer la clé d’accès ${name}`,
  removed: 'Clé d’accès retirée',
};
