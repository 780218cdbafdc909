/** The open dialog of a document; one at a time. */
export type Asked =
  | 'send'
  | 'remind'
  | 'pay'
  | 'reverse'
  | 'credit'
  | 'cancel'
  | 'advance'
  | 'ask-signature'
  | 'sign'
  | 'refuse'
  | 'refund'
  | 'recur'
  | 'set-reminders'
  | 'give-notice';

export type Ask = (what: Asked) => void;
