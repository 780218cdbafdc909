-- Payments by card at a provider: the key of an account there, the sessions its customers were sent to, and what came of each.

set local search_path = billing, public;

-- Keys are encrypted by a key that stands outside the database (keys/webhook.key). Live alone: tests are paid at a stand-in.
create table payment_account (
  account_id uuid references account,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie')),
  locked_key text not null,
  locked_webhook_secret text,
  created_at at not null,
  primary key (account_id)
);

create table payment_session (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  document_id uuid not null,
  link_id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie', 'stand_in')),
  -- Absent until the provider answered; whoever asks once more with our id is given the same.
  provider_id text check (length(provider_id) between 1 and 200),
  -- What the provider calls the payment itself, where that is another id than its page's.
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) <= 4000),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  state text not null check (state in ('opening', 'open', 'pending', 'paid', 'failed', 'expired', 'refunded')),
  -- What came, what went back, and what of it no document could take.
  received_cents bigint not null default 0 check (received_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and received_cents),
  unapplied_cents bigint not null default 0 check (unapplied_cents between 0 and received_cents),
  fee_cents bigint check (fee_cents >= 0),
  payment_id uuid,
  -- What was chosen on the page of the stand-in.
  tried text check (tried in ('paid', 'pending', 'failed')),
  opened_at at not null,
  expires_at at not null,
  paid_at at,
  woken_at at,
  primary key (account_id, id),
  unique (account_id, provider, provider_id),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  check ((provider = 'stand_in') = test),
  check (state in ('opening', 'failed', 'expired') or provider_id is not null)
);
create index payment_session_of_document on payment_session (account_id, document_id);

-- That money came, or went back, is booked once: whoever writes the row books it. Nothing of it ever changes.
create table payment_receipt (
  account_id uuid references account,
  provider text,
  provider_id text,
  refunded_cents bigint check (refunded_cents >= 0),
  test boolean not null,
  session_id uuid not null,
  received_cents bigint not null check (received_cents > 0),
  created_at at not null,
  primary key (account_id, provider, provider_id, refunded_cents),
  foreign key (account_id, session_id) references payment_session
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['payment_session', 'payment_receipt'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
alter table payment_account enable row level security;
alter table payment_account force row level security;
create policy own_account on payment_account
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);

grant select, insert, update, delete on payment_account to facturier_app;
grant select, insert, update on payment_session to facturier_app;
grant select, insert on payment_receipt to facturier_app;
