-- What providers of online payment paid out to the bank of an account, when, and of which payments and fees.

set local search_path = billing, public;

-- Of Mollie: the token of its organization, which alone may read what it pays out. Encrypted as the key is.
alter table payment_account add column locked_payout_key text;

-- What a provider says of a payment is said in its payout once more: it is looked up by either of its names.
create index payment_session_by_reference on payment_session (account_id, provider, reference) where reference is not null;
-- What the owner has still to give back, or to account for.
create index payment_session_unapplied on payment_session (account_id, test) where unapplied_cents > 0;

create table payout (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  provider text not null check (provider in ('stripe', 'mollie', 'stand_in')),
  provider_id text not null check (length(provider_id) between 1 and 200),
  -- What reached the bank: below zero where more went back than came.
  amount_cents bigint not null,
  currency text not null,
  arrives_on date not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, provider, provider_id),
  check ((provider = 'stand_in') = test)
);
create index payout_by_day on payout (account_id, test, arrives_on, id);

create table payout_line (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  payout_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'fee', 'other')),
  -- What the provider calls it; of payments made here also which it is.
  reference text check (length(reference) between 1 and 200),
  session_id uuid,
  gross_cents bigint not null,
  fee_cents bigint not null,
  primary key (account_id, id),
  foreign key (account_id, payout_id) references payout,
  foreign key (account_id, session_id) references payment_session
);
create index payout_line_of_payout on payout_line (account_id, payout_id);
create index payout_line_of_session on payout_line (account_id, session_id) where session_id is not null;

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['payout', 'payout_line'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
-- Nothing of them ever changes.
grant select, insert on payout, payout_line to facturier_app;

-- Who is connected already is asked as well.
insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
select account_id, account_id, 'payouts', account_id, false, created_at, true from payment_account;
