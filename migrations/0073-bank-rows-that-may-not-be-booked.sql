-- Fees of bank transactions, rows that may say otherwise than they seem, and bank ids that begin anew each month.

set local search_path = billing, public;

-- What the bank or the provider kept: the amount is without it.
alter table bank_transaction add column fee_cents bigint check (fee_cents > 0);
-- A column of the file without a meaning could say that nothing moved. Null where it was read before that was asked: of CSV files it is unknown.
alter table bank_transaction add column doubtful boolean;

-- Some banks count their ids from 1 each month: an id is one movement on one day.
create unique index bank_transaction_by_bank_id_and_day on bank_transaction (account_id, bank_account_id, bank_id, booked_on)
  where bank_id is not null;
drop index bank_transaction_by_bank_id;

-- An account that was known by its IBAN, or by nothing, learns the number that files call it.
grant update (number) on bank_account to facturier_app;
