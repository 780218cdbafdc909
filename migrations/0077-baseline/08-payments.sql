-- Payments: recorded ones, online payments at a provider and their payouts, money that no document
-- could take, and payment requests to the agency for personal services (Urssaf, avance immédiate).

set local search_path = billing, public;

-- Money received and its counter-entries: never changed, never deleted. A payment is reversed at
-- most once.
create table payment (
  account_id uuid,
  id uuid,
  document_id uuid not null,
  test boolean not null,
  amount_cents bigint not null check (amount_cents <> 0),
  received_on date not null,
  method text not null,
  reverses_id uuid,
  content text not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, reverses_id),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, reverses_id) references payment,
  check ((reverses_id is null) = (amount_cents > 0))
);
create index payment_of_document on payment (account_id, document_id);
create trigger append_only before update or delete on payment for each row execute function append_only();
create trigger never_truncated before truncate on payment for each statement execute function append_only();

-- The account at a provider. Its keys are encrypted by a key outside the database
-- (keys/webhook.key). Live mode only: test payments use the built-in test provider.
create table payment_account (
  account_id uuid references account,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie')),
  locked_key text not null,
  locked_webhook_secret text,
  created_at at not null,
  locked_payout_key text,
  primary key (account_id)
);

-- A payment page at a provider, and what came of it. With another source than 'online': the excess
-- of a payment or bank transaction, kept with what came online and no document could take.
create table payment_session (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  document_id uuid not null,
  link_id uuid,
  provider text check (provider in ('stripe', 'mollie', 'stand_in')),
  -- Null until the provider answered; a repeated request with our id gets the same one.
  provider_id text check (length(provider_id) between 1 and 200),
  -- The provider's id of the payment, if it differs from the id of the page.
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) <= 4000),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  state text not null check (state in ('opening', 'open', 'pending', 'paid', 'failed', 'expired', 'refunded')),
  -- What came, what went back, and what no document could take.
  received_cents bigint not null default 0 check (received_cents >= 0),
  refunded_cents bigint not null default 0,
  unapplied_cents bigint not null default 0 constraint payment_session_check1
    check (unapplied_cents between 0 and received_cents),
  fee_cents bigint check (fee_cents >= 0),
  payment_id uuid,
  -- The outcome chosen at the built-in test provider.
  tried text check (tried in ('paid', 'pending', 'failed')),
  opened_at at not null,
  expires_at at,
  paid_at at,
  woken_at at,
  restored_cents bigint not null default 0 check (restored_cents >= 0),
  awaited_cents bigint not null default 0 check (awaited_cents >= 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  source text not null default 'online' check (source in ('online', 'recorded', 'bank')),
  method text,
  other_method text,
  primary key (account_id, id),
  unique (account_id, provider, provider_id),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  constraint payment_session_check2 check ((provider = 'stand_in') = test),
  constraint payment_session_held check (refunded_cents >= 0 and refunded_cents - restored_cents between 0 and received_cents),
  constraint payment_session_apart
    check (unapplied_cents + awaited_cents <= received_cents - refunded_cents + restored_cents),
  constraint payment_session_provider_id
    check (state in ('opening', 'failed', 'expired') or provider_id is not null or source <> 'online'),
  constraint payment_session_source check (
    (source = 'online') = (provider is not null) and (source = 'online') = (link_id is not null)
    and (source = 'online') = (expires_at is not null) and (source = 'online') = (method is null)),
  constraint payment_session_excess check (
    source = 'online' or (state = 'paid' and paid_at is not null and fee_cents is null and provider_id is null
      and refunded_cents = 0 and restored_cents = 0 and awaited_cents = 0
      and received_cents <= amount_cents and unapplied_cents + returned_cents <= received_cents))
);
create index payment_session_of_document on payment_session (account_id, document_id);
-- A payout names a payment by either of its ids.
create index payment_session_by_reference on payment_session (account_id, provider, reference) where reference is not null;
-- What the owner must still apply or give back.
create index payment_session_unapplied on payment_session (account_id, test) where unapplied_cents > 0;

-- Money that came or went back is booked once: the transaction that inserts the row books it. Rows
-- never change.
create table payment_receipt (
  account_id uuid references account,
  provider text,
  provider_id text,
  refunded_cents bigint check (refunded_cents >= 0),
  test boolean not null,
  session_id uuid not null,
  received_cents bigint not null check (received_cents > 0),
  created_at at not null,
  restored_cents bigint not null default 0 check (restored_cents >= 0),
  primary key (account_id, provider, provider_id, refunded_cents, restored_cents),
  foreign key (account_id, session_id) references payment_session
);

-- Excess belongs to a finalized invoice or advance of its mode and currency. Afterwards only its
-- uses change it.
create function guard_excess() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if pg_trigger_depth() < 2 then
      raise 'the excess % is changed only by its uses', old.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.unapplied_cents <> new.amount_cents or new.received_cents <> new.amount_cents or new.returned_cents <> 0
    or not exists (
      select from document d where d.account_id = new.account_id and d.id = new.document_id and d.test = new.test
        and d.currency = new.currency and d.kind in ('invoice', 'advance') and d.number is not null) then
    raise 'the excess % is not of a finalized invoice or advance in its mode and currency', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_excess_insert before insert on payment_session
  for each row when (new.source <> 'online') execute function guard_excess();
create trigger guard_excess_update before update on payment_session
  for each row when (old.source <> 'online' or new.source <> 'online') execute function guard_excess();

-- What providers paid out to the bank, and of which payments and fees.
create table payout (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  provider text not null check (provider in ('stripe', 'mollie', 'stand_in')),
  provider_id text not null check (length(provider_id) between 1 and 200),
  -- What reached the bank: negative if more went back than came.
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
  -- The provider's id, and for payments made here the session.
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

-- Uses of money that no document could take: applied to another document, given back, or dropped.
create table unapplied_use (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  session_id uuid not null,
  kind text not null check (kind in ('applied', 'returned', 'dropped')),
  amount_cents bigint not null check (amount_cents > 0),
  -- If applied: the payment on the other document.
  document_id uuid,
  payment_id uuid,
  -- If given back: at the provider, which confirms it later, or otherwise.
  returned_by text check (returned_by in ('provider', 'otherwise')),
  created_at at not null,
  taken_back_at at,
  primary key (account_id, id),
  unique (account_id, payment_id),
  foreign key (account_id, session_id) references payment_session,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  check ((kind = 'applied') = (payment_id is not null) and (kind = 'applied') = (document_id is not null)),
  check ((kind = 'returned') = (returned_by is not null)),
  check (taken_back_at is null or kind = 'applied')
);
create index unapplied_use_of_session on unapplied_use (account_id, session_id);

-- Uses never exceed what is there. What is applied pays a document of the same mode and currency by
-- a payment of that amount; only what came online is given back at a provider; what is dropped is
-- matched by no transaction any more.
create function take_unapplied() returns trigger language plpgsql set search_path = billing, pg_temp as $$
declare
  kept payment_session;
begin
  if tg_op = 'INSERT' then
    update payment_session set unapplied_cents = unapplied_cents - new.amount_cents,
      received_cents = received_cents - case when new.kind = 'dropped' then new.amount_cents else 0 end,
      awaited_cents = awaited_cents + case when new.returned_by = 'provider' then new.amount_cents else 0 end,
      returned_cents = returned_cents + case when new.returned_by = 'otherwise' then new.amount_cents else 0 end
    where account_id = new.account_id and id = new.session_id and test = new.test
    returning * into kept;
    if not found then
      raise 'the payment % of a use is not there', new.session_id using errcode = 'foreign_key_violation';
    end if;
    if new.kind = 'applied' and not exists (
      select from payment p join document d on d.account_id = p.account_id and d.id = p.document_id
      where p.account_id = new.account_id and p.id = new.payment_id and p.amount_cents = new.amount_cents
        and d.id = new.document_id and d.test = kept.test and d.currency = kept.currency) then
      raise 'the use % is not a payment of its amount in its mode and currency', new.id using errcode = 'check_violation';
    end if;
    if new.returned_by = 'provider' and kept.source <> 'online' then
      raise 'the excess % has no provider', kept.id using errcode = 'check_violation';
    end if;
    if new.kind = 'dropped' then
      if kept.source = 'online' or kept.received_cents <> 0 then
        raise 'the excess % is dropped whole', kept.id using errcode = 'check_violation';
      end if;
      update bank_match set undone_at = new.created_at
      where account_id = new.account_id and kept_id = kept.id and undone_at is null;
    end if;
    return new;
  end if;
  if old.taken_back_at is not null or new.taken_back_at is null
    or (to_jsonb(new) - 'taken_back_at') <> (to_jsonb(old) - 'taken_back_at') then
    raise 'a use of money kept apart is taken back once, and nothing else of it changes' using errcode = 'check_violation';
  end if;
  update payment_session set unapplied_cents = unapplied_cents + new.amount_cents
  where account_id = new.account_id and id = new.session_id;
  return new;
end $$;
create trigger take_unapplied before insert or update on unapplied_use for each row execute function take_unapplied();

-- Encrypted by a key outside the database (keys/webhook.key). Live mode only: tests use the
-- built-in test agency.
create table agency_account (
  account_id uuid references account,
  id uuid not null,
  locked_keys text not null,
  created_at at not null,
  primary key (account_id)
);

-- Only what each request to the agency must repeat, encrypted. Deleted with the customer.
create table agency_customer (
  account_id uuid references account,
  customer_id uuid,
  test boolean not null,
  -- The agency's id of the customer.
  agency_id text not null check (length(agency_id) between 1 and 200),
  locked_born_on text not null,
  state text not null check (state in ('not_activated', 'active', 'not_found', 'blocked', 'expired', 'unknown')),
  registered_at at not null,
  checked_at at,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer on delete cascade
);

-- A payment request is about to be sent: the transaction that inserts the row sends it, and one
-- without an answer is looked up before it is sent again.
create table payment_request (
  account_id uuid references account,
  document_id uuid,
  test boolean not null,
  begun_at at not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references document
);

-- A transfer of the agency is booked once: the transaction that inserts the row books it. Rows
-- never change.
create table agency_transfer (
  account_id uuid references account,
  agency_id text check (length(agency_id) between 1 and 200),
  test boolean not null,
  document_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  transferred_on date not null,
  created_at at not null,
  primary key (account_id, agency_id),
  unique (account_id, document_id),
  foreign key (account_id, document_id) references document
);

-- What the built-in test agency remembers.
create table agency_trial (
  account_id uuid references account,
  id text check (length(id) between 1 and 200),
  test boolean not null check (test),
  -- The number of the invoice, or the registered person.
  name text not null,
  -- The parts of the request that answers repeat.
  content text not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, name)
);
