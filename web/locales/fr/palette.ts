/** Command palette and help. The French catalogue defines the type. */
export const words = {
  /** Each with additional search terms. */
  places: {
    identity: { name: 'Identité de l’entreprise', also: 'siret adresse nom forme juridique capital téléphone' },
    logo: { name: 'Logo', also: 'image en-tête marque' },
    duties: { name: 'Assurance et médiateur', also: 'décennale consommation' },
    vat: { name: 'TVA et régime', also: 'taxe franchise taux numéro intracommunautaire' },
    numbering: { name: 'Numérotation', also: 'numéro série compteur préfixe' },
    bank: { name: 'Compte bancaire', also: 'iban bic rib virement' },
    terms: { name: 'Délais et modes de paiement', also: 'échéance conditions règlement chèque' },
    penalties: { name: 'Pénalités de retard', also: 'intérêts indemnité recouvrement escompte' },
    reminders: { name: 'Relances automatiques', also: 'rappels impayés retard relancer' },
    online: { name: 'Paiement en ligne', also: 'stripe mollie carte bancaire' },
    sale: { name: 'Conditions générales de vente', also: 'cgv notes texte' },
    themes: { name: 'Modèles de document', also: 'design couleurs police papier thème' },
    mail: { name: 'E-mails', also: 'courriel envoi signature smtp' },
    languages: { name: 'Langues', also: 'anglais français traduction' },
    people: { name: 'Utilisateurs et rôles', also: 'personnes comptable inviter collaborateur accès membre' },
    security: { name: 'Sécurité', also: 'mot de passe double authentification clé d’accès session' },
    platform: { name: 'Plateforme agréée', also: 'facture électronique pa pdp réforme super pdp' },
    integrations: { name: 'Intégrations', also: 'api clés webhook zapier make n8n assistant mcp' },
    audit: { name: 'Piste d’audit', also: 'journal preuve sceau clôture archive' },
    data: { name: 'Données et exports', also: 'csv sauvegarde usage télécharger' },
    late: { name: 'Relancer les factures en retard', also: 'impayés rappel' },
    unpaid: { name: 'Factures à encaisser', also: 'paiement impayées enregistrer' },
    recurring: { name: 'Factures récurrentes', also: 'abonnement récurrence mensuel' },
    received: { name: 'Factures reçues', also: 'fournisseur achat déposer recevoir' },
    book: { name: 'Livre des recettes', also: 'encaissements registre micro comptable' },
    purchases: { name: 'Registre des achats', also: 'dépenses frais fournisseur justificatif ticket micro' },
    urssaf: { name: 'Déclaration Urssaf', also: 'cotisations micro chiffre d’affaires acre versement libératoire' },
    vatReturn: { name: 'Déclaration de TVA', also: 'ca3 ca12 3310 des crédit impots douane' },
    statements: { name: 'Relevés bancaires', also: 'rapprocher importer virement ofx' },
    card: { name: 'Paiements en ligne', also: 'carte versements stripe mollie' },
    customer: { name: 'Nouveau client', also: 'ajouter créer' },
  },
  help: {
    title: 'Aide',
    screen: 'L’aide de cet écran',
    manual: 'Toute l’aide',
    said: 'Ctrl K trouve aussi un réglage, une action, un client, un montant, une page de l’aide.',
    open: 'Ouvrir',
    topics: {
      invoice: {
        title: 'Facturer',
        said: 'Ouvrez « Nouvelle facture », choisissez un client, écrivez les lignes. « Finaliser » donne le numéro ; le document ne change plus ensuite.',
      },
      correct: {
        title: 'Corriger une facture finalisée',
        said: 'Une facture finalisée ne se modifie pas. Depuis la facture, faites un avoir de tout ou d’une partie, puis une nouvelle facture.',
      },
      advance: {
        title: 'Demander un acompte',
        said: 'Faites un devis, marquez-le comme signé, puis choisissez « Demander un acompte ». La facture de solde le déduit.',
      },
      paid: {
        title: 'Être payé',
        said: 'Indiquez votre IBAN, ou connectez Stripe ou Mollie. Enregistrez un paiement depuis la facture, ou importez un relevé bancaire.',
      },
      late: {
        title: 'Relancer un client',
        said: 'Les factures en retard sont sur l’accueil. Les relances automatiques se règlent une fois pour toutes.',
      },
      logo: {
        title: 'Ajouter un logo',
        said: 'Dans Réglages, Identité. Il est imprimé sur tous les documents à venir.',
      },
      vat: {
        title: 'Passer à la TVA',
        said: 'Dans Réglages, TVA et régime. Le numéro de TVA y est proposé ; les documents déjà finalisés ne changent pas.',
      },
      accountant: {
        title: 'Donner accès à votre comptable',
        said: 'Dans Réglages, Utilisateurs, invitez-le comme comptable : il lit et télécharge tout, et ne change rien.',
      },
      export: { title: 'Exporter', said: 'Dans Réglages, Données : documents, clients et catalogue en CSV.' },
    },
  },
};
