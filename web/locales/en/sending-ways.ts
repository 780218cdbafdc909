import type { ways as french } from '../fr/sending-ways.ts';

export const ways: typeof french = {
  on_finalization:
    'As soon as it is finalized, the document goes through your approved platform. You can also email it.',
  by_hand: 'Once it is finalized, you send it through your approved platform from its page.',
  outside: {
    consumer: 'Private customer: no electronic invoice. Send the document by email or in another way.',
    foreign: 'Customer outside France: no electronic invoice. Send the document by email or in another way.',
    customer_without_siren:
      'This customer has no SIREN: the document cannot go through the platform. Add it to the customer if there is one.',
    corrects_failed_invoice:
      'This credit note cancels a rejected or refused invoice: it stays in your books and is not sent.',
    already_reported: 'An e-report that was sent already states this sale: the platform does not get it.',
    not_connected: 'No approved platform is connected: send the document by email or in another way.',
  },
};
