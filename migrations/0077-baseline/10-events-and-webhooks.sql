-- Events are written in the transaction of their cause, with a job for each webhook that asked for
-- them: nothing that happened is lost, and nothing that was rolled back is sent.

set local search_path = billing, public;

-- The last place given in the event feed of an account and mode. It is locked after everything
-- else, so events become visible in the order of their places
-- (docs/decisions/0058-places-in-the-feed.md).
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

-- What happened. `place` is its order in the feed; 0 until a job gives one, for imports of very
-- many rows. `position` is the transaction id that ordered the feed before.
create table event (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  type text not null,
  subject_id uuid not null,
  position xid8 not null default pg_current_xact_id(),
  body text not null,
  at at not null,
  place bigint not null check (place >= 0),
  primary key (account_id, id)
);
create index event_by_age on event (at);
create unique index event_in_order on event (account_id, test, place) where place > 0;
create index event_without_place on event (account_id, test, id) where place = 0;
create trigger never_changed before update on event for each row
  when (old.place <> 0 or new.place <= 0
    or (old.account_id, old.id, old.test, old.type, old.subject_id, old.position, old.body, old.at)
      is distinct from (new.account_id, new.id, new.test, new.type, new.subject_id, new.position, new.body, new.at))
  execute function append_only();

-- Gives the next `many` places of a feed and locks the feed until the transaction ends. Returns the
-- last one.
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

-- For earlier versions, which insert events without a place: some hundred places are taken at a
-- time, because moving the counter for each row of an import would leave too many row versions to
-- scan.
create function take_place() returns trigger language plpgsql as $$
declare
  at_once constant int := 500;
  -- Places taken by this transaction and not yet used: account, last place used, last place taken.
  name constant text := case when new.test then 'app.places_test' else 'app.places_live' end;
  left_over text[] := string_to_array(current_setting(name, true), ' ');
  given bigint;
begin
  if left_over[1] = new.account_id::text and left_over[2]::bigint < left_over[3]::bigint then
    given := left_over[3];
    new.place := left_over[2]::bigint + 1;
  else
    given := billing.next_places(new.account_id, new.test, at_once);
    new.place := given - at_once + 1;
  end if;
  perform set_config(name, new.account_id || ' ' || new.place || ' ' || given, true);
  return new;
end $$;
create trigger take_place before insert on event for each row when (new.place is null) execute function take_place();

-- Webhooks. The secret is in `content`, encrypted by a key outside the database. made_by is null
-- for older ones.
create table endpoint (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  url text not null,
  -- Sorted; `*` means all.
  events text[] not null check (cardinality(events) > 0),
  -- The hash of URL and events: the same two are one endpoint.
  fingerprint bytea not null,
  active boolean not null,
  content text not null,
  -- Since when deliveries fail, and when and why it was switched off.
  failing_since at,
  disabled_at at,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'maker_left')),
  created_at at not null,
  updated_at at not null,
  made_by uuid,
  primary key (account_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check (disabled_at is null or not active)
);
create unique index one_endpoint on endpoint (account_id, test, fingerprint);

-- Ending a membership must end or hand over that person's webhooks first.
create function nobody_leaves_webhooks() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if exists (select from endpoint e where e.account_id = new.account_id and e.made_by = new.person_id and e.active) then
    raise exception 'a webhook of % goes on', new.person_id using errcode = 'FA003';
  end if;
  return new;
end $$;
create trigger leaves_no_webhook before update of left_at on membership for each row
  when (new.left_at is not null) execute function nobody_leaves_webhooks();

-- Not used any more: deliveries are jobs.
create table delivery (
  account_id uuid,
  endpoint_id uuid,
  event_id uuid,
  test boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  -- Attempts since the last replay.
  tried int not null default 0,
  -- All attempts.
  attempts int not null default 0,
  next_at at not null,
  -- The end of the lease.
  leased_until at,
  finished_at at,
  primary key (account_id, endpoint_id, event_id),
  foreign key (account_id, endpoint_id) references endpoint on delete cascade,
  foreign key (account_id, event_id) references event on delete cascade
) with (fillfactor = 70);
create index delivery_waiting on delivery (account_id, endpoint_id, next_at) where state = 'waiting';
create index delivery_of_event on delivery (account_id, event_id);

-- Not used any more: attempts are in `try`.
create table attempt (
  account_id uuid,
  endpoint_id uuid,
  event_id uuid,
  n int,
  test boolean not null,
  at at not null,
  latency_ms int not null,
  status int,
  fault text,
  answer text,
  primary key (account_id, endpoint_id, event_id, n),
  foreign key (account_id, endpoint_id, event_id) references delivery on delete cascade
);
create index attempt_newest on attempt (account_id, endpoint_id, at, event_id, n);
create index attempt_by_age on attempt (at);

-- Links and events are found by their keys only, so a few sampled rows tell the planner enough.
-- Sampling 30,000 wide rows would hold 20 MB. Nodes of Citus refuse this setting and keep the
-- default.
do $$
declare wide record;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then return; end if;
  for wide in
    select c.oid::regclass as name, a.attname as part from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.oid in ('chain_link'::regclass, 'event'::regclass) and a.attnum > 0 and not a.attisdropped
  loop
    execute format('alter table %s alter column %I set statistics 10', wide.name, wide.part);
  end loop;
  alter index chain_link_of_subject alter column 2 set statistics 10;
end $$;
