import type { online as french, onlineOfBill as frenchOfBill } from '../fr/online-settings.ts';

export const online: typeof french = {
  title: 'Online payment',
  said: 'Your customers pay by card from the link to their invoice, through Stripe or Mollie. No card number ever passes through this service.',
  state: 'Status',
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
  webhookHint: 'Stripe, Webhooks: whsec_… Without it, payments are checked at regular intervals.',
  payoutKey: 'Access token (optional)',
  payoutHint: 'Mollie, organization token, scope settlements.read: access_… Without it, payouts are not read.',
  kept: 'These keys are encrypted and are never shown again.',
  connect: 'Connect',
  replace: 'Change key',
  done: 'Provider connected',
  cancel: 'Cancel',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect the provider?',
  disconnectSaid:
    'The keys are deleted. Your customers can no longer pay online; payments in progress resume if you reconnect the same provider.',
  disconnected: 'Provider disconnected',
  address: 'Webhook address',
  addressHint: {
    stripe_connect: 'Enter it in Stripe, Webhooks: events checkout.session and charge.',
    mollie: 'Sent to Mollie with each payment: nothing to do.',
  },
  copy: 'Copy the address',
  copied: 'Address copied',
  byDefault: 'New invoices',
  byDefaultSaid: 'Offer online payment on every new invoice',
  test: 'Test',
  testSaid:
    'In test mode no account is needed: the link to a test invoice opens a simulated provider, where you choose the bank’s answer.',
  list: 'Payments, fees and payouts',
};

export const onlineOfBill: typeof frenchOfBill = {
  title: 'Online payment',
  on: 'Your customer can pay by card from their link.',
  off: 'Your customer cannot pay by card.',
  activate: 'Offer online payment',
  deactivate: 'Stop offering it',
  activated: 'Online payment offered',
  deactivated: 'Online payment withdrawn',
  settings: 'Connect a provider',
};
