-- What a bank transaction paid: a document, a payment that was recorded already, or what a provider paid out; never more than came.

set local search_path = billing, public;

-- What came in and is not explained yet.
create index bank_transaction_open on bank_transaction (account_id, test, booked_on, id) where amount_cents > applied_cents;

create table bank_match (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  transaction_id uuid not null,
  -- A payment that it made, one that was there before, or a payout.
  kind text not null check (kind in ('paid', 'recorded', 'payout')),
  amount_cents bigint not null check (amount_cents > 0),
  document_id uuid,
  payment_id uuid,
  payout_id uuid,
  by_itself boolean not null,
  created_at at not null,
  undone_at at,
  primary key (account_id, id),
  foreign key (account_id, transaction_id) references bank_transaction on delete cascade,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, payout_id) references payout,
  check ((kind = 'payout') = (payout_id is not null)),
  check ((kind = 'payout') = (payment_id is null)),
  check ((payment_id is null) = (document_id is null)),
  check (kind = 'paid' or not by_itself)
);
create index bank_match_of_transaction on bank_match (account_id, transaction_id);
create index bank_match_by_time on bank_match (account_id, test, created_at, id);
-- Money comes once: no payment and no payout is explained by two transactions.
create unique index bank_match_of_payment on bank_match (account_id, payment_id) where undone_at is null;
create unique index bank_match_of_payout on bank_match (account_id, payout_id) where undone_at is null;

-- Each match takes its amount from what is left of its transaction, where a check says no to more than came; undone, it is left again.
-- Nothing else of a match ever changes, and a transaction whose match stands is not deleted.
create function take_from_transaction() returns trigger language plpgsql set search_path = billing as $$
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
revoke execute on function take_from_transaction from public;
create trigger take_from_transaction before insert or update or delete on bank_match
  for each row execute function take_from_transaction();

-- A payment that is taken back, by whatever way, is explained by nothing any more.
create function undo_match_of_payment() returns trigger language plpgsql set search_path = billing as $$
begin
  update bank_match set undone_at = new.created_at
  where account_id = new.account_id and payment_id = new.reverses_id and undone_at is null;
  return null;
end $$;
revoke execute on function undo_match_of_payment from public;
create trigger undo_match_of_payment after insert on payment
  for each row when (new.reverses_id is not null) execute function undo_match_of_payment();

-- What was suggested and dismissed is not suggested again; a transaction that is none of the business is set aside whole ('*').
create table bank_dismissal (
  account_id uuid references account,
  transaction_id uuid,
  key text check (length(key) between 1 and 1000),
  test boolean not null,
  created_at at not null,
  primary key (account_id, transaction_id, key),
  foreign key (account_id, transaction_id) references bank_transaction on delete cascade
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['bank_match', 'bank_dismissal'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
grant select, insert, update, delete on bank_match to facturier_app;
grant select, insert, delete on bank_dismissal to facturier_app;
