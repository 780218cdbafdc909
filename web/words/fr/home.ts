export const words = {
  title: 'Accueil',
  latest: 'Derniers documents',
  number: 'Numéro',
  noNumber: 'Sans numéro',
  subject: 'Objet',
  issued: 'Émis le',
  withTax: 'Total TTC',
};
