/** Connecting a provider of online payment, and letting one document be paid there. */
export const online = {
  title: 'Paiement en ligne',
  said: 'Vos clients paient par carte depuis le lien de leur facture, chez Stripe ou Mollie. Aucune carte ne passe par ce service.',
  state: 'État',
  providers: { stripe_connect: 'Stripe', mollie: 'Mollie' },
  connected: (provider: string, account: string) => `Relié à ${provider} (${account})`,
  none: 'Aucun prestataire relié',
  which: 'Prestataire',
  key: 'Clé secrète',
  keyHints: {
    stripe_connect: 'Stripe, Développeurs, Clés API : sk_live_… ou rk_live_…',
    mollie: 'Mollie, Développeurs, Clés API : live_…',
  },
  webhookSecret: 'Secret de signature (facultatif)',
  webhookHint: 'Stripe, Webhooks : whsec_… Sans lui, les paiements sont cherchés à intervalles réguliers.',
  payoutKey: 'Jeton d’accès (facultatif)',
  payoutHint:
    'Mollie, jeton de l’organisation, droit settlements.read : access_… Sans lui, les versements ne sont pas lus.',
  kept: 'Ces clés sont chiffrées et ne sont plus jamais affichées.',
  connect: 'Relier',
  replace: 'Changer de clé',
  done: 'Prestataire relié',
  cancel: 'Annuler',
  disconnect: 'Délier',
  disconnectTitle: 'Délier le prestataire ?',
  disconnectSaid:
    'Les clés sont effacées. Vos clients ne pourront plus payer en ligne ; ce qui est en cours sera repris si vous reliez le même prestataire.',
  disconnected: 'Prestataire délié',
  address: 'Adresse des messages',
  addressHint: {
    stripe_connect: 'À donner à Stripe, Webhooks : événements checkout.session et charge.',
    mollie: 'Donnée à Mollie à chaque paiement : rien à faire.',
  },
  copy: 'Copier l’adresse',
  copied: 'Adresse copiée',
  byDefault: 'Nouvelles factures',
  byDefaultSaid: 'Proposer le paiement en ligne sur chaque nouvelle facture',
  test: 'Essai',
  testSaid:
    'En mode test, aucun compte n’est nécessaire : le lien d’une facture d’essai mène à un prestataire d’essai, où vous choisissez ce que la banque répond.',
  list: 'Paiements, frais et versements',
};

/** Beside a finalized bill. */
export const onlineOfBill = {
  title: 'Paiement en ligne',
  on: 'Votre client peut payer par carte depuis son lien.',
  off: 'Votre client ne peut pas payer par carte.',
  activate: 'Proposer le paiement en ligne',
  deactivate: 'Ne plus le proposer',
  activated: 'Paiement en ligne proposé',
  deactivated: 'Paiement en ligne retiré',
  settings: 'Relier un prestataire',
};
