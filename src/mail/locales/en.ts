import type { Words } from './fr.ts';

export const en: Words = {
  nameOf: {
    estimate: (n) => `Estimate ${n}`,
    purchase_order: (n) => `Purchase order ${n}`,
    advance: (n) => `Advance invoice ${n}`,
    invoice: (n) => `Invoice ${n}`,
    credit_note: (n) => `Credit note ${n}`,
  },
  draft: '(draft)',
  glance: {
    toPayBy: (day) => `to be paid by ${day}`,
    wasToPayBy: (day) => `to be paid: it was due on ${day}`,
    validUntil: (day) => `valid until ${day}`,
    paid: 'paid in full',
    toRefund: (amount) => `to be refunded to you: ${amount}`,
    nothingToPay: 'nothing to pay',
  },
  greeting: 'Hello,',
  greetingTo: (name) => `Hello ${name},`,
  closing: 'Kind regards,',
  subject: (document, from) => `${document} from ${from}`,
  opening: {
    estimate: (n) => `Please find attached our estimate ${n}.`,
    purchase_order: (n) => `Please find attached our purchase order ${n}.`,
    advance: (n) => `Please find attached our advance invoice ${n}.`,
    invoice: (n) => `Please find attached our invoice ${n}.`,
    credit_note: (n) => `Please find attached our credit note ${n}.`,
  },
  validUntil: (day) => `Our offer is valid until ${day}.`,
  toAccept: 'To accept it, send us the signed document, or simply reply to this message.',
  payBy: (amount, day) => `Please pay ${amount} by ${day}.`,
  payOverdue: (amount, day) => `This invoice was to be paid by ${day}. Please pay ${amount} as soon as possible.`,
  nothingToPay: 'Nothing is left to pay: thank you for your payment.',
  nothingLeft: 'Nothing is left to pay.',
  refundOwed: (amount) => `We owe you ${amount}, to be refunded or set off against a later payment.`,
  reminder: {
    subject: (document) => `Reminder: ${document}`,
    opening: {
      advance: (n) => `According to our records, our advance invoice ${n} has not been paid yet.`,
      invoice: (n) => `According to our records, our invoice ${n} has not been paid yet.`,
    },
    wasDue: (amount, day) => `${amount} remains to be paid; it was due on ${day}.`,
    isDue: (amount, day) => `${amount} remains to be paid; it is due on ${day}.`,
    please: 'Please pay as soon as you can, or write to us if something stands in the way.',
    crossed: 'If your payment has crossed this message, please disregard it.',
    again: {
      subject: (document) => `Second reminder: ${document}`,
      opening: {
        advance: (n) => `Despite our reminder, our advance invoice ${n} is still unpaid.`,
        invoice: (n) => `Despite our reminder, our invoice ${n} is still unpaid.`,
      },
      please: 'Please pay it within eight days, or tell us what stands in the way.',
    },
    firm: {
      subject: (document) => `Unpaid: ${document}`,
      opening: {
        advance: (n) => `Despite our reminders, our advance invoice ${n} remains unpaid.`,
        invoice: (n) => `Despite our reminders, our invoice ${n} remains unpaid.`,
      },
      please: 'We ask you to pay it without delay. Otherwise we shall have to serve you formal notice to pay.',
    },
    lumpSum: (amount) =>
      `This delay entitles us to fixed compensation of ${amount} for recovery costs (French commercial code, art. D441-5).`,
    penalties: (amount) =>
      `The late payment penalties of our terms come to ${amount} as of today (French commercial code, art. L441-10).`,
    penaltiesRun:
      'The late payment penalties of our terms have been running since the day after the due date (French commercial code, art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) => (n === 1 ? 'An invoice of a supplier has arrived' : `${n} invoices of suppliers have arrived`),
    opening: (n) =>
      n === 1
        ? 'Your approved platform delivered this invoice:'
        : `Your approved platform delivered these ${n} invoices:`,
    unreadable: (file) => `${file} (unreadable file)`,
    more: (n) => (n === 1 ? 'and one more' : `and ${n} more`),
    remark: 'Check the amount and the bank account before you pay.',
  },
  unreminded: {
    subject: (n) => `Cannot remind: invoice ${n}`,
    opening: (n, customer) => `A reminder of invoice ${n} is due, but we have no e-mail address for ${customer}.`,
    remedy: 'Open the invoice and give its reminders an address, or remind this customer in another way.',
  },
  recurring: (n) => `Here is your new recurring invoice, ${n}, attached to this message.`,
  between: ': ',
  facts: {
    number: 'Number',
    emittedOn: 'Date',
    total: 'Amount',
    remaining: 'Left to pay',
    toRefund: 'To be refunded to you',
    holder: 'Beneficiary',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Payment reference',
  },
  transfer: 'To pay by bank transfer',
  view: {
    estimate: 'View the estimate',
    purchase_order: 'View the purchase order',
    advance: 'View the advance invoice',
    invoice: 'View the invoice',
    credit_note: 'View the credit note',
  },
  test: 'Test document, without legal value.',
  trial: 'Trial: you alone receive this message, as your customer would read it.',
  signature: {
    subject: (from) => `Trial of your signature, ${from}`,
    opening: 'This is how your signature reads at the end of a message:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook disabled: ${host}`,
    opening: (host) => `The webhook to ${host} takes nothing any more: we have disabled it.`,
    reason: {
      gone: 'Its address answered that it is gone (410).',
      failing: 'Nothing has arrived there for 120 hours.',
    },
    remedy: 'What was waiting is kept: correct the address, then switch the webhook on again.',
  },
  invitation: {
    subject: (account) => `Invitation to ${account}`,
    opening: (by, account) => `${by} invites you to join ${account} in Facturier. Open this link to accept:`,
    remark: 'It works once, for seven days. If you did not expect this invitation, do nothing.',
  },
  portal: {
    subject: (from) => `Your documents with ${from}`,
    opening: (from) => `You asked for your documents with ${from}. Open this link to find them all:`,
    remark: 'It works for one day. If you asked for nothing, do nothing: only you receive this message.',
  },
  newPassword: {
    subject: 'New password',
    opening: 'A new password was asked for with this address. Open this link to choose it:',
    remark:
      'It works once, for 30 minutes, and ends all your sessions. If you asked for nothing, do nothing: your password stays the same.',
  },
  newAddress: {
    subject: 'Confirm your new address',
    opening: 'You asked to sign in with this address. Open this link to confirm that it is yours:',
    remark: 'It works once, for 24 hours; until then you sign in as before. If you asked for nothing, do nothing.',
  },
  addressAsked: {
    subject: 'The address you sign in with is about to change',
    opening: (email) =>
      `It was asked to sign in with ${email} from now on. This address stays yours until the other is confirmed.`,
    remark: 'If it was not you, change your password at once: in the settings, Security.',
  },
  auditHeads: {
    subject: (day) => `Last entries of your audit trail: ${day}`,
    opening:
      'These are the last entries of your audit trail, with their signatures. Keep this message: it proves that no earlier entry was changed or deleted. The person who runs the service checks this with: facturier verify --heads FILE',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} to sign – ${from}`,
      opening: (document: string, from: string): string => `${from} invites you to read and sign online: ${document}.`,
      button: 'Read and sign',
      until: (day: string): string => `You can sign until ${day}.`,
      remark: 'This link is yours alone: it lets its holder sign in your name. Do not pass it on.',
    },
    remind: {
      subject: (document: string): string => `Reminder: ${document} awaits your answer`,
      opening: (document: string, from: string): string => `${from} awaits your answer on: ${document}.`,
    },
    code: {
      subject: (code: string): string => `Your code: ${code}`,
      opening: 'Here is the code to copy in order to sign:',
      remark: 'It is good for ten minutes. If you asked for nothing, do nothing.',
    },
    signed: {
      subject: (document: string): string => `Signed: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} was signed by ${name} on ${when}.`,
      enclosed: 'The signed document is enclosed, with its page of evidence.',
    },
    refused: {
      subject: (document: string): string => `Declined: ${document}`,
      opening: (document: string): string => `Your customer has declined: ${document}.`,
      reason: {
        price: 'The price.',
        delay: 'The time it takes.',
        another_company: 'Another company was chosen.',
        postponed: 'The project is put off.',
        other: 'Another reason.',
      },
    },
    question: {
      subject: (document: string): string => `Question: ${document}`,
      opening: (document: string): string => `Your customer asks about: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Paid after cancellation: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} paid ${amount} online for ${document}, which is canceled. This money was applied to nothing.`,
      remedy:
        'Refund it at your payment provider, or account for it on another document: it stays listed under Online payments.',
    },
    paid: {
      subject: (document) => `Paid twice: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} paid ${amount} online for ${document}, which was already paid. This money was applied to nothing.`,
      remedy:
        'Refund it at your payment provider, or account for it on another document: it stays listed under Online payments.',
    },
    more: {
      subject: (document) => `Overpaid: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} paid ${amount} more online than remained due on ${document}. This money was applied to nothing.`,
      remedy:
        'Refund it at your payment provider, or account for it on another document: it stays listed under Online payments.',
    },
    agency: {
      subject: (document) => `Transferred beyond what was due: ${document}`,
      opening: (document, customer, amount) =>
        `The Urssaf transferred ${amount} more than remained due on ${document} (${customer}). This money was applied to nothing.`,
      remedy: 'Settle with the Urssaf or your customer whose it is: it stays shown on the invoice.',
    },
    disputed: {
      subject: (document) => `Payment disputed: ${document}`,
      opening: (document, customer, amount) =>
        `The bank of ${customer} took back ${amount} paid online for ${document}. The document is owed again.`,
      remedy:
        'Answer the dispute at your payment provider within the time it gives. If it is decided in your favour, the payment is recorded again by itself.',
    },
    won: {
      subject: (document) => `Dispute won: ${document}`,
      opening: (document, customer, amount) =>
        `The bank of ${customer} gave back ${amount} that were paid online for ${document} and disputed.`,
      remedy: 'The payment is recorded again. What the document can no longer take stays listed under Online payments.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Recurring invoice to complete: ${c}`,
      missed: (c) => `Recurring invoices to check: ${c}`,
      unsent: (c) => `Recurring invoice not sent: ${c}`,
    },
    unmet: (c, d) =>
      `The recurring invoice of ${c} of ${d} could not be finalized: it lacks something. It is left as a draft.`,
    paused: 'It is the third in a row: this recurrence is paused. Resume it once all is in order.',
    missed: (n, c) =>
      `The service was not running: ${n} recurring invoices of ${c} were not made on their days. Rather than issue them all today, they are made as drafts.`,
    remedy: 'Open your drafts: they say what is lacking.',
    unsent: (f, c) =>
      `The recurring invoice ${f} of ${c} is finalized, but could not be sent: check the address of this customer, then send it.`,
  },
  undelivered: {
    subject: (subject) => `Undelivered: ${subject}`,
    opening: 'This message could not be delivered to:',
    answer: (answer) => `The server answered: ${answer}`,
    remedy: 'Check the address, then send it again.',
  },
};
