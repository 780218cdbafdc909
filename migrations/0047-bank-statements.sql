-- What banks say of the money of an account: its bank accounts, the statements read of them, and every transaction once.

set local search_path = billing, public;

create table bank_account (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- Its IBAN, else the number the bank writes; empty where no file ever said one.
  identity text not null check (length(identity) <= 60),
  iban text check (length(iban) between 15 and 34),
  number text check (length(number) <= 60),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, test, identity)
);

-- Which columns of a CSV file mean what, told once: a file with the same headers is read the same way.
create table bank_csv_form (
  account_id uuid references account,
  test boolean not null,
  headers_key bytea not null check (length(headers_key) = 32),
  columns json not null,
  bank_account_id uuid not null,
  told_at at not null,
  primary key (account_id, test, headers_key),
  foreign key (account_id, bank_account_id) references bank_account on delete cascade
);

create table bank_statement (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  bank_account_id uuid not null,
  format text not null check (format in ('ofx', 'camt053', 'csv')),
  -- Of the statement as it was read: the same one again changes nothing.
  digest bytea not null check (length(digest) = 32),
  from_on date,
  to_on date check (to_on >= from_on),
  opening_cents bigint,
  closing_cents bigint,
  -- What its lines come to, those that were known before included.
  lines int not null check (lines >= 0),
  sum_cents bigint not null,
  added int not null check (added between 0 and lines),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, bank_account_id, digest),
  foreign key (account_id, bank_account_id) references bank_account
);
create index bank_statement_by_time on bank_statement (account_id, test, created_at, id);

create table bank_transaction (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  bank_account_id uuid not null,
  statement_id uuid not null,
  booked_on date not null,
  value_on date,
  -- Above zero what came in, below what went out.
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Words of the bank and of whoever paid: forgotten in time, where no document was paid by it.
  label text not null check (length(label) <= 1000),
  counterpart text check (length(counterpart) <= 255),
  counterpart_iban text check (length(counterpart_iban) <= 34),
  reference text check (length(reference) <= 255),
  bank_id text check (length(bank_id) <= 300),
  format text not null check (format in ('ofx', 'camt053', 'csv')),
  -- Day, amount and words, as a digest; and the how manyeth it is of those that are the same in all three.
  content_key bytea not null check (length(content_key) = 32),
  nth int not null check (nth > 0),
  -- How much of it documents were paid with: never more than came.
  applied_cents bigint not null default 0 check (applied_cents between 0 and greatest(amount_cents, 0)),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, bank_account_id, content_key, nth),
  foreign key (account_id, bank_account_id) references bank_account,
  foreign key (account_id, statement_id) references bank_statement
);
create unique index bank_transaction_by_bank_id on bank_transaction (account_id, bank_account_id, bank_id) where bank_id is not null;
create index bank_transaction_by_day on bank_transaction (account_id, test, booked_on, id);
create index bank_transaction_of_statement on bank_transaction (account_id, statement_id);
create index bank_transaction_to_forget on bank_transaction (booked_on) where label <> '' and applied_cents = 0;

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['bank_account', 'bank_csv_form', 'bank_statement', 'bank_transaction'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Words of transactions nobody was paid with are forgotten, of every account.
create policy across on bank_transaction to facturier_across using (true);
create function forget_bank_words(before date, most int) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    update bank_transaction set label = '', counterpart = null, counterpart_iban = null, reference = null
    where ctid = any(array(
      select ctid from bank_transaction where booked_on < before and label <> '' and applied_cents = 0 limit most))
    returning 1)
  select count(*) from gone $$;

-- Of what a bank said nothing ever changes but how much of it was applied.
grant select, insert on bank_account to facturier_app;
grant select, insert, update on bank_csv_form to facturier_app;
grant select, insert, delete on bank_statement, bank_transaction to facturier_app;
grant update (applied_cents) on bank_transaction to facturier_app;
-- Held while a statement of it is read.
grant update (identity) on bank_account to facturier_app;
-- What was deleted with one statement is added again by another it stands in, when that is read again.
grant update (added) on bank_statement to facturier_app;
grant select, update on bank_transaction to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_bank_words owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function forget_bank_words from public;
grant execute on function forget_bank_words to facturier_app;
