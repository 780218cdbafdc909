-- Bank statements: accounts, transactions (each stored once) and what each transaction paid.

set local search_path = billing, public;

create table bank_account (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- The IBAN, or the number the bank writes; empty if no file contains one.
  identity text not null check (length(identity) <= 60),
  iban text check (length(iban) between 15 and 34),
  number text check (length(number) <= 60),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, test, identity)
);

-- The meaning of the columns of a CSV file: a file with the same headers is read the same way.
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
  -- Of the imported statement: importing it again changes nothing.
  digest bytea not null check (length(digest) = 32),
  from_on date,
  to_on date check (to_on >= from_on),
  opening_cents bigint,
  closing_cents bigint,
  -- Count and sum of its lines, including those already known.
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
  -- Positive for money in, negative for money out.
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Texts of the bank and the payer: deleted after a time if the transaction paid no document.
  label text not null check (length(label) <= 1000),
  counterpart text check (length(counterpart) <= 255),
  counterpart_iban text check (length(counterpart_iban) <= 34),
  reference text check (length(reference) <= 255),
  bank_id text check (length(bank_id) <= 300),
  format text not null check (format in ('ofx', 'camt053', 'csv')),
  -- Digest of day, amount and texts, and the number among transactions equal in all three.
  content_key bytea not null check (length(content_key) = 32),
  nth int not null check (nth > 0),
  -- How much of it is matched: never more than came.
  applied_cents bigint not null default 0 check (applied_cents between 0 and greatest(amount_cents, 0)),
  created_at at not null,
  fee_cents bigint check (fee_cents > 0),
  doubtful boolean,
  primary key (account_id, id),
  unique (account_id, bank_account_id, content_key, nth),
  foreign key (account_id, bank_account_id) references bank_account,
  foreign key (account_id, statement_id) references bank_statement
);
create index bank_transaction_by_day on bank_transaction (account_id, test, booked_on, id);
create index bank_transaction_of_statement on bank_transaction (account_id, statement_id);
create index bank_transaction_to_forget on bank_transaction (booked_on) where label <> '' and applied_cents = 0;
-- What came in and is not matched yet.
create index bank_transaction_open on bank_transaction (account_id, test, booked_on, id) where amount_cents > applied_cents;
-- Some banks restart their ids every month: an id is one movement on one day.
create unique index bank_transaction_by_bank_id_and_day on bank_transaction (account_id, bank_account_id, bank_id, booked_on)
  where bank_id is not null;

-- What a transaction paid: a document, a payment recorded before, a payout, or money kept for the
-- customer.
create table bank_match (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  transaction_id uuid not null,
  -- A payment made by the match, one recorded before, a payout, or money kept for the customer.
  kind text not null check (kind in ('paid', 'recorded', 'payout', 'kept')),
  amount_cents bigint not null check (amount_cents > 0),
  document_id uuid,
  payment_id uuid,
  payout_id uuid,
  by_itself boolean not null,
  created_at at not null,
  undone_at at,
  kept_id uuid,
  primary key (account_id, id),
  foreign key (account_id, transaction_id) references bank_transaction on delete cascade,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, payout_id) references payout,
  check ((kind = 'payout') = (payout_id is not null)),
  constraint bank_match_check3 check (kind = 'paid' or not by_itself),
  foreign key (account_id, kept_id) references payment_session,
  constraint bank_match_of_one check (
    (kind in ('paid', 'recorded')) = (payment_id is not null) and (kind = 'kept') = (kept_id is not null)
    and (kind = 'payout') = (document_id is null))
);
create index bank_match_of_transaction on bank_match (account_id, transaction_id);
create index bank_match_by_time on bank_match (account_id, test, created_at, id);
-- Money comes once: two transactions never match the same payment or payout.
create unique index bank_match_of_payment on bank_match (account_id, payment_id) where undone_at is null;
create unique index bank_match_of_payout on bank_match (account_id, payout_id) where undone_at is null;
create unique index bank_match_of_kept on bank_match (account_id, kept_id) where undone_at is null;

-- A match takes its amount from the rest of its transaction, where a check limits the sum; undone,
-- it gives it back. Other columns never change, and a matched transaction cannot be deleted.
create function take_from_transaction() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.undone_at is null then
      raise 'the transaction % was applied', old.transaction_id using errcode = 'foreign_key_violation';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    update bank_transaction set applied_cents = applied_cents + new.amount_cents
    where account_id = new.account_id and id = new.transaction_id and test = new.test;
    if not found then
      raise 'the transaction % of a match is not there', new.transaction_id using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if old.undone_at is not null or new.undone_at is null
    or (to_jsonb(new) - 'undone_at') <> (to_jsonb(old) - 'undone_at') then
    raise 'a match is undone once, and nothing else of it changes' using errcode = 'check_violation';
  end if;
  update bank_transaction set applied_cents = applied_cents - new.amount_cents
  where account_id = new.account_id and id = new.transaction_id;
  return new;
end $$;
create trigger take_from_transaction before insert or update or delete on bank_match
  for each row execute function take_from_transaction();

-- A reversed payment is matched by nothing any more.
create function undo_match_of_payment() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  update bank_match set undone_at = new.created_at
  where account_id = new.account_id and payment_id = new.reverses_id and undone_at is null;
  return null;
end $$;
create trigger undo_match_of_payment after insert on payment
  for each row when (new.reverses_id is not null) execute function undo_match_of_payment();

-- Dismissed suggestions are not made again. '*' sets a whole transaction aside.
create table bank_dismissal (
  account_id uuid references account,
  transaction_id uuid,
  key text check (length(key) between 1 and 1000),
  test boolean not null,
  created_at at not null,
  primary key (account_id, transaction_id, key),
  foreign key (account_id, transaction_id) references bank_transaction on delete cascade
);
