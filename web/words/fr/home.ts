export const words = { title: 'Accueil' };
