-- Billing documents: numbers, finalization, stock, recurring invoices, exchange rates and themes.
-- What finalization fixes is enforced here once more, so that no code path can change it.

set local search_path = billing, public;

-- The counter of a number series is a locked row, not a sequence, so that a rollback returns the
-- number (CGI ann. II art. 242 nonies A, I 7: continuous numbers). The corrected_* columns say up
-- to which number and day a wrong clock ran ahead.
create table series (
  account_id uuid references account,
  test boolean,
  prefix text,
  year int,
  last int not null default 0 check (last >= 0),
  last_on date,
  corrected_counter int,
  corrected_on date,
  primary key (account_id, test, prefix, year),
  constraint corrected_whole check (num_nulls(corrected_counter, corrected_on) in (0, 2))
) with (fillfactor = 25);

-- Checks of a document, matching src/domain/billing/document/kind.ts. In PL/pgSQL, because a
-- connection parses a function once, but the expression of a check with every statement. A check
-- that is null passes, so an unknown kind is false.
create function series_of_kind(kind text, of_test boolean, prefix text) returns boolean language plpgsql immutable as $$
begin
  return prefix is null or coalesce(
    prefix = case when of_test then 'TEST-' else '' end || case kind
      when 'estimate' then 'D' when 'purchase_order' then 'BC'
      when 'advance' then 'F' when 'invoice' then 'F' when 'credit_note' then 'AV' end, false);
end $$;

create function state_of_kind(kind text, state text) returns boolean language plpgsql immutable as $$
begin
  return coalesce(case kind
    when 'estimate' then state in ('draft', 'finalized', 'signed', 'refused')
    when 'purchase_order' then state in ('draft', 'finalized', 'signed', 'refused')
    when 'advance' then state in ('draft', 'finalized', 'paid')
    when 'invoice' then state in ('draft', 'finalized', 'paid')
    when 'credit_note' then state in ('draft', 'finalized') end, false);
end $$;

-- Credit notes never exceed what they credit, payments never exceed what is due. A final invoice
-- may exceed its estimate, so what was billed only has to be positive.
create function sums_within_total(
  kind text, number text, total bigint, deducted bigint, billed bigint, credited bigint, paid bigint
) returns boolean language plpgsql immutable as $$
declare due constant bigint := greatest(total - deducted, 0);
begin
  return coalesce(paid between 0 and due and case
    when number is null then true
    when kind in ('invoice', 'advance') then credited between 0 and due
    when kind in ('estimate', 'purchase_order') then billed >= 0
    else true end, false);
end $$;

-- A document has all parts of a number or none, and all of them unless it is a draft.
create function numbered_whole(
  state text, prefix text, year int, counter int, number text, finalized_at bigint, sealed_sha256 bytea
) returns boolean language plpgsql immutable as $$
begin
  return coalesce((state = 'draft') = (number is null)
    and num_nulls(prefix, year, counter, number, finalized_at, sealed_sha256) in (0, 6), false);
end $$;

create table document (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  kind text not null check (kind in ('estimate', 'purchase_order', 'advance', 'invoice', 'credit_note')),
  -- Frozen by finalization from here …
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
  -- … to here. stay_sealed() below lists the columns that still change.
  state text not null default 'draft',
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
  foreign key (account_id, project_id) references project,
  foreign key (account_id, customer_id) references customer,
  foreign key (account_id, test, prefix, year) references series,
  check (total_cents = net_cents + vat_cents),
  constraint series_of_kind check (series_of_kind(kind, test, prefix)),
  constraint states_of_kind check (state_of_kind(kind, state)),
  constraint sums_within_total check (
    sums_within_total(kind, number, total_cents, deducted_cents, billed_cents, credited_cents, paid_cents)),
  constraint numbered_whole check (numbered_whole(state, prefix, year, counter, number, finalized_at, sealed_sha256))
);
create index document_by_issue on document (account_id, test, emitted_on desc, id desc)
  include (kind, state, archived_at, total_cents);
create index document_by_kind on document (account_id, kind, test, emitted_on desc, id desc);
create index document_of_family on document (account_id, family_id);
create index document_of_parent on document (account_id, parent_id) where parent_id is not null;
create index document_of_customer on document (account_id, customer_id);
create index document_due on document (account_id, due_on) where state = 'finalized';
create index document_found on document using gin (found_by public.gin_trgm_ops);
create index document_of_project on document (account_id, project_id) where project_id is not null;
-- Few documents have money to give back; the home page and lists find them by these indexes.
create index document_overpaid on document (account_id, test)
  where paid_cents > total_cents - deducted_cents - credited_cents;
create index document_free_credit on document (account_id, test)
  where kind = 'credit_note' and parent_id is null and refund_at is null and number is not null;
create trigger never_truncated before truncate on document for each statement execute function append_only();

-- A finalized document does not change. A new column is frozen unless it is listed here.
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

-- The text of a finalized document must not contain the secret of a portal
-- (docs/decisions/0032-no-secret-is-sealed.md).
create function seals_no_secret() returns trigger language plpgsql as $$
begin
  raise exception 'document % would seal a secret', new.number using errcode = 'FA004';
end $$;
create trigger seals_no_secret before update of number on document for each row
  when (old.number is null and position('"token":' in new.content) > 0)
  execute function seals_no_secret();

-- The heading of a section is one line of at most 120 characters without surrounding blanks or
-- characters that change the reading direction, which paper and screen would show differently. The
-- trigger costs nothing without sections.
create function sections_are_headings() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_array_elements(new.content::jsonb #> '{content,lines}') line
    where line ? 'section' and (jsonb_typeof(line -> 'section') <> 'string'
      or char_length(line ->> 'section') not between 1 and 120
      or line ->> 'section' ~ E'(^\\s|\\s$|[[:cntrl:]\u202a-\u202e\u2066-\u2069])'))
  then
    raise exception 'document % has a section without a heading', new.id using errcode = 'FA008';
  end if;
  return new;
end $$;
create trigger sections_are_headings before insert or update of content on document for each row
  when (position('"section":' in new.content) > 0)
  execute function sections_are_headings();

create function documents_found(words text) returns setof uuid
  language plpgsql stable security definer set search_path = billing, public, pg_temp as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select d.id from document d where d.account_id = account and (d.test or not of_test) and d.found_by like words;
end $$;

-- Exact counts of documents, spread over slots so that two writers seldom update the same row.
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
  -- The slot depends on the backend, so that concurrent transactions update different rows.
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

-- What the finalization of a document moved of a product: at most once. The product may be deleted
-- since.
create table stock_move (
  account_id uuid,
  document_id uuid,
  product_id uuid,
  test boolean not null,
  -- Ten-thousandths of a unit: negative for what went out, positive for what came back.
  moved bigint not null,
  created_at at not null,
  primary key (account_id, document_id, product_id),
  foreign key (account_id, document_id) references document
);
create trigger append_only before update or delete on stock_move for each row execute function append_only();
create trigger never_truncated before truncate on stock_move for each statement execute function append_only();

-- Recurring invoices. The settings are in the life of the invoice; these columns are for lists and
-- counts.
create table recurrence (
  account_id uuid references account,
  invoice_id uuid,
  test boolean not null,
  state text not null check (state in ('active', 'paused', 'over')),
  next_on date,
  -- Paused automatically: the home page says so.
  by_itself boolean not null default false check (not by_itself or state = 'paused'),
  primary key (account_id, invoice_id),
  foreign key (account_id, invoice_id) references document on delete cascade,
  check ((state = 'active') = (next_on is not null))
);
create index recurrence_by_state on recurrence (account_id, test, state, next_on);

-- One invoice per day of a recurrence, and no second one, even after a crash. Written before its
-- invoice. A deleted draft is not made again.
create table occurrence (
  account_id uuid references account,
  invoice_id uuid,
  occurs_on date,
  test boolean not null,
  document_id uuid,
  made_at at not null,
  primary key (account_id, invoice_id, occurs_on),
  foreign key (account_id, invoice_id) references document on delete cascade,
  constraint occurrence_document foreign key (account_id, document_id) references document
    deferrable initially deferred
);
create index occurrence_of_document on occurrence (account_id, document_id) where document_id is not null;

-- A trigger instead of `on delete set null`: Citus does not accept setting a column of the key to
-- null.
create function occurrence_stays_taken() returns trigger language plpgsql as $$
begin
  update billing.occurrence o set document_id = null where o.account_id = old.account_id and o.document_id = old.id;
  return null;
end $$;
create trigger occurrence_stays_taken after delete on document for each row execute function occurrence_stays_taken();

-- Reference rates of the European Central Bank, as published. The same for all accounts: with
-- distributed tables each node has a copy (docs/decisions/0049-rates-of-the-ecb.md).
create table reference_rate (
  day date,
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  -- Units for one euro, as published.
  rate numeric not null check (rate > 0 and rate < 1e9 and scale(rate) <= 10),
  fetched_at at not null,
  primary key (day, currency),
  -- Nothing is published on Saturdays and Sundays.
  check (extract(isodow from day) < 6)
);

-- Stores rates of past days and today, and returns how many are new. Existing rates do not change,
-- because documents were converted at them. No other way writes rates.
create function keep_reference_rates(published text, fetched_at bigint) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  kept bigint;
begin
  if exists (
    select from json_to_recordset(published::json) as p (day date)
    where p.day > (to_timestamp(keep_reference_rates.fetched_at) at time zone 'Europe/Paris')::date)
  then raise exception 'a rate of a day to come' using errcode = 'check_violation';
  end if;
  insert into reference_rate (day, currency, rate, fetched_at)
  select p.day, p.currency, p.rate, keep_reference_rates.fetched_at
  from json_to_recordset(published::json) as p (day date, currency text, rate numeric)
  order by p.day, p.currency
  on conflict (day, currency) do nothing;
  get diagnostics kept = row_count;
  return kept;
end $$;

-- Themes, the same for live and test documents.
create table theme (
  account_id uuid references account,
  id uuid,
  -- The design with its logo.
  content text not null,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
);

-- The theme of each kind of document: the id of one of the account's, or the name of a built-in
-- one.
create table theme_default (
  account_id uuid references account,
  kind text check (kind in ('estimate', 'purchase_order', 'advance', 'invoice', 'credit_note')),
  theme text not null,
  primary key (account_id, kind)
);
