-- What an account uses of a service it shares with others: documents made in a day, and bytes of files kept.

set local search_path = billing, public;

create table day_count (
  account_id uuid references account,
  on_day date,
  documents int not null check (documents >= 0),
  primary key (account_id, on_day)
) with (fillfactor = 50);

-- Where an object store keeps the bytes their number is known here alone.
alter table file add column size int check (size >= 0);
create table file_tally (
  account_id uuid,
  slot int,
  bytes bigint not null,
  primary key (account_id, slot)
) with (fillfactor = 50);
create function keep_file_tally() returns trigger language plpgsql as $$
declare
  -- The slot follows the backend, so that concurrent transactions write different rows.
  place int := pg_backend_pid() % 16;
begin
  if tg_op = 'INSERT' then
    insert into billing.file_tally as t
    select account_id, place, sum(coalesce(size, octet_length(bytes), 0)) from made group by account_id
    on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
  else
    insert into billing.file_tally as t
    select account_id, place, -sum(coalesce(size, octet_length(bytes), 0)) from gone group by account_id
    on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
  end if;
  return null;
end $$;
-- Those that are there already; of a store's objects the number is not known, and they count nothing.
insert into file_tally (account_id, slot, bytes)
select account_id, 0, sum(coalesce(octet_length(bytes), 0)) from file group by account_id;
create trigger keep_tally_of_new after insert on file referencing new table as made
  for each statement execute function keep_file_tally();
create trigger keep_tally_of_gone after delete on file referencing old table as gone
  for each statement execute function keep_file_tally();

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
begin
  foreach t in array array['day_count', 'file_tally'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Who forgets files of all accounts counts them out, and whoever keeps house forgets days long gone.
create policy across on file_tally to facturier_across using (true) with check (true);
create policy across on day_count to facturier_across using (true);
create function forget_day_counts(before date) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (delete from day_count where on_day < before returning 1) select count(*) from gone $$;

grant select, insert, update on day_count, file_tally to facturier_app;
grant select, insert, update on file_tally to facturier_across;
grant select, delete on day_count to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_day_counts owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function forget_day_counts, keep_file_tally from public;
grant execute on function forget_day_counts to facturier_app;
