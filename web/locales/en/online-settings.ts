import type { online as french, onlineOfBill as frenchOfBill } from '../fr/online-settings.ts';

export const online: typeof french = {
  title: 'Online payment',
  said: 'Your customers pay by card from the link of their invoice, at Stripe or Mollie. No card ever passes through this service.',
  state: 'State',
  providers: { stripe_connect: 'Stripe', mollie: 'Mollie' },
  connected: (provider, account) => `Connected to ${provider} (${account})`,
  none: 'No provider connected',
  which: 'Provider',
  key: 'Secret key',
  keyHints: {
    stripe_connect: 'Stripe, Developers, API keys: sk_live_… or rk_live_…',
    mollie: 'Mollie, Developers, API keys: live_…',
  },
  webhookSecret: 'Signing secret (optional)',
  webhookHint: 'Stripe, Webhooks: whsec_… Without it payments are looked for at regular intervals.',
  payoutKey: 'Access token (optional)',
  payoutHint: 'Mollie, token of the organization, right settlements.read: access_… Without it payouts are not read.',
  kept: 'These keys are encrypted and never shown again.',
  connect: 'Connect',
  replace: 'Change the key',
  done: 'Provider connected',
  cancel: 'Cancel',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect the provider?',
  disconnectSaid:
    'The keys are deleted. Your customers can no longer pay online; what is under way is taken up again if you connect the same provider.',
  disconnected: 'Provider disconnected',
  address: 'Address for messages',
  addressHint: {
    stripe_connect: 'Give it to Stripe, Webhooks: events checkout.session and charge.',
    mollie: 'Given to Mollie with each payment: nothing to do.',
  },
  copy: 'Copy the address',
  copied: 'Address copied',
  byDefault: 'New invoices',
  byDefaultSaid: 'Offer online payment on every new invoice',
  test: 'Try it',
  testSaid:
    'In test mode no account is needed: the link of a test invoice leads to a stand-in of the provider, where you choose what the bank answers.',
  list: 'Payments, fees and payouts',
};

export const onlineOfBill: typeof frenchOfBill = {
  title: 'Online payment',
  on: 'Your customer can pay by card from their link.',
  off: 'Your customer cannot pay by card.',
  activate: 'Offer online payment',
  deactivate: 'Offer it no more',
  activated: 'Online payment offered',
  deactivated: 'Online payment taken back',
  settings: 'Connect a provider',
};
