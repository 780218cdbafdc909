-- The trial platform of each account: a stand-in of an approved platform for its test mode, with
-- what was sent to it and what its companies answered. It never holds anything live.

set local search_path = billing, public;

create table trial_platform (
  account_id uuid primary key references account,
  test boolean not null default true constraint trial_platform_is_test check (test),
  -- The last position of a flow: milliseconds. It only grows, also when the platform is emptied.
  last_position bigint not null default 0 check (last_position >= 0),
  -- Settings and webhooks (JSON).
  content text not null check (octet_length(content) <= 1000000)
);

-- One flow as one company of the platform sees it. `content` is the flow (JSON); the other columns
-- are copies from it that are searched.
create table trial_flow (
  account_id uuid references account,
  id text check (length(id) between 1 and 64),
  test boolean not null default true constraint trial_flow_is_test check (test),
  owner text not null check (owner ~ '^\d{9}$'),
  position bigint not null check (position > 0),
  tracking_id text check (length(tracking_id) between 1 and 255),
  -- Seller, number and year: a platform takes an invoice once.
  invoice_key text check (length(invoice_key) between 1 and 500),
  -- When its next step happens; null if none is to come.
  due_at double precision,
  content text not null check (octet_length(content) <= 1000000),
  file bytea check (length(file) <= 100000000),
  primary key (account_id, id)
);
-- No two flows share a position, so a client that reads on from the last one misses nothing.
create unique index trial_flow_by_position on trial_flow (account_id, owner, position);
create unique index trial_flow_of_invoice on trial_flow (account_id, invoice_key) where invoice_key is not null;
create index trial_flow_by_tracking_id on trial_flow (account_id, owner, tracking_id) where tracking_id is not null;
create index trial_flow_due on trial_flow (account_id, due_at) where due_at is not null;

create function guard_trial_platform() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if new.last_position < old.last_position then
    raise 'positions of the trial platform of % only grow', old.account_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_trial_platform before update on trial_platform
  for each row execute function guard_trial_platform();

do $$
declare t text;
begin
  foreach t in array array['trial_platform', 'trial_flow'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$p$, t);
  end loop;
end $$;

grant select, insert on trial_platform to facturier_app;
grant update (last_position, content) on trial_platform to facturier_app;
grant select, insert, update, delete on trial_flow to facturier_app;
revoke execute on function guard_trial_platform() from public;
