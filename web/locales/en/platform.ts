import type { words as french } from '../fr/platform.ts';

/** Approved platforms: connection, sending of documents and statuses. */
export const words: typeof french = {
  title: 'Approved platform',
  intro:
    'Invoices between businesses in France go through an approved platform (plateforme agréée). Since 1 September 2026 every business must be able to receive them, and from 1 September 2027 small businesses must send them. Facturier connects to the platform you choose.',
  live: 'Live documents',
  test: 'Test mode',
  testSaid: 'Nothing goes to a real business.',
  none: 'No platform connected.',
  connected: (name: string, since: string) => `${name}, since ${since}`,
  uses: { both: 'Sending and receiving', sends: 'Sending', receives: 'Receiving' },
  lastRead: (when: string) => `Last answer ${when}`,
  isCallback: 'The platform tells us about each change.',
  failures: {
    keys_refused: 'The platform refuses the client ID and secret: replace them.',
    unreachable: 'The platform does not answer. We try again regularly.',
    busy: 'The platform asks to wait. We try again regularly.',
    refused: 'The platform refuses our requests. Check the connection.',
  },
  waiting: 'Waiting documents are sent as soon as the platform accepts the new ones.',
  openSettings: 'Open the connection',
  answered: (text: string) => `The platform’s answer: ${text}`,
  automatic: 'Send each invoice as soon as it is finalized',
  automaticHint: 'Otherwise you send each invoice from its page. It applies to invoices finalized from then on.',
  check: 'Check',
  checked: 'The platform answers',
  replace: 'Replace',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect this platform?',
  disconnectSaid:
    'The client ID and secret are deleted. The statuses received stay. Waiting invoices leave by the next platform you connect.',
  disconnected: 'Platform disconnected',
  cancel: 'Cancel',
  connect: 'Connect',
  connectTitle: 'Connect a platform',
  connectSandbox: 'Connect a sandbox',
  done: 'Platform connected',
  /** The trial platform, which is part of the service. */
  trial: {
    name: 'Trial platform',
    offer:
      'The trial platform answers like a real one, with invented customers whose answers you choose. It needs no client ID or secret.',
    connect: 'Connect the trial platform',
    directory: 'In test mode, invoice one of these invented customers: give it the SIREN shown here.',
    company: (name: string, siren: string) => `${name}, SIREN ${siren}`,
    publicBody: '(public body, which asks for a service code and an order number)',
    disconnectSaid: 'The trial platform is emptied when you connect it again. The statuses received stay.',
    asked: 'Trial platform: what does your customer do?',
    invented: 'This customer is invented. Answer in its place.',
    onItsWay: 'The answer arrives in a few seconds.',
    actions: {
      take_over: 'Take over',
      approve: 'Approve',
      approve_partly: 'Approve in part',
      dispute: 'Dispute',
      suspend: 'Suspend',
      refuse: 'Refuse',
      pay: 'Pay',
    },
    /** What the customer says, for the usual reason of each status. */
    messages: {
      approve_partly: 'The quantity differs from the order.',
      dispute: 'The delivery is incomplete.',
      suspend: 'A supporting document is missing.',
      refuse: 'The VAT rate is wrong.',
    },
  },
  preset: 'Platform',
  standard: 'Another platform (standard XP Z12-013)',
  flowUrl: 'Address of the Flow Service',
  directoryUrl: 'Address of the Directory Service, optional',
  tokenUrl: 'Address that issues tokens (OAuth 2.0)',
  urlHint: 'In the platform’s documentation for developers.',
  clientId: 'Client ID (client_id)',
  clientSecret: 'Secret (client_secret)',
  organizationId: 'Organization (Organization-Id), if the platform asks for it',
  isSandbox: 'This is a sandbox: only send test documents to it',
  kept: 'The secret is encrypted and will never be shown again.',
  panel: {
    /** Why a document that was due at the platform is not there. */
    unsent: {
      customer_without_siren:
        'This document did not go through the platform: its customer had no SIREN. Send it by email, and complete the customer for the next ones.',
      electronic_form_incomplete: 'This document did not go through the platform: its electronic form is incomplete.',
      platform_not_connected: 'This document was not sent: no platform was connected for sending.',
    },
    title: 'Approved platform',
    send: 'Send by the platform',
    sendAgain: 'Send again',
    queued: 'Sending',
    connect: 'Connect a platform…',
    submittedAt: (day: string) => `Handed over on ${day}`,
    notConnected: 'No platform is connected.',
    attempt: (n: number) => `Attempt ${n}`,
    correct: 'A credit note cancels this document in your books; a new one, with a new number, replaces it.',
    replaces: 'Replaces',
    replacedBy: 'Replaced by',
    draft: 'a draft',
    replace: 'Cancel and replace…',
    replaceTitle: (number: string) => `Cancel and replace ${number}?`,
    replaceDescription:
      'A credit note for the amount left is created and finalized: it stays in your books and is not sent. A draft with the same content then opens: correct it, then finalize it. The cancellation cannot be undone.',
    replaceConfirm: 'Cancel and replace',
    keep: 'Change nothing',
    unknown: (code: number) => `Status ${code}`,
    collected: (day) => `Collected on ${day}`,
    atRate: (rate) => `VAT ${rate / 100}%`,
    notAccepted: 'Not accepted by the platform',
  },
  readiness: {
    title: 'What the reform asks of you',
    open: 'Get ready',
    since: (day: string) => `since ${day}`,
    until: (day: string) => `from ${day} on`,
    duties: {
      receive: 'Receive electronic invoices',
      send: 'Send your invoices to businesses',
      report_sales: 'Report your other sales (e-reporting)',
      report_payments: 'Report the receipts of these sales',
    },
    states: { ready: 'Ready', to_do: 'To do', to_prepare: 'To prepare', not_concerned: 'Not concerned' },
    missing: 'Still missing:',
    gaps: {
      company_siren: () => 'the SIRET of your company',
      company_address: () => 'the address of your company',
      customers_siren: (n: number) =>
        n === 1 ? 'the SIREN of one business customer' : `the SIREN of ${n} business customers`,
    },
    sanctions:
      'The dates are those of small businesses. Without a platform to receive: three months’ notice, then €500, then €1,000 every three months. For each invoice that is not electronic: €50. For each missing report: €500. At most €15,000 a year for each of the last two (Finance Act for 2026).',
  },
  rehearsal: {
    title: 'Rehearse with your documents',
    intro:
      'Your past invoices, advances and credit notes are written as electronic invoices and handed to a trial platform, under the rules of 1 September 2027. The reports of sales and receipts of the period are computed. Nothing is sent or stored.',
    from: 'Issued from',
    to: 'to',
    start: 'Start the rehearsal',
    running: (n: number) => `${n} documents tried…`,
    result: ({ checked, sent, notSent, failed }: { checked: number; sent: number; notSent: number; failed: number }) =>
      checked === 0
        ? 'No finalized document in this period.'
        : `${checked} documents: ${sent} would have arrived, ${notSent} do not go through a platform, ${failed} to correct.`,
    collected: (n: number) =>
      n === 0
        ? 'No receipt to report for these documents.'
        : n === 1
          ? 'One receipt would have been reported (status “Collected”).'
          : `${n} receipts would have been reported (status “Collected”).`,
    siren: {
      label: 'SIREN or SIRET of the customer',
      of: (document: string) => `Complete the customer of ${document}`,
      save: 'Save',
      saved: 'Saved on the customer’s page. Start the rehearsal again.',
    },
    more: (n: number) => `And ${n} more.`,
    repairs: { customer: 'Correct the customer', company: 'Complete my company' },
    reportsResult: ({ sent, empty, incomplete }: { sent: number; empty: number; incomplete: number }) =>
      `E-reporting. Reports that would have been sent: ${sent}. Periods with nothing to report: ${empty}. Reports to complete: ${incomplete}.`,
    reports: 'See the reports (e-reporting)',
  },
  reasons: {
    consumer: 'The customer is a consumer: no electronic invoice. The sale is reported (e-reporting).',
    foreign: 'The customer is outside France: no electronic invoice. The sale is reported (e-reporting).',
    customer_without_siren: 'This customer has no SIREN: add it on the customer’s page if there is one.',
    corrects_failed_invoice:
      'This credit note cancels a rejected or refused invoice: it stays in your books and is not sent.',
    already_reported: 'An e-report that was sent already states this sale: the platform does not get it.',
    electronic_form_incomplete: 'The electronic form of this document is incomplete.',
  },
  stages: {
    not_sent: 'Not sent yet',
    waiting: 'Waiting to be sent',
    submitted: 'Handed to the platform',
    not_accepted: 'File refused by the platform',
    deposited: 'Deposited',
    issued: 'Issued',
    received: 'Received by the customer’s platform',
    made_available: 'Made available to the customer',
    taken_over: 'Taken over',
    approved: 'Approved',
    partly_approved: 'Partly approved',
    disputed: 'Disputed',
    suspended: 'Suspended',
    completed: 'Completed',
    payment_sent: 'Payment sent',
    collected: 'Collected',
    refused: 'Refused by the customer',
    rejected: 'Rejected',
    canceled: 'Canceled',
  },
  feminineStages: {},
  statuses: { routing_error: 'Routing error', inadmissible: 'Inadmissible' },
};
