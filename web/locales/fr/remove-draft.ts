/** Deleting a draft. The French catalogue defines the type. */
export const remove = {
  title: 'Supprimer ce brouillon',
  said: 'Un brouillon n’a pas de numéro : aucun numéro ne manquera à la série. Ses lignes et ses pièces jointes sont supprimées avec lui.',
  keep: 'Garder le brouillon',
  remove: 'Supprimer le brouillon',
};
