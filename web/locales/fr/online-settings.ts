/** Online payment settings. */
export const online = {
  title: 'Paiement en ligne',
  said: 'Vos clients paient par carte depuis le lien de leur facture, chez Stripe ou Mollie. Aucun numéro de carte ne passe par ce service.',
  state: 'État',
  providers: { stripe_connect: 'Stripe', mollie: 'Mollie' },
  connected: (provider: string, account: string) => `Connecté à ${provider} (${account})`,
  none: 'Aucun prestataire connecté',
  which: 'Prestataire',
  key: 'Clé secrète',
  keyHints: {
    stripe_connect: 'Stripe, Développeurs, Clés API : sk_live_… ou rk_live_…',
    mollie: 'Mollie, Développeurs, Clés API : live_…',
  },
  webhookSecret: 'Secret de signature (facultatif)',
  webhookHint: 'Stripe, Webhooks : whsec_… Sans lui, les paiements sont vérifiés à intervalles réguliers.',
  payoutKey: 'Jeton d’accès (facultatif)',
  payoutHint:
    'Mollie, jeton de l’organisation, droit settlements.read : access_… Sans lui, les versements ne sont pas lus.',
  kept: 'Ces clés sont chiffrées et ne sont plus jamais affichées.',
  connect: 'Connecter',
  replace: 'Changer de clé',
  done: 'Prestataire connecté',
  cancel: 'Annuler',
  disconnect: 'Déconnecter',
  disconnectTitle: 'Déconnecter le prestataire ?',
  disconnectSaid:
    'Les clés sont effacées. Vos clients ne pourront plus payer en ligne ; les paiements en cours seront repris si vous reconnectez le même prestataire.',
  disconnected: 'Prestataire déconnecté',
  address: 'Adresse des messages',
  addressHint: {
    stripe_connect: 'À donner à Stripe, Webhooks : événements checkout.session et charge.',
    mollie: 'Donnée à Mollie à chaque paiement : rien à faire.',
  },
  copy: 'Copier l’adresse',
  copied: 'Adresse copiée',
  byDefault: 'Nouvelles factures',
  byDefaultSaid: 'Proposer le paiement en ligne sur chaque nouvelle facture',
  test: 'Test',
  testSaid:
    'En mode test, aucun compte n’est nécessaire : le lien d’une facture de test mène à un prestataire simulé, où vous choisissez la réponse de la banque.',
  list: 'Paiements, frais et versements',
};

/** Online payment of a finalized document. */
export const onlineOfBill = {
  title: 'Paiement en ligne',
  on: 'Votre client peut payer par carte depuis son lien.',
  off: 'Votre client ne peut pas payer par carte.',
  activate: 'Proposer le paiement en ligne',
  deactivate: 'Ne plus le proposer',
  activated: 'Paiement en ligne proposé',
  deactivated: 'Paiement en ligne retiré',
  settings: 'Connecter un prestataire',
};
