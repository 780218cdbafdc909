/** Valid example bodies, for the documentation. */
export const projectExample = {
  name: 'Refonte du site',
  description: 'Cinq pages et une boutique.',
  amount: 450_000,
  customerId: '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30',
  categoryId: '01890a5d-9e20-7c7b-8d4f-5a6b7c8d9e0f',
  dueDate: '2026-06-30',
};
export const taskExample = {
  name: 'Préparer la maquette',
  description: 'Accueil et fiche produit.',
  priority: 'high',
  dueDate: '2026-03-13',
};
