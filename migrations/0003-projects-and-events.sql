-- Projects and tasks, what happened, and whom it is told: events are written in the transaction of their cause, and a
-- delivery is queued for every endpoint that asked, so that nothing that happened is lost and nothing else is told.

set local search_path = billing, public;

-- The columns of the board: the account's, the same for live and for test projects.
create table category (
  account_id uuid references account,
  id uuid,
  rank text collate "C" not null,
  is_done boolean not null,
  is_lost boolean not null,
  content text not null,
  created_at at not null,
  primary key (account_id, id)
);

create table project (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  category_id uuid not null,
  customer_id uuid not null,
  rank text collate "C" not null,
  name text not null,
  sort_name text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  due_on date,
  found_by text not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id),
  foreign key (account_id, category_id) references category,
  foreign key (account_id, customer_id) references customer
);
create index project_by_rank on project (account_id, test, category_id, rank, id);
create index project_of_customer on project (account_id, customer_id);
alter table document add foreign key (account_id, project_id) references project;
create index document_of_project on document (account_id, project_id) where project_id is not null;

create table task (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  project_id uuid,
  customer_id uuid,
  rank text collate "C" not null,
  due_on date,
  done_at at,
  -- 1 low to 4 urgent.
  priority smallint not null check (priority between 1 and 4),
  found_by text not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references project,
  foreign key (account_id, customer_id) references customer
);
create index task_by_rank on task (account_id, test, rank, id);
create index task_of_project on task (account_id, project_id) where project_id is not null;
create index task_of_customer on task (account_id, customer_id) where customer_id is not null;

-- What happened. An id is made before its transaction commits, so ids are not in the order of commits: `position` is
-- what a reader who asks for "everything after" may rely on.
create table event (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  type text not null,
  subject_id uuid not null,
  position xid8 not null default pg_current_xact_id(),
  body text not null,
  at at not null,
  primary key (account_id, id)
);
create index event_in_order on event (account_id, test, position, id);
create index event_by_age on event (at);
create trigger never_changed before update on event for each row execute function append_only();

-- Where events go. The secret is in `content`, encrypted by a key outside the database.
create table endpoint (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  url text not null,
  -- Sorted; `*` is all of them.
  events text[] not null check (cardinality(events) > 0),
  -- The hash of both: an URL and a set of events are one endpoint, however often it is asked for.
  fingerprint bytea not null,
  active boolean not null,
  content text not null,
  -- Since when nothing has reached it, and when and why we stopped trying.
  failing_since at,
  disabled_at at,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check (disabled_at is null or not active)
);
create unique index one_endpoint on endpoint (account_id, test, fingerprint);

create table delivery (
  account_id uuid,
  endpoint_id uuid,
  event_id uuid,
  test boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  -- Attempts of the present round; a replay begins a new one.
  tried int not null default 0,
  -- Attempts of all rounds.
  attempts int not null default 0,
  next_at at not null,
  -- Whoever tries holds it until then: a process that is killed gives it back by doing nothing.
  leased_until at,
  finished_at at,
  primary key (account_id, endpoint_id, event_id),
  foreign key (account_id, endpoint_id) references endpoint on delete cascade,
  foreign key (account_id, event_id) references event on delete cascade
) with (fillfactor = 70);
create index delivery_waiting on delivery (account_id, endpoint_id, next_at) where state = 'waiting';
create index delivery_of_event on delivery (account_id, event_id);

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

do $$
declare
  t text;
  own text;
begin
  foreach t in array array['category', 'project', 'task', 'event', 'endpoint', 'delivery', 'attempt'] loop
    own := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
    if t <> 'category' then own := own || ' and (test or current_setting(''app.test'', true) is distinct from ''on'')'; end if;
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- The board an account begins with; for whoever makes accounts, and for those that are there already.
create function open_board(account uuid, at bigint) returns void language sql set search_path = billing as $$
  insert into category (account_id, id, rank, is_done, is_lost, content, created_at)
  select account, gen_random_uuid(), rank, is_done, is_lost,
    json_build_object('name', name, 'color', color, 'showDueDate', true, 'showAmount', true, 'showCustomer', true)::text, at
  from (values
    ('a', 'Prospects', '#6366f1', false, false),
    ('b', 'Devis envoyé', '#0ea5e9', false, false),
    ('c', 'En cours', '#f59e0b', false, false),
    ('d', 'Terminé', '#16a34a', true, false),
    ('e', 'Perdu', '#6b7280', false, true)) as board (rank, name, color, is_done, is_lost) $$;
do $$
declare known record;
begin
  for known in select account_id, created_at from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true);
    perform open_board(known.account_id, known.created_at);
  end loop;
  perform set_config('app.account_id', '', true);
end $$;

create policy across on event to facturier_across using (true);
create function forget_events(before bigint) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (delete from event where at < before returning 1) select count(*) from gone $$;

create policy across on endpoint to facturier_across using (true);
create policy across on delivery to facturier_across using (true);
create policy across on attempt to facturier_across using (true);
create function forget_attempts(before bigint, most int) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    delete from attempt where ctid = any(array(select ctid from attempt where at < before order by at limit most))
    returning 1)
  select count(*) from gone $$;

-- Takes up to `room` deliveries that are due, of every account, for `lease` seconds. It goes from endpoint to endpoint,
-- not from delivery to delivery, so that one with a million waiting costs no more than one with one; each gives at most
-- `share`, less what this process is busy with already. Endpoints in trouble are taken apart from those that are well:
-- what hangs shares its places with what hangs. `past` is the endpoint it begins after.
create function claim_deliveries(
  troubled boolean, now bigint, lease int, room int, share int, busy uuid[], busy_with int[], past_account uuid, past_endpoint uuid)
  returns table (account_id uuid, endpoint_id uuid, event_id uuid, test boolean, tried int, url text, content text, body text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
begin
  return query
  with recursive queue as (
    (select d.account_id, d.endpoint_id from delivery d
      where d.state = 'waiting' and (d.account_id, d.endpoint_id) > (past_account, past_endpoint)
      order by d.account_id, d.endpoint_id limit 1)
    union all
    select following.account_id, following.endpoint_id from queue q cross join lateral (
      select d.account_id, d.endpoint_id from delivery d
      where d.state = 'waiting' and (d.account_id, d.endpoint_id) > (q.account_id, q.endpoint_id)
      order by d.account_id, d.endpoint_id limit 1) following),
  due as (
    select d.account_id, d.endpoint_id, d.event_id from queue q
    join endpoint e on e.account_id = q.account_id and e.id = q.endpoint_id
    cross join lateral (select coalesce(sum(b.places), 0)::int as places
      from unnest(busy, busy_with) as b (id, places) where b.id = q.endpoint_id) taken
    cross join lateral (
      select w.account_id, w.endpoint_id, w.event_id from delivery w
      where w.account_id = q.account_id and w.endpoint_id = q.endpoint_id and w.state = 'waiting'
        and w.next_at <= claim_deliveries.now and (w.leased_until is null or w.leased_until <= claim_deliveries.now)
      order by w.next_at limit greatest(0, share - taken.places)
      for update skip locked) d
    where e.active and (e.failing_since is not null) = troubled
    limit room),
  held as (
    update delivery d set leased_until = claim_deliveries.now + lease from due
    where d.account_id = due.account_id and d.endpoint_id = due.endpoint_id and d.event_id = due.event_id
    returning d.account_id, d.endpoint_id, d.event_id, d.test, d.tried)
  select h.account_id, h.endpoint_id, h.event_id, h.test, h.tried, e.url, e.content, v.body from held h
  join endpoint e on e.account_id = h.account_id and e.id = h.endpoint_id
  join event v on v.account_id = h.account_id and v.id = h.event_id
  order by h.account_id, h.endpoint_id;
end $$;

-- Writes what became of deliveries, with the attempt of each, and what that says of their endpoints: one that took
-- something is well, one that is gone or took nothing for `patience` seconds is disabled, and told.
create function settle_deliveries(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
declare result_rows jsonb := results::jsonb;
begin
  -- Endpoints first and in one order, as whoever deletes one or replays to it: nobody waits for one who waits for him.
  perform from endpoint e
    where (e.account_id, e.id) in (
      select r.account_id, r.endpoint_id from jsonb_to_recordset(result_rows) as r (account_id uuid, endpoint_id uuid))
    order by e.account_id, e.id for no key update;
  with result as (
    select * from jsonb_to_recordset(result_rows) as r (
      account_id uuid, endpoint_id uuid, event_id uuid, state text, next_at bigint, at bigint,
      latency_ms int, status int, fault text, answer text)),
  kept as (
    update delivery d set
      state = r.state, tried = d.tried + 1, attempts = d.attempts + 1, next_at = coalesce(r.next_at, d.next_at),
      leased_until = null, finished_at = case when r.state <> 'waiting' then r.at end
    from result r
    where d.account_id = r.account_id and d.endpoint_id = r.endpoint_id and d.event_id = r.event_id
    returning d.account_id, d.endpoint_id, d.event_id, d.attempts, d.test, r.at, r.latency_ms, r.status, r.fault, r.answer)
  insert into attempt (account_id, endpoint_id, event_id, n, test, at, latency_ms, status, fault, answer)
  select * from kept;

  return query
  with heard as (
    select account_id, endpoint_id, bool_or(state = 'delivered') as well, bool_or(coalesce(status, 0) = 410) as gone, min(at) as at
    from jsonb_to_recordset(result_rows) as r (account_id uuid, endpoint_id uuid, state text, at bigint, status int)
    group by account_id, endpoint_id),
  changed as (
    select e.account_id, e.id, e.active, h.gone,
      case when not h.well then coalesce(e.failing_since, h.at) end as failing_since
    from heard h join endpoint e on e.account_id = h.account_id and e.id = h.endpoint_id
    where (e.failing_since is not null) = h.well or h.gone
      or (not h.well and e.failing_since <= settle_deliveries.now - patience)),
  judged as (
    select c.*, c.active and (c.gone or coalesce(c.failing_since <= settle_deliveries.now - patience, false)) as over
    from changed c),
  marked as (
    update endpoint e set
      failing_since = j.failing_since,
      active = e.active and not j.over,
      disabled_at = case when j.over then settle_deliveries.now else e.disabled_at end,
      disabled_reason = case when j.over then case when j.gone then 'gone' else 'failing' end else e.disabled_reason end
    from judged j where e.account_id = j.account_id and e.id = j.id
    returning e.account_id, e.id, e.test, e.url, e.disabled_reason, j.over)
  select m.account_id, m.id, m.test, m.url, m.disabled_reason from marked m where m.over;
end $$;

grant select, insert, update, delete on category, project, task, endpoint to facturier_app;
grant select, insert on event, attempt to facturier_app;
grant select, insert, update on delivery to facturier_app;
grant select, delete on event to facturier_across;
grant select, update on delivery, endpoint to facturier_across;
grant select, insert, delete on attempt to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_events owner to facturier_across;
alter function forget_attempts owner to facturier_across;
alter function claim_deliveries owner to facturier_across;
alter function settle_deliveries owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function open_board, forget_events, forget_attempts, claim_deliveries, settle_deliveries from public;
grant execute on function forget_events, forget_attempts, claim_deliveries, settle_deliveries to facturier_app;
