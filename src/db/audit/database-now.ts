/**
 * SQL for the database's clock in Unix seconds; in test mode the account's test clock, as all
 * writers use it (`$1` is the account). `test` is a column.
 */
export const databaseNow = (test: string): string =>
  `(extract(epoch from clock_timestamp())::bigint + case when ${test} then billing.ahead_of($1, true) else 0 end)`;
