/** The declaration to Urssaf. The French catalogue defines the type. */
export const words = {
  title: 'Déclaration Urssaf',
  see: 'Voir',
  intro:
    'Pour une micro-entreprise : le chiffre d’affaires encaissé, hors taxes, à reporter sur autoentrepreneur.urssaf.fr, et ce qu’il faut mettre de côté. Facturier n’envoie rien à l’Urssaf.',
  period: 'Période',
  quarter: (place: number, year: string) => `${place === 1 ? '1er' : `${place}e`} trimestre ${year}`,
  states: {
    running: (opensOn: string, dueOn: string) =>
      `Période en cours : à déclarer à partir du ${opensOn}, et jusqu’au ${dueOn}.`,
    open: (_: string, dueOn: string) => `À déclarer et à payer jusqu’au ${dueOn}, même si le montant est 0.`,
    past: (_: string, dueOn: string) => `Était à déclarer et à payer jusqu’au ${dueOn}.`,
  },
  sums: { declared: 'À déclarer', due: 'À mettre de côté', left: 'Ce qu’il vous reste' },
  boxes: 'Les cases de la déclaration',
  heads: {
    box: 'Case',
    declared: 'Montant à reporter',
    contributions: 'Cotisations',
    training: 'Formation',
    incomeTax: 'Impôt',
  },
  natures: {
    bic_goods: 'Ventes de marchandises (BIC)',
    bic_services: 'Prestations de services (BIC)',
    bnc: 'Autres prestations de services (BNC)',
  },
  unknownRate: 'taux inconnu',
  behind: (from: string, to: string) => `Recettes du ${from} au ${to}`,
  estimate:
    'Estimation : taux de la période, sans les cas particuliers (outre-mer, location de meublés, taxe pour frais de chambre). L’Urssaf calcule le montant exact.',
  situation: {
    title: 'Votre situation',
    rhythm: 'Déclaration',
    rhythms: { monthly: 'Chaque mois', quarterly: 'Chaque trimestre' },
    acre: 'Acre',
    acres: {
      none: 'Non, ou terminée',
      half: 'Moitié des cotisations (début avant le 1er juillet 2026)',
      quarter: 'Un quart en moins (début depuis le 1er juillet 2026)',
    },
    acreUntil: 'Dernier jour de l’Acre',
    acreHint: 'Il figure sur la notification de l’Urssaf.',
    fund: 'Retraite des prestations BNC',
    funds: { general: 'Régime des indépendants', cipav: 'Cipav' },
    craft: 'Artisan',
    craftSaid: 'Mon activité est artisanale (contribution à la formation de 0,3 %)',
    tax: 'Versement libératoire',
    taxSaid: 'Je paie l’impôt sur le revenu avec les cotisations',
  },
};
