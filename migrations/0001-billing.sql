-- The ground of everything: accounts, keys, customers, billing documents, payments, numbers, the audit chain.
--
-- Rules every table keeps. Keys start with account_id, so that a table can be sharded by account and a foreign key can
-- never reach another account's row. Row-level security is forced. *_at is Unix seconds, *_on a civil day in the
-- account's zone, *_cents hundredths of the document's currency. A column is what PostgreSQL must filter, sort, lock or
-- guard; the rest of a row is one JSON text, written whole.

create schema billing;

-- Serves requests: owns nothing, bypasses nothing. Searches and keeps house: owns a few functions, nobody is granted it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'facturier_app') then create role facturier_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'facturier_across') then create role facturier_across nologin; end if;
end $$;
do $$ begin execute format('grant facturier_across to %I', current_user); end $$;

set local search_path = billing, public;

create domain at as bigint check (value between 0 and 253402300799);

create table account (
  account_id uuid primary key,
  settings text not null,
  version int not null default 1,
  created_at at not null
);

-- The key's own text carries account_id and id, so that looking it up obeys row-level security.
create table api_key (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  secret_sha256 bytea not null,
  name text not null,
  scopes text[] not null,
  created_at at not null,
  expires_at at,
  revoked_at at,
  last_used_at at,
  replaced_by uuid,
  primary key (account_id, id)
);

create table customer (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  kind text not null check (kind in ('contact', 'organization')),
  organization_id uuid,
  is_default boolean not null default false,
  sort_name text not null,
  found_by text not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  archived_at at,
  primary key (account_id, id),
  foreign key (account_id, organization_id) references customer,
  check (organization_id is null or kind = 'contact'),
  check (not is_default or organization_id is not null)
);
create unique index one_default_contact on customer (account_id, organization_id) where is_default;
create index customer_by_name on customer (account_id, kind, test, sort_name, id);
create index customer_by_creation on customer (account_id, kind, test, created_at, id);
create index customer_of_organization on customer (account_id, organization_id) where organization_id is not null;

-- The counter of a series: a locked row, never a database sequence, so that a rollback gives the number back
-- (CGI ann. II art. 242 nonies A, I 7: a continuous sequence).
create table series (
  account_id uuid references account,
  test boolean,
  prefix text,
  year int,
  last int not null default 0 check (last >= 0),
  last_on date,
  primary key (account_id, test, prefix, year)
) with (fillfactor = 25);

create table document (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  kind text not null check (kind in ('estimate', 'purchase_order', 'advance', 'invoice', 'credit_note')),
  -- Frozen by finalization, from here …
  family_id uuid not null,
  parent_id uuid,
  customer_id uuid,
  project_id uuid,
  currency text not null,
  emitted_at at not null,
  emitted_on date not null,
  due_on date,
  valid_until_on date,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  deducted_cents bigint not null default 0,
  content text not null,
  prefix text,
  year int,
  counter int,
  number text,
  finalized_at at,
  sealed_sha256 bytea,
  created_at at not null,
  -- … to here. What moves afterwards is listed in stay_sealed() below.
  state text not null default 'draft' check (state in ('draft', 'finalized', 'signed', 'refused', 'paid')),
  version int not null default 1,
  title text,
  found_by text not null default '',
  life text not null default '{}',
  billed_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  signed_at at,
  refused_at at,
  paid_at at,
  canceled_at at,
  archived_at at,
  refund_at at,
  updated_at at not null,
  primary key (account_id, id),
  unique (account_id, number),
  unique (account_id, test, prefix, year, counter),
  foreign key (account_id, parent_id) references document,
  foreign key (account_id, customer_id) references customer,
  foreign key (account_id, test, prefix, year) references series,
  check (total_cents = net_cents + vat_cents),
  check ((state = 'draft') = (number is null)),
  check (num_nulls(prefix, year, counter, number, finalized_at, sealed_sha256) in (0, 6)),
  -- The last guard of hasValidAmount: credit notes never pass what they credit, payments never pass what is due.
  constraint credited_within_total check (
    kind not in ('invoice', 'advance') or number is null
    or (credited_cents >= 0 and credited_cents <= greatest(total_cents - deducted_cents, 0))),
  constraint paid_within_total check (
    paid_cents >= 0 and paid_cents <= greatest(total_cents - deducted_cents, 0)),
  -- A final invoice may come to more than its estimate: work added on the way is billed with it.
  constraint billed_not_negative check (
    kind not in ('estimate', 'purchase_order') or number is null or billed_cents >= 0)
);
create index document_by_issue on document (account_id, test, emitted_on desc, id desc)
  include (kind, state, archived_at, total_cents);
create index document_by_kind on document (account_id, kind, test, emitted_on desc, id desc);
create index document_of_family on document (account_id, family_id);
create index document_of_parent on document (account_id, parent_id) where parent_id is not null;
create index document_of_customer on document (account_id, customer_id);
create index document_due on document (account_id, due_on) where state = 'finalized';

-- A finalized document stays as it is: a new column is frozen until it is listed here.
create function stay_sealed() returns trigger language plpgsql as $$
declare kept billing.document := new;
begin
  if old.number is null then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'document % is finalized', old.number using errcode = 'FA001';
  end if;
  kept.state := old.state; kept.version := old.version; kept.title := old.title; kept.found_by := old.found_by;
  kept.life := old.life; kept.billed_cents := old.billed_cents; kept.credited_cents := old.credited_cents;
  kept.paid_cents := old.paid_cents; kept.signed_at := old.signed_at; kept.refused_at := old.refused_at;
  kept.paid_at := old.paid_at; kept.canceled_at := old.canceled_at; kept.archived_at := old.archived_at;
  kept.refund_at := old.refund_at; kept.updated_at := old.updated_at;
  if kept *<> old then
    raise exception 'document % is finalized', old.number using errcode = 'FA001';
  end if;
  return new;
end $$;
create trigger stay_sealed before update or delete on document for each row execute function stay_sealed();

-- Exact counts of documents, spread over slots so that two writers seldom meet on one row.
create table tally (
  account_id uuid,
  test boolean,
  kind text,
  state text,
  archived boolean,
  slot int,
  documents bigint not null,
  primary key (account_id, test, kind, state, archived, slot)
) with (fillfactor = 50);
create function keep_tally() returns trigger language plpgsql as $$
declare
  place int := 0;
  was_archived boolean;
  is_archived boolean;
begin
  if tg_op = 'UPDATE' then
    was_archived := old.archived_at is not null;
    is_archived := new.archived_at is not null;
    if old.state = new.state and was_archived = is_archived then return null; end if;
  end if;
  -- The slot follows the backend, so that concurrent transactions write different rows.
  place := pg_backend_pid() % 16;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into billing.tally values (old.account_id, old.test, old.kind, old.state, old.archived_at is not null, place, -1)
    on conflict (account_id, test, kind, state, archived, slot) do update set documents = tally.documents - 1;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into billing.tally values (new.account_id, new.test, new.kind, new.state, new.archived_at is not null, place, 1)
    on conflict (account_id, test, kind, state, archived, slot) do update set documents = tally.documents + 1;
  end if;
  return null;
end $$;
create trigger keep_tally after insert or delete or update of state, archived_at on document
  for each row execute function keep_tally();

-- Money received, and its counter-entries: never changed, never deleted. A payment is reversed at most once.
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

-- The audit chain, one for live and one for test documents of an account. The head is locked last and held shortest.
create table chain_head (
  account_id uuid references account,
  test boolean,
  seq bigint not null default 0,
  hash bytea not null,
  primary key (account_id, test)
) with (fillfactor = 25);
create table chain_link (
  account_id uuid,
  test boolean,
  seq bigint,
  link text not null,
  hash bytea not null,
  key_id text not null,
  signature bytea not null,
  primary key (account_id, test, seq),
  foreign key (account_id, test) references chain_head
);
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FA002';
end $$;
create trigger append_only before update or delete on chain_link for each row execute function append_only();
create trigger never_truncated before truncate on chain_link for each statement execute function append_only();
create trigger append_only before update or delete on payment for each row execute function append_only();
create trigger never_truncated before truncate on payment for each statement execute function append_only();
create trigger never_truncated before truncate on document for each statement execute function append_only();

-- Answers already given, by the caller's idempotency key. Written in the transaction of the effect.
create table idempotency (
  account_id uuid references account,
  test boolean,
  key text, -- the hash of the caller's key
  request_sha256 bytea not null,
  status smallint not null,
  headers text not null,
  body text,
  created_at at not null,
  primary key (account_id, test, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Row-level security. A test key's transactions say app.test = 'on' and reach no live row.
create function here() returns uuid language sql stable
  return nullif(current_setting('app.account_id', true), '')::uuid;
do $$
declare
  t record;
  own text;
begin
  for t in
    select c.relname, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'test' and not a.attisdropped) as moded
    from pg_class c where c.relnamespace = 'billing'::regnamespace and c.relkind = 'r'
  loop
    own := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
    if t.moded then own := own || ' and (test or current_setting(''app.test'', true) is distinct from ''on'')'; end if;
    execute format('alter table billing.%I enable row level security', t.relname);
    execute format('alter table billing.%I force row level security', t.relname);
    execute format('create policy own_account on billing.%I using (%s) with check (%s)', t.relname, own, own);
  end loop;
end $$;

-- LIKE is not leakproof, so under a filtering policy PostgreSQL never uses a trigram index. The searching functions
-- below belong to a role whose policy filters nothing, and name the account and the mode themselves.
create extension if not exists pg_trgm schema public;
create index document_found on document using gin (found_by public.gin_trgm_ops);
create index customer_found on customer using gin (found_by public.gin_trgm_ops);
create policy across on document for select to facturier_across using (true);
create policy across on customer for select to facturier_across using (true);
create policy across on idempotency to facturier_across using (true);
create policy across on account for select to facturier_across using (true);
create function documents_found(words text) returns setof uuid
  language sql stable security definer set search_path = billing, public as $$
  select id from document where account_id = here()
    and (test or current_setting('app.test', true) is distinct from 'on') and found_by like words $$;
create function customers_found(words text) returns setof uuid
  language sql stable security definer set search_path = billing, public as $$
  select id from customer where account_id = here()
    and (test or current_setting('app.test', true) is distinct from 'on') and found_by like words $$;
create function forget_answers(before bigint) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (delete from idempotency where created_at < before returning 1) select count(*) from gone $$;
create function accounts_known() returns table (account_id uuid, settings text, created_at bigint)
  language sql stable security definer set search_path = billing as $$
  select account_id, settings, created_at from account order by created_at, account_id $$;

grant usage on schema billing to facturier_app, facturier_across;
grant select, insert, update, delete on all tables in schema billing to facturier_app;
revoke insert, update, delete on account from facturier_app;
grant update (settings, version) on account to facturier_app;
revoke update, delete on chain_link, payment from facturier_app;
revoke delete on api_key, series, chain_head, tally from facturier_app;
grant select on document, customer, account to facturier_across;
grant select, delete on idempotency to facturier_across;
grant create on schema billing to facturier_across;
alter function documents_found owner to facturier_across;
alter function customers_found owner to facturier_across;
alter function forget_answers owner to facturier_across;
alter function accounts_known owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on all functions in schema billing from public;
grant execute on function here, documents_found, customers_found, forget_answers to facturier_app;
grant execute on function here to facturier_across;
do $$ begin execute format('grant execute on function billing.accounts_known to %I', current_user); end $$;
