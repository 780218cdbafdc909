/** Passkeys among the settings of security. */
export const passkeys = {
  title: 'Clés d’accès',
  said: 'Votre téléphone ou votre ordinateur vous ouvre, par un doigt, un visage ou son code. Une clé d’accès tient lieu de mot de passe et de second facteur.',
  notHere: 'Ce navigateur ne connaît pas les clés d’accès.',
  add: 'Ajouter une clé d’accès',
  name: 'Nom de la clé',
  nameHint: 'Pour la reconnaître : l’appareil où elle est gardée.',
  make: 'Créer sur cet appareil',
  added: (name: string) => `${name} peut maintenant vous ouvrir`,
  addedAt: 'ajoutée',
  lastUsed: 'dernier usage',
  neverUsed: 'jamais employée',
  remove: 'Retirer',
  removeNamed: (name: string) => `Retirer la clé d’accès ${name}`,
  removed: 'Clé d’accès retirée',
};
