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
  -- The draft its time was put on.
  billed_document_id uuid,
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
  -- Since when nothing has reached it, and when we stopped trying.
  failing_since at,
  disabled_at at,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
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
  select account, uuidv7(), rank, is_done, is_lost,
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

grant select, insert, update, delete on category, project, task, endpoint to facturier_app;
grant select, insert on event, attempt to facturier_app;
grant select, insert, update on delivery to facturier_app;
grant select, delete on event to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_events owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function open_board, forget_events from public;
grant execute on function forget_events to facturier_app;
