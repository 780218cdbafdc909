-- The catalogue, and what billing moves of its stock. Products of test keys and of live keys are two catalogues: nothing
-- on a product says which it is, so a key works on the one of its own mode.

set local search_path = billing, public;

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
  -- Ten-thousandths of a unit; below zero where more was billed than there was.
  stock bigint not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
)
-- Room on each page for the stock to move in place; and pages are marked as seen by all, which lets an index answer by
-- itself, long before the fifth part of a large catalogue is new.
with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- One index an order, each by kind first, so that a page of one kind is read like a page of all; both are merged.
create index product_by_name on product (account_id, test, personal_service, sort_name, id);
create index product_by_reference on product (account_id, test, personal_service, sort_reference, id);
create index product_by_price on product (account_id, test, personal_service, unit_price, id);
create index product_by_age on product (account_id, test, personal_service, id);
-- What is new waits in a list that every search reads, and that one writer now and then must sort in: kept short, neither
-- notices. The usual 4 MB held that writer up for a tenth of a second.
create index product_found on product using gin (found_by public.gin_trgm_ops) with (gin_pending_list_limit = 256);

-- What the finalization of one document moved of one product: at most once. A product may be gone since.
create table stock_move (
  account_id uuid,
  document_id uuid,
  product_id uuid,
  test boolean not null,
  -- Ten-thousandths of a unit: below zero what went out, above it what came back.
  moved bigint not null,
  created_at at not null,
  primary key (account_id, document_id, product_id),
  foreign key (account_id, document_id) references document
);
create trigger append_only before update or delete on stock_move for each row execute function append_only();
create trigger never_truncated before truncate on stock_move for each statement execute function append_only();

-- Exact counts of products, spread over slots so that two writers seldom meet on one row.
create table product_tally (
  account_id uuid,
  test boolean,
  personal_service boolean,
  slot int,
  products bigint not null,
  primary key (account_id, test, personal_service, slot)
) with (fillfactor = 50);
-- By statement, not by row: an import writes thousands in one transaction, and would write one row of the tally as often,
-- each time past all its older versions. The slot follows the backend, so that concurrent transactions write different rows.
create function keep_product_tally() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
begin
  if tg_op = 'INSERT' then
    insert into billing.product_tally as t
    select account_id, test, personal_service, place, count(*) from made group by account_id, test, personal_service
    on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  else
    insert into billing.product_tally as t
    select account_id, test, personal_service, place, -count(*) from gone group by account_id, test, personal_service
    on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  end if;
  return null;
end $$;
create trigger keep_tally_of_new after insert on product referencing new table as made
  for each statement execute function keep_product_tally();
create trigger keep_tally_of_gone after delete on product referencing old table as gone
  for each statement execute function keep_product_tally();
-- A change of the mark is rare, and no statement trigger is for the change of one column.
create function keep_product_tally_of_change() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
begin
  insert into billing.product_tally as t
  values (old.account_id, old.test, old.personal_service, place, -1), (new.account_id, new.test, new.personal_service, place, 1)
  on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  return null;
end $$;
create trigger keep_tally_of_change after update of personal_service on product for each row
  when (old.personal_service is distinct from new.personal_service) execute function keep_product_tally_of_change();

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['product', 'stock_move', 'product_tally'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Pages of ids. Row-level security would look at each of half a million rows on the way to a page in the middle, and keep
-- a search from its index (0001), so the page is found by the role that reads across accounts; account and mode come from
-- the session here, never from the caller, and the rows are then read under the usual policy.
create policy across on product for select to facturier_across using (true);
create policy across on product_tally for select to facturier_across using (true);

-- The statement that finds a page: how many there are (null where they are counted already), and the ids in order. $1 is
-- the account, $2 the mode, $3 and $4 how many ids are passed over and taken, $5 and $6 where to read on, $7 the words as
-- LIKE patterns. `backward` reads the page from the far end.
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
    -- The index knows three letters or digits in a row. Asked for less it would be read from end to end, twenty times as
    -- slow as looking at every product.
    select string_agg(
      format(' and found_by%s like ($7)[%s]', case when word ~ '[[:alnum:]]{3}' then '' else ' || ''''' end, n), '')
    into found from unnest(words) with ordinality t (word, n);
    return format('with found as materialized (%s and personal_service = any(%L)%s)
      select (select count(*) from found), array(select id from found where true%s %s offset $3 limit $4)',
      own, kinds, found, format(beyond, 'place'), shown);
  end if;
  own := own || format(beyond, key);
  -- The limit inside is what makes PostgreSQL follow the index, and stop.
  return format('select null::bigint, array(select id from (%s offset $3 limit $4) page %s)', case cardinality(kinds)
    when 1 then format('%s and personal_service = %L %s', own, kinds[1], ordered)
    else format('select id, place from ((%1$s and not personal_service %2$s limit $3 + $4) union all
      (%1$s and personal_service %2$s limit $3 + $4)) both_kinds order by place %3$s, id %3$s', own, ordered, step)
    end, shown);
end $$;

create function products_page(
  by text, descending boolean, personal boolean, words text[], skipped bigint, taken bigint, after text, after_id uuid,
  out total bigint, out ids uuid[]
) language plpgsql stable security definer set search_path = billing, public as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
  kinds boolean[];
  backward boolean;
  counted bigint;
begin
  -- Kinds there are none of are left out: of most catalogues one index range is then all there is to read.
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

grant select, insert, update, delete on product to facturier_app;
grant select, insert on stock_move to facturier_app;
grant select, insert, update on product_tally to facturier_app;
grant select on product, product_tally to facturier_across;
grant create on schema billing to facturier_across;
alter function products_page owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function products_page, product_page_text, keep_product_tally, keep_product_tally_of_change from public;
grant execute on function product_page_text to facturier_across;
grant execute on function products_page to facturier_app;
