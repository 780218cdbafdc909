/** Why no reminder of a bill can be sent, automatic or manual. */
const nothingToRemind = ['draft', 'canceled', 'archived', 'settled', 'payment_request', 'no_address'] as const;
export type NothingToRemind = (typeof nothingToRemind)[number] | 'customer_archived';
/** Why no automatic reminder is sent. */
export const reminderStops = [...nothingToRemind, 'customer_archived', 'off', 'number_reached', 'undelivered'] as const;
export type ReminderStop = (typeof reminderStops)[number];
