-- Events are read in the order of a counter of their account and mode, and no longer of transaction ids, which begin anew wherever a
-- dump is restored: who read on there from his last event was given no other (docs/decisions/0058-places-in-the-feed.md).

set local search_path = billing, public;

-- The last place that was given. Whoever tells something locks it behind all else, and so places come to light in their order.
create table feed (
  account_id uuid references account,
  test boolean,
  last bigint not null check (last >= 0),
  primary key (account_id, test)
) with (fillfactor = 50);
create trigger never_taken_back before update on feed for each row
  when (new.last < old.last or (new.account_id, new.test) is distinct from (old.account_id, old.test)) execute function append_only();
create trigger never_deleted before delete on feed for each row execute function append_only();
create trigger never_truncated before truncate on feed for each statement execute function append_only();
alter table feed enable row level security;
alter table feed force row level security;
create policy own_account on feed
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'));

-- What is there keeps its order. `position` stays for processes of the version before, and goes one release later.
alter table event add column place bigint;
drop index event_in_order;
drop trigger never_changed on event;
do $$
declare known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    update event e set place = n.place
    from (
      select id, row_number() over (partition by test order by position, id) as place from event
      where account_id = known.account_id) n
    where e.account_id = known.account_id and e.id = n.id;
    insert into feed (account_id, test, last)
    select known.account_id, test, max(place) from event where account_id = known.account_id group by test;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;
-- 0 is an event that waits for its place: one of very many that happened at once.
alter table event alter column place set not null, add check (place >= 0);
create unique index event_in_order on event (account_id, test, place) where place > 0;
create index event_without_place on event (account_id, test, id) where place = 0;
create trigger never_changed before update on event for each row
  when (old.place <> 0 or new.place <= 0
    or (old.account_id, old.id, old.test, old.type, old.subject_id, old.position, old.body, old.at)
      is distinct from (new.account_id, new.id, new.test, new.type, new.subject_id, new.position, new.body, new.at))
  execute function append_only();

-- Gives the next places of a feed, `many` of them, and holds the feed until the transaction ends. Answers the last.
create function next_places(account uuid, mode boolean, many int) returns bigint language plpgsql as $$
declare given bigint;
begin
  update billing.feed f set last = f.last + many where f.account_id = account and f.test = mode returning f.last into given;
  if given is null then
    insert into billing.feed as f (account_id, test, last) values (account, mode, many)
    on conflict (account_id, test) do update set last = f.last + many returning f.last into given;
  end if;
  return given;
end $$;

-- Processes of the version before name no place.
create function take_place() returns trigger language plpgsql as $$
begin
  new.place := billing.next_places(new.account_id, new.test, 1);
  return new;
end $$;
create trigger take_place before insert on event for each row when (new.place is null) execute function take_place();

-- Queues events of one mode for each endpoint that asked for them. The endpoints are held, so that one deleted in this moment is
-- left out instead of undoing the cause. They are delivered now, by the queue's time, whatever the account's is. A test of an endpoint
-- is queued by whoever asks for it, for that one alone.
create function queue_deliveries(account uuid, mode boolean, ids uuid[], types text[], times bigint[]) returns void
  language plpgsql as $$
declare
  asked uuid;
  ahead bigint;
begin
  for asked in
    select e.id from billing.endpoint e
    where e.account_id = account and e.test = mode and e.active and e.events && (types || '*'::text)
    order by e.id for key share
  loop
    if ahead is null then
      ahead := case when mode then billing.ahead_of(account, true) else 0 end;
      perform pg_notify('facturier_jobs', 'delivery');
    end if;
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select e.account_id, n.id, 'delivery', e.id, e.test, n.at - ahead, true
    from billing.endpoint e cross join unnest(ids, types, times) n (id, type, at)
    where e.account_id = account and e.id = asked and e.events && array[n.type, '*'] and n.type <> 'webhook.test';
  end loop;
end $$;

-- Writes what happened in one mode, in the order given, and queues it. The feed is locked behind the endpoints, and nothing behind it.
create function tell(account uuid, mode boolean, ids uuid[], types text[], subjects uuid[], times bigint[], bodies text[])
  returns void language plpgsql as $$
declare before bigint;
begin
  perform billing.queue_deliveries(account, mode, ids, types, times);
  before := billing.next_places(account, mode, cardinality(ids)) - cardinality(ids);
  insert into billing.event (account_id, id, test, type, subject_id, place, body, at)
  select f.account_id, n.id, f.test, n.type, n.subject_id, before + n.turn, n.body, n.at
  from billing.feed f cross join unnest(ids, types, subjects, times, bodies) with ordinality n (id, type, subject_id, at, body, turn)
  where f.account_id = account and f.test = mode;
end $$;

-- The same for one, as most are: one row is written for less.
create function tell_one(account uuid, mode boolean, event_id uuid, event_type text, subject uuid, happened_at bigint, content text)
  returns void language plpgsql as $$
declare given bigint;
begin
  if exists (select from billing.endpoint e where e.account_id = account and e.test = mode and e.active) then
    perform billing.queue_deliveries(account, mode, array[event_id], array[event_type], array[happened_at]);
  end if;
  update billing.feed f set last = f.last + 1 where f.account_id = account and f.test = mode returning f.last into given;
  if given is null then given := billing.next_places(account, mode, 1); end if;
  insert into billing.event (account_id, id, test, type, subject_id, place, body, at)
  values (account, event_id, mode, event_type, subject, given, content, happened_at);
end $$;

-- The same for very many: their places wait for a job, some at a time, so that nobody else waits for all of them.
create function tell_later(account uuid, mode boolean, ids uuid[], types text[], subjects uuid[], times bigint[], bodies text[])
  returns void language plpgsql as $$
begin
  perform billing.queue_deliveries(account, mode, ids, types, times);
  insert into billing.event (account_id, id, test, type, subject_id, place, body, at)
  select a.account_id, n.id, mode, n.type, n.subject_id, 0, n.body, n.at
  from billing.account a cross join unnest(ids, types, subjects, times, bodies) n (id, type, subject_id, at, body)
  where a.account_id = account;
  insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
  values (account, ids[1], 'feed_places', account, mode, times[1] - case when mode then billing.ahead_of(account, true) else 0 end, true);
  perform pg_notify('facturier_jobs', 'feed_places');
end $$;

-- Gives their places to events that wait for them, at most so many. Answers how many.
create function place_events(account uuid, mode boolean, most int) returns int language plpgsql as $$
declare
  waiting uuid[];
  before bigint;
begin
  -- Held first: of two who do this at once the second finds what the first has left.
  perform billing.next_places(account, mode, 0);
  waiting := array(
    select e.id from billing.event e where e.account_id = account and e.test = mode and e.place = 0 order by e.id limit most);
  if cardinality(waiting) = 0 then return 0; end if;
  before := billing.next_places(account, mode, cardinality(waiting)) - cardinality(waiting);
  update billing.event e set place = before + n.turn
  from unnest(waiting) with ordinality n (id, turn)
  where e.account_id = account and e.id = n.id;
  return cardinality(waiting);
end $$;

grant select, insert, update on feed to facturier_app;
grant update (place) on event to facturier_app;
revoke execute on function next_places, take_place, queue_deliveries, tell, tell_one, tell_later, place_events from public;
grant execute on function next_places, queue_deliveries, tell, tell_one, tell_later, place_events to facturier_app;
