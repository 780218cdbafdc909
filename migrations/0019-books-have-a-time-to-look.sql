-- When books are to be looked at again is one time, in an index: a look for books to close passes over those that have something
-- to close, and each of the others once a day, instead of over every chain every five minutes.
--
-- formerly 5946f33eb9c6b47bfe6c580d0d8da08a1fe521d6084034eca804deeb2fe71eac
-- With two accounts it could not land: the owner, who reads across accounts, was given the rows of all for each.

set local search_path = billing, public;

-- Before any time: at once. `day_over_at` is for processes of the version before; it goes one release later, with `books_to_close`.
alter table closing add column look_at at not null default 0;
create index closing_by_time on closing (look_at);

-- Every chain has its books from the beginning, so that nobody looks for chains that have none.
create function open_books() returns trigger language plpgsql as $$
begin
  insert into billing.closing (account_id, test, looked_seq) values (new.account_id, new.test, 0) on conflict do nothing;
  return null;
end $$;
create trigger open_books after insert on chain_head for each row execute function open_books();

-- The owner of the tables obeys row-level security like everybody.
do $$
declare known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    insert into closing (account_id, test, looked_seq)
    select h.account_id, h.test, 0 from chain_head h where h.account_id = known.account_id on conflict do nothing;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;

-- Queues books whose time has come where their chain went on or a month or a year of theirs may be over, and gives the names of
-- all whose time had come: none are left once it gives fewer than `most`. Each is looked at again a day later, or when whoever
-- closes it says. Names of before are of no matter.
create or replace function queue_closures(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language plpgsql security definer set search_path = billing
  -- Few of very many, by their keys: a plan made while there were few accounts reads all of them once there are many.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  day constant int := 86400;
begin
  -- Farther off than any day's end: a clock that was wrong said so.
  update closing c set look_at = 0 where c.look_at > queue_closures.now + 3 * day;
  return query
  with due as (
    select c.account_id, c.test, c.looked_seq, c.look_at, c.period_over_at from closing c
    where c.look_at <= queue_closures.now order by c.look_at limit most for update skip locked),
  seen as (
    update closing c set look_at = case
      when d.look_at = 0 then queue_closures.now + day
      else d.look_at + day * (1 + (queue_closures.now - d.look_at) / day) end
    from due d where c.account_id = d.account_id and c.test = d.test
    returning 1),
  moved as (
    select d.account_id, d.test from due d
    join chain_head h on h.account_id = d.account_id and h.test = d.test
    where h.seq > d.looked_seq or d.period_over_at <= queue_closures.now or d.look_at = 0),
  queued as (
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select m.account_id, m.account_id, 'closures', m.account_id, m.test, queue_closures.now, true from moved m
    on conflict (account_id, subject_id, lane, share_id, test) do nothing
    returning 1),
  told as (select pg_notify('facturier_jobs', 'closures') from queued limit 1)
  select d.account_id, d.test from due d left join told on true;
end $$;

create policy across_looks on closing for update to facturier_across using (true);
grant update (look_at) on closing to facturier_across;
