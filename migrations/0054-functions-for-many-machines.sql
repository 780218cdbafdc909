-- Functions and constraints in forms that also run where the rows of each account are on a machine of their own: a query with
-- parameters is planned there in PL/pgSQL alone, rows are inserted one by one or from the account's own, and no key of an account
-- is ever set to null. What they do, who may call them and whose rights they have stays.

set local search_path = billing, public;

create or replace function documents_found(words text) returns setof uuid
  language plpgsql stable security definer set search_path = billing, public as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select d.id from document d where d.account_id = account and (d.test or not of_test) and d.found_by like words;
end $$;

create or replace function customers_found(words text) returns setof uuid
  language plpgsql stable security definer set search_path = billing, public as $$
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select c.id from customer c where c.account_id = account and (c.test or not of_test) and c.found_by like words;
end $$;

create or replace function links_about(ids text[]) returns table (test boolean, seq bigint)
  language plpgsql stable security definer set search_path = billing, public as $$
#variable_conflict use_column
declare
  account uuid := here();
  of_test boolean := current_setting('app.test', true) is not distinct from 'on';
begin
  return query select l.test, l.seq from chain_link l
  where l.account_id = account and (l.test or not of_test)
    and substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"')::text = any (ids);
end $$;

create or replace function members_called(ids uuid[]) returns table (person_id uuid, name text)
  language plpgsql stable security definer set search_path = billing as $$
#variable_conflict use_column
declare
  account uuid := nullif(current_setting('app.account_id', true), '')::uuid;
begin
  return query select p.person_id, p.name from membership m join person p on p.person_id = m.person_id
  where m.account_id = account and m.person_id = any (ids);
end $$;

create or replace function person_with_email(folded text) returns uuid
  language plpgsql stable security definer set search_path = billing as $$
begin
  return (select p.person_id from person p where p.email_folded = folded);
end $$;

create or replace function accounts_of_customer(customer_id uuid) returns table (account_id uuid, test boolean)
  language plpgsql stable security definer set search_path = billing as $$
#variable_conflict use_column
begin
  return query select c.account_id, c.test from customer c where c.id = accounts_of_customer.customer_id;
end $$;

create or replace function ahead_of(account uuid, test boolean) returns bigint
  language plpgsql stable set search_path = billing as $$
begin
  if not test then return 0; end if;
  return coalesce((select c.ahead from test_clock c where c.account_id = account), 0);
end $$;

create or replace function open_board(account uuid, at bigint) returns void
  language plpgsql set search_path = billing as $$
declare b record;
begin
  for b in select * from (values
    ('a', 'Prospects', '#6366f1', false, false),
    ('b', 'Devis envoyé', '#0ea5e9', false, false),
    ('c', 'En cours', '#f59e0b', false, false),
    ('d', 'Terminé', '#16a34a', true, false),
    ('e', 'Perdu', '#6b7280', false, true)) as board (rank, name, color, is_done, is_lost)
  loop
    insert into category (account_id, id, rank, is_done, is_lost, content, created_at)
    values (account, gen_random_uuid(), b.rank, b.is_done, b.is_lost, json_build_object(
      'name', b.name, 'color', b.color, 'showDueDate', true, 'showAmount', true, 'showCustomer', true)::text, open_board.at);
  end loop;
end $$;

-- A key that is not its account's has no row: one bad one must not lose what all others asked.
create or replace function note_key_requests(
  accounts uuid[], keys uuid[], ats bigint[], ids uuid[], operations text[], statuses int[], durations int[], codes text[]
) returns void
  language plpgsql security definer set search_path = billing as $$
declare r record;
begin
  for r in select * from unnest(accounts, keys, ats, ids, operations, statuses, durations, codes)
    r(account_id, key_id, at, id, operation, status, duration_ms, code)
  loop
    insert into key_request (account_id, key_id, at, id, operation, status, duration_ms, code)
    select k.account_id, k.id, r.at, r.id, r.operation, r.status, r.duration_ms, r.code
    from api_key k where k.account_id = r.account_id and k.id = r.key_id;
  end loop;
end $$;

-- By statement, as before (0002, 0008): what a statement made or took away is added up first, where it is, and then written.
create or replace function keep_product_tally() returns trigger language plpgsql as $$
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

create or replace function keep_product_tally_of_change() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
begin
  insert into billing.product_tally as t values (old.account_id, old.test, old.personal_service, place, -1)
  on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  insert into billing.product_tally as t values (new.account_id, new.test, new.personal_service, place, 1)
  on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  return null;
end $$;

create or replace function keep_file_tally() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
  part record;
begin
  if tg_op = 'INSERT' then
    for part in select account_id, sum(coalesce(size, octet_length(bytes), 0)) as n from made group by 1 order by 1 loop
      insert into billing.file_tally as t values (part.account_id, place, part.n)
      on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  else
    for part in select account_id, sum(coalesce(size, octet_length(bytes), 0)) as n from gone group by 1 order by 1 loop
      insert into billing.file_tally as t values (part.account_id, place, -part.n)
      on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  end if;
  return null;
end $$;

-- It fails whatever it is given: so it may stand where only what never changes may (what an update returns), and is given the link,
-- or it would be worked out, and fail, before there is one.
create function chain_moved_on(seq bigint) returns bigint language plpgsql immutable as $$
begin
  raise exception 'the audit chain has moved on meanwhile' using errcode = '40001';
end $$;
revoke execute on function chain_moved_on(bigint) from public;
grant execute on function chain_moved_on(bigint) to facturier_app;

-- Who deletes the draft that was made of an occurrence wants none: its day stays taken.
alter table occurrence drop constraint occurrence_document,
  add constraint occurrence_document foreign key (account_id, document_id) references document deferrable initially deferred;
create function occurrence_stays_taken() returns trigger language plpgsql as $$
begin
  update billing.occurrence o set document_id = null where o.account_id = old.account_id and o.document_id = old.id;
  return null;
end $$;
revoke execute on function occurrence_stays_taken from public;
grant update (document_id) on occurrence to facturier_app;
create trigger occurrence_stays_taken after delete on document for each row execute function occurrence_stays_taken();
