/** Why nobody is reminded of a bill, whoever asks. */
const nothingToRemind = ['draft', 'canceled', 'archived', 'settled', 'payment_request', 'no_address'] as const;
export type NothingToRemind = (typeof nothingToRemind)[number] | 'customer_archived';
/** Why none leaves by itself. */
export const reminderStops = [...nothingToRemind, 'customer_archived', 'off', 'number_reached', 'undelivered'] as const;
export type ReminderStop = (typeof reminderStops)[number];
