-- The audit chain of each account and mode, the period closures that summarize it
-- (BOI-TVA-DECLA-30-10-30 § 170), and the turnover added up from it. An operator lists chain heads
-- across accounts to anchor them elsewhere.

set local search_path = billing, public;

-- The audit chain: one for live and one for test documents of an account. The head is locked last
-- and held shortest. It knows the key and time of the last link, so that keys can change while
-- processes serve.
create table chain_head (
  account_id uuid references account,
  test boolean,
  seq bigint not null default 0,
  hash bytea not null,
  key_id text,
  at at,
  primary key (account_id, test)
) with (fillfactor = 25);
-- Links of the same key do not change it, so the head is still updated in place.
create index chain_head_by_key on chain_head (key_id);

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
-- Links are canonical JSON with members in a fixed order, so the subject can be extracted.
create index chain_link_of_subject on chain_link (
  account_id, (substring(link from '"subject":\{"id":"([0-9a-f-]{36})"')::text));
create trigger append_only before update or delete on chain_link for each row execute function append_only();
create trigger never_truncated before truncate on chain_link for each statement execute function append_only();

-- The links about some objects. Runs as facturier_across for the same reason as searches: see
-- customers_found.
create function links_about(ids text[]) returns table (test boolean, seq bigint)
  language plpgsql stable security definer set search_path = billing, public, pg_temp as $$
#variable_conflict use_column
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select l.test, l.seq from chain_link l
  where l.account_id = account and (l.test or not of_test)
    and substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"')::text = any (ids);
end $$;

-- How far the links of the first version, which recorded less, were completed by later links.
create table noting (
  account_id uuid,
  test boolean,
  -- Complete up to this link.
  looked_seq bigint not null,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
) with (fillfactor = 50);

-- Closures of days, months and years with running totals. Written once, each with a link in the
-- audit chain.
create table closure (
  account_id uuid,
  test boolean,
  kind text check (kind in ('day', 'month', 'year')),
  starts_on date,
  id uuid not null,
  -- The number among the closures of its kind, and the links it covers.
  n int not null check (n > 0),
  first_seq bigint not null check (first_seq > 0),
  last_seq bigint not null,
  content text not null,
  made_at at not null,
  -- Concurrent closures of a period make one.
  primary key (account_id, test, kind, starts_on),
  unique (account_id, id),
  unique (account_id, test, kind, n),
  foreign key (account_id, test) references chain_head,
  check (last_seq >= first_seq),
  check (kind = 'day' or extract(day from starts_on) = 1),
  check (kind <> 'year' or extract(month from starts_on) = 1)
);
create trigger append_only before update or delete on closure for each row execute function append_only();
create trigger never_truncated before truncate on closure for each statement execute function append_only();

-- When a chain is to be looked at again: once its open day, or the month or year of its last closed
-- day, is over; or, without an open day, once it has new links. look_at is that time, in an index.
create table closing (
  account_id uuid,
  test boolean,
  looked_seq bigint not null,
  day_over_at at,
  period_over_at at,
  look_at at not null default 0,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
) with (fillfactor = 50);
create index closing_by_time on closing (look_at);

-- Every chain has its row from the start, so that no search for chains without one is needed.
create function open_books() returns trigger language plpgsql as $$
begin
  insert into billing.closing (account_id, test, looked_seq) values (new.account_id, new.test, 0) on conflict do nothing;
  return null;
end $$;
create trigger open_books after insert on chain_head for each row execute function open_books();

-- Queues the chains whose time has come: found by a plain read, written account by account.
create function queue_closures(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language plpgsql security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  day constant int := 86400;
  due record;
begin
  -- Farther than any end of a day: written by a wrong clock.
  update closing c set look_at = 0 where c.look_at > queue_closures.now + 3 * day;
  for due in
    select c.account_id, c.test, c.looked_seq, c.look_at, c.period_over_at from closing c
    where c.look_at <= queue_closures.now order by c.look_at limit most
  loop
    update closing c set look_at = case
      when due.look_at = 0 then queue_closures.now + day
      else due.look_at + day * (1 + (queue_closures.now - due.look_at) / day) end
    where c.account_id = due.account_id and c.test = due.test and c.look_at = due.look_at;
    account_id := due.account_id; test := due.test;
    return next;
    -- Another process was faster.
    continue when not found;
    perform from chain_head h where h.account_id = due.account_id and h.test = due.test
      and (h.seq > due.looked_seq or due.period_over_at <= queue_closures.now or due.look_at = 0);
    continue when not found;
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values (due.account_id, due.account_id, 'closures', due.account_id, due.test, queue_closures.now, true)
    on conflict (account_id, subject_id, lane, share_id, test) do nothing;
  end loop;
end $$;

-- The turnover added up so far, so that after a start the home page reads only newer documents
-- (docs/rules/figures.md).
create table booked_turnover (
  account_id uuid,
  test boolean,
  -- Added up to this link, by this version of the rules: another version starts again.
  seq bigint not null,
  rules int not null,
  sent boolean not null,
  parts text not null,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
);

-- The head of a chain that has links, and how far the test clock of its account is ahead.
create type head_known as (account_id uuid, test boolean, seq bigint, hash bytea, key_id text, signed_by text, at bigint,
  signature bytea, ahead bigint);

create function heads_after(past_account uuid, past_test boolean, most int) returns setof head_known
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at::bigint, l.signature,
    coalesce((select c.ahead from test_clock c where h.test and c.account_id = h.account_id), 0)
  from chain_head h join chain_link l on l.account_id = h.account_id and l.test = h.test and l.seq = h.seq
  where (h.account_id, h.test) > (past_account, past_test)
  order by h.account_id, h.test limit most;
end $$;

create function heads_of(account uuid) returns setof head_known
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
begin
  return query select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at::bigint, l.signature,
    coalesce((select c.ahead from test_clock c where h.test and c.account_id = account), 0)
  from chain_head h join chain_link l on l.account_id = account and l.test = h.test and l.seq = h.seq
  where h.account_id = account order by h.test;
end $$;

-- The keys of current chain heads: one index probe per key, however many chains have it.
create function keys_of_heads() returns setof text
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare known text := '';
begin
  loop
    select h.key_id into known from chain_head h where h.key_id > known order by h.key_id limit 1;
    exit when not found;
    return next known;
  end loop;
end $$;

-- Chains of a page of all chains with links that were not looked at, and where the page ended.
create function chains_unlooked(past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean, unlooked boolean)
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with piece as (
    select h.account_id, h.test, n.account_id is null or n.looked_seq < h.seq as unlooked from chain_head h
    left join noting n on n.account_id = h.account_id and n.test = h.test
    where (h.account_id, h.test) > (past_account, past_test)
    order by h.account_id, h.test limit most)
  select p.account_id, p.test, p.unlooked from piece p
  where p.unlooked or (p.account_id, p.test) = (select l.account_id, l.test from piece l order by l.account_id desc, l.test desc limit 1)
  order by p.account_id, p.test;
end $$;
