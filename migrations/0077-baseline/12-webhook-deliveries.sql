-- Events and their webhook deliveries in the queue. Jobs of endpoints that fail wait in a track of
-- their own ('troubled', or 'off' if the endpoint is switched off), so that claiming the other jobs
-- does not pass over them.

set local search_path = billing, public;

-- Queues events of one mode for each webhook that asked for them. The webhooks are locked, so that
-- one deleted meanwhile is left out instead of failing the cause. Deliveries are due now in real
-- time, whatever the test clock says.
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

-- Writes events of one mode in the given order and queues them. The feed is locked after the
-- webhooks, and last.
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

-- The same for one event, which costs less for one row.
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

-- The same for very many: a job gives them places in batches, so that other writers do not wait for
-- all of them.
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

-- Gives places to at most `most` waiting events, and returns how many.
create function place_events(account uuid, mode boolean, most int) returns int language plpgsql as $$
declare
  waiting uuid[];
  before bigint;
begin
  -- Locked first, so that a concurrent call sees the result of this one.
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

-- Moves jobs of a share to another track, a limited number at a time, and returns how many. The
-- endpoint is locked first: jobs of one that is being switched on would stay aside.
create function change_track(account uuid, share uuid, of_lane text, from_tracks text[], to_track text) returns int
  language plpgsql set search_path = billing, pg_temp as $$
declare
  moved_most constant int := 1000;
  moved int;
begin
  if to_track = 'off' then
    perform from endpoint e where e.account_id = account and e.id = share and not e.active for share skip locked;
    if not found then
      return 0;
    end if;
  end if;
  -- By key: the index of the line would be searched through all waiting jobs.
  update job j set track = to_track
  where j.account_id = account and j.lane = of_lane and j.share_id = share and j.leased_until is null and j.subject_id = any(array(
    select s.subject_id from job s
    where s.ready and s.lane = of_lane and s.track = any(from_tracks) and s.account_id = account and s.share_id = share
    order by s.due_at limit moved_most for update skip locked));
  get diagnostics moved = row_count;
  return moved;
end $$;

-- An endpoint that is switched on again takes one job back into the line; claiming it brings the
-- others along.
create function come_by_again() returns trigger language plpgsql as $$
declare
  aside uuid;
begin
  loop
    select s.subject_id into aside from billing.job s
    where s.ready and s.lane = 'delivery' and s.track = 'off' and s.account_id = new.account_id and s.share_id = new.id
    order by s.due_at limit 1;
    exit when not found;
    update billing.job j set track = 'well'
    where j.account_id = new.account_id and j.lane = 'delivery' and j.share_id = new.id and j.subject_id = aside and j.track = 'off';
    exit when found;
  end loop;
  return null;
end $$;
create trigger come_by_again after update of active on endpoint for each row when (new.active and not old.active)
  execute function come_by_again();

-- Writes the results of deliveries, and switches off endpoints that failed for too long.
create function settle_delivery_jobs(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  heard record;
  e record;
  failing bigint;
  is_over boolean;
  moved_most constant int := 5000;
  moved int := 0;
begin
  -- Endpoints first and in one order, as in deletions and replays, to prevent deadlocks.
  for heard in
    select r.account_id, r.share_id from json_to_recordset(results::json) as r (account_id uuid, share_id uuid)
    group by r.account_id, r.share_id order by r.account_id, r.share_id
  loop
    perform from endpoint p where p.account_id = heard.account_id and p.id = heard.share_id for no key update;
  end loop;
  perform from settle_jobs(results);
  for heard in
    select r.account_id, r.share_id, bool_or(r.fault is null) as well, bool_or(coalesce(r.status, 0) = 410) as gone, min(r.at) as at
    from json_to_recordset(results::json) as r (account_id uuid, share_id uuid, fault text, at bigint, status int)
    group by r.account_id, r.share_id order by r.account_id, r.share_id
  loop
    select p.active, p.failing_since, p.test, p.url into e from endpoint p
    where p.account_id = heard.account_id and p.id = heard.share_id;
    continue when not found;
    -- Jobs of an active endpoint may still be aside after a crash or a lock: one is put in line,
    -- and claiming it brings the others along.
    if e.active then
      update job j set track = 'well'
      where j.account_id = heard.account_id and j.lane = 'delivery' and j.share_id = heard.share_id and j.subject_id = any(array(
        select s.subject_id from job s
        where s.ready and s.lane = 'delivery' and s.track = 'off' and s.account_id = heard.account_id and s.share_id = heard.share_id
        order by s.due_at limit 1 for update skip locked));
    end if;
    failing := case when not heard.well then coalesce(e.failing_since, heard.at) end;
    is_over := e.active and (heard.gone or coalesce(failing <= settle_delivery_jobs.now - patience, false));
    continue when failing is not distinct from e.failing_since and not is_over;
    reason := case when heard.gone then 'gone' else 'failing' end;
    update endpoint p set failing_since = failing, active = e.active and not is_over,
      disabled_at = case when is_over then settle_delivery_jobs.now else p.disabled_at end,
      disabled_reason = case when is_over then reason else p.disabled_reason end
    where p.account_id = heard.account_id and p.id = heard.share_id;
    -- The endpoint works again: its jobs join the others now, or when a claim comes by.
    if failing is null and moved < moved_most then
      moved := moved + change_track(heard.account_id, heard.share_id, 'delivery', array['troubled'], 'well');
    end if;
    continue when not is_over;
    account_id := heard.account_id; endpoint_id := heard.share_id; test := e.test; url := e.url;
    return next;
  end loop;
end $$;
