-- Customers and products, with the searches over them. Live and test products are two catalogues:
-- an API key sees the one of its mode.

set local search_path = billing, public;

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
create index customer_found on customer using gin (found_by public.gin_trgm_ops);
create index customer_by_id on customer (id);

-- PostgreSQL does not use a trigram index under a filtering policy, because LIKE is not leakproof.
-- So searches belong to facturier_across and filter by account and mode themselves. PL/pgSQL,
-- because Citus does not plan SQL functions with parameters.
create function customers_found(words text) returns setof uuid
  language plpgsql stable security definer set search_path = billing, public, pg_temp as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select c.id from customer c where c.account_id = account and (c.test or not of_test) and c.found_by like words;
end $$;

-- The secret of a portal names a customer but no account: this finds the account, and nothing else.
create function accounts_of_customer(customer_id uuid) returns table (account_id uuid, test boolean)
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
begin
  return query select c.account_id, c.test from customer c where c.id = accounts_of_customer.customer_id;
end $$;

-- The fill factor leaves room on each page so that stock changes are updated in place; frequent
-- vacuuming keeps pages visible to all, so that index-only scans work soon after many products are
-- new.
create table product (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  sort_name text not null,
  sort_reference text not null,
  -- Ten-thousandths of a cent.
  unit_price bigint not null check (unit_price >= 0),
  found_by text not null,
  personal_service boolean not null,
  is_stockable boolean not null,
  -- Ten-thousandths of a unit; negative if more was billed than was in stock.
  stock bigint not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
)
with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- One index per order, by kind of product first: a page of one kind is one range, a page of all
-- merges two.
create index product_by_name on product (account_id, test, personal_service, sort_name, id);
create index product_by_reference on product (account_id, test, personal_service, sort_reference, id);
create index product_by_price on product (account_id, test, personal_service, unit_price, id);
create index product_by_age on product (account_id, test, personal_service, id);
-- A small pending list: the usual 4 MB slow down every search and then block one writer for a tenth
-- of a second.
create index product_found on product using gin (found_by public.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function products_page(
  by text, descending boolean, personal boolean, words text[], skipped bigint, taken bigint, after text, after_id uuid,
  out total bigint, out ids uuid[]
) language plpgsql stable security definer set search_path = billing, public, pg_temp as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
  kinds boolean[];
  backward boolean;
  counted bigint;
begin
  -- Kinds without products are left out: most catalogues then need one index range.
  select coalesce(sum(products), 0), coalesce(array_agg(kind order by kind) filter (where products > 0), '{}')
  into counted, kinds from (
    select personal_service as kind, sum(products) as products from product_tally
    where account_id = account and test = of_test and (personal is null or personal_service = personal)
    group by personal_service) t;
  total := counted;
  ids := '{}';
  if counted = 0 then return; end if;
  backward := cardinality(words) = 0 and after_id is null and skipped > counted / 2;
  if backward then
    taken := least(taken, counted - skipped);
    if taken <= 0 then return; end if;
    skipped := counted - skipped - taken;
  end if;
  execute product_page_text(by, descending, backward, kinds, after_id is not null, words)
  into total, ids using account, of_test, skipped, taken, after, after_id, words;
  total := coalesce(total, counted);
end $$;

-- The statement for a page: the total (null if it is counted already) and the ids in order. $1 is
-- the account, $2 the mode, $3 the ids to skip, $4 the ids to return, $5 and $6 where to continue,
-- $7 the words as LIKE patterns. `backward` reads the page from the other end.
create function product_page_text(
  by text, descending boolean, backward boolean, kinds boolean[], resumed boolean, words text[]
) returns text language plpgsql immutable set search_path = pg_catalog as $$
declare
  key text := case by when 'designation' then 'sort_name' when 'reference' then 'sort_reference'
    when 'unitPrice' then 'unit_price' when 'createdAt' then 'id' end;
  type text := case by when 'unitPrice' then 'bigint' when 'createdAt' then 'uuid' else 'text' end;
  shown text := format('order by place %1$s, id %1$s', case when descending then 'desc' else 'asc' end);
  step text := case when descending <> backward then 'desc' else 'asc' end;
  own text := format('select id, %s as place from billing.product where account_id = $1 and test = $2', key);
  beyond text := case when resumed
    then format(' and (%%s, id) %s ($5::%s, $6)', case when descending then '<' else '>' end, type) else '' end;
  found text;
  ordered text := format('order by %1$s %2$s, id %2$s', key, step);
begin
  if key is null then raise exception 'no order of products: %', by; end if;
  if cardinality(words) > 0 then
    -- A trigram index needs three characters. For less it would be read completely, twenty times
    -- slower than a scan of every product.
    select string_agg(
      format(' and found_by%s like ($7)[%s]', case when word ~ '[[:alnum:]]{3}' then '' else ' || ''''' end, n), '')
    into found from unnest(words) with ordinality t (word, n);
    return format('with found as materialized (%s and personal_service = any(%L)%s)
      select (select count(*) from found), array(select id from found where true%s %s offset $3 limit $4)',
      own, kinds, found, format(beyond, 'place'), shown);
  end if;
  own := own || format(beyond, key);
  -- The inner limit makes PostgreSQL follow the index and stop.
  return format('select null::bigint, array(select id from (%s offset $3 limit $4) page %s)', case cardinality(kinds)
    when 1 then format('%s and personal_service = %L %s', own, kinds[1], ordered)
    else format('select id, place from ((%1$s and not personal_service %2$s limit $3 + $4) union all
      (%1$s and personal_service %2$s limit $3 + $4)) both_kinds order by place %3$s, id %3$s', own, ordered, step)
    end, shown);
end $$;

-- Exact counts of products, spread over slots so that two writers seldom update the same row.
create table product_tally (
  account_id uuid,
  test boolean,
  personal_service boolean,
  slot int,
  products bigint not null,
  primary key (account_id, test, personal_service, slot)
) with (fillfactor = 50);

-- Once per statement: the changes are added up first, then written.
create function keep_product_tally() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
  part record;
begin
  if tg_op = 'INSERT' then
    for part in select account_id, test, personal_service, count(*) as n from made group by 1, 2, 3 order by 1, 2, 3 loop
      insert into billing.product_tally as t values (part.account_id, part.test, part.personal_service, place, part.n)
      on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
    end loop;
  else
    for part in select account_id, test, personal_service, count(*) as n from gone group by 1, 2, 3 order by 1, 2, 3 loop
      insert into billing.product_tally as t values (part.account_id, part.test, part.personal_service, place, -part.n)
      on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
    end loop;
  end if;
  return null;
end $$;
create trigger keep_tally_of_new after insert on product referencing new table as made
  for each statement execute function keep_product_tally();
create trigger keep_tally_of_gone after delete on product referencing old table as gone
  for each statement execute function keep_product_tally();

create function keep_product_tally_of_change() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
begin
  insert into billing.product_tally as t values (old.account_id, old.test, old.personal_service, place, -1)
  on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  insert into billing.product_tally as t values (new.account_id, new.test, new.personal_service, place, 1)
  on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  return null;
end $$;
create trigger keep_tally_of_change after update of personal_service on product for each row
  when (old.personal_service is distinct from new.personal_service) execute function keep_product_tally_of_change();
