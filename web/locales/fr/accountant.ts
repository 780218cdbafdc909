/** The page of the accountant. The French catalogue defines the type. */
export const words = {
  title: 'Espace du comptable',
  closings: 'Clôtures',
  intro:
    'Ce qu’un comptable regarde : si la période est complète, ce qui reste à lui répondre, et les fichiers à lui remettre. Un comptable invité lit tout, commente et clôture ; il ne change rien d’autre.',
  states: {
    open: 'La période est ouverte.',
    partly_closed: (day: string) => `La période est clôturée jusqu’au ${day}.`,
    closed: 'La période est clôturée.',
  },
  completeness: 'Ce qui peut manquer',
  complete: 'Rien ne manque sur cette période.',
  missing: {
    bankTransactions: (count: number) =>
      count === 1 ? 'Une opération bancaire sans document' : `${count} opérations bancaires sans document`,
    debitsWithoutPurchase: (count: number) =>
      count === 1 ? 'Un débit bancaire sans achat' : `${count} débits bancaires sans achat`,
    purchasesWithoutReceipt: (count: number) =>
      count === 1 ? 'Un achat sans justificatif' : `${count} achats sans justificatif`,
    drafts: (count: number) =>
      count === 1 ? 'Un brouillon daté de la période' : `${count} brouillons datés de la période`,
    supplierInvoices: (count: number) =>
      count === 1 ? 'Une facture reçue absente du registre' : `${count} factures reçues absentes du registre`,
    linesWithoutRate: (count: number) =>
      count === 1 ? 'Une recette sans taux de change' : `${count} recettes sans taux de change`,
  },
  files: 'Fichiers de la période',
  receipts: 'Livre des recettes',
  purchases: 'Registre des achats',
  payments: 'Paiements',
  documents: 'Documents',
  mileage: 'Frais kilométriques',
  journals: 'Écritures comptables (FEC)',
  vat: 'Déclaration de TVA',
  archive: 'Archive légale',
  comments: 'Commentaires',
  noComments: 'Aucun commentaire ouvert.',
  entry: 'Écriture',
  choose: 'Choisissez une écriture',
  line: (number: number, day: string, name: string, amount: string) => `N° ${number} · ${day} · ${name} · ${amount}`,
  entryOf: { receipt: 'Ligne du livre des recettes', purchase: 'Ligne du registre des achats', document: 'Document' },
  text: 'Commentaire',
  add: 'Commenter',
  added: 'Commentaire ajouté',
  answer: 'Réponse',
  resolve: 'Traiter',
  resolved: 'Commentaire traité',
  writtenOn: (day: string) => `le ${day}`,
};
