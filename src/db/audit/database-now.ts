/**
 * What the database's clock shows, in SQL, Unix seconds: in test mode that of the account, as whoever writes there tells the time
 * (`$1` is the account). `test` is a column.
 */
export const databaseNow = (test: string): string =>
  `(extract(epoch from clock_timestamp())::bigint + case when ${test} then billing.ahead_of($1, true) else 0 end)`;
