-- The test clock of an account: how far its test mode lives ahead of the real time, so that a year can be tried in a minute.

set local search_path = billing, public;

-- There is no row of live mode, and no column in which one could be told: what is live has the real time alone.
create table test_clock (
  account_id uuid primary key references account,
  -- Seconds before the real time.
  ahead bigint not null default 0 check (ahead >= 0),
  -- Where it is being moved to, and where from, by the account's own time: both while it moves.
  target_at at,
  moved_from at,
  check ((target_at is null) = (moved_from is null)),
  check (moved_from <= target_at)
);

-- Time never goes back: what was numbered and sealed is of its day. And live mode moves no clock.
create function only_goes_on() returns trigger language plpgsql as $$
begin
  if current_setting('app.test', true) is distinct from 'on' then raise exception 'a test clock is moved in test mode'; end if;
  if tg_op = 'UPDATE' and new.ahead < old.ahead then raise exception 'the test clock of % would go back', old.account_id; end if;
  return new;
end $$;
create trigger only_goes_on before insert or update on test_clock for each row execute function only_goes_on();

alter table test_clock enable row level security;
alter table test_clock force row level security;
create policy own_account on test_clock using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy across on test_clock to facturier_across using (true);
grant select, insert, update on test_clock to facturier_app;
grant select on test_clock to facturier_across;

-- Seconds the test mode of an account lives ahead of the real time; none in live mode.
create function ahead_of(account uuid, test boolean) returns bigint
  language sql stable set search_path = billing as $$
  select coalesce((select c.ahead from test_clock c where test and c.account_id = account), 0)
$$;

-- When the queue, which knows the real time, has what is due at a time of the account. Whoever moves the clock waits until it is
-- queued, and so finds it.
create function queue_time(account uuid, test boolean, at bigint) returns bigint
  language plpgsql set search_path = billing as $$
declare ahead bigint;
begin
  if not test then return at; end if;
  select c.ahead into ahead from test_clock c where c.account_id = account for share;
  return at - coalesce(ahead, 0);
end $$;

revoke execute on function only_goes_on, ahead_of, queue_time from public;
grant execute on function ahead_of, queue_time to facturier_app;

-- The test clocks that are ahead, of every account: for whoever looks at all chains.
create function test_clocks_ahead() returns table (account_id uuid, ahead bigint)
  language sql security definer set search_path = billing as $$
  select c.account_id, c.ahead from test_clock c where c.ahead > 0
$$;
grant create on schema billing to facturier_across;
alter function test_clocks_ahead owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function test_clocks_ahead from public;
do $$ begin execute format('grant execute on function billing.test_clocks_ahead to %I', current_user); end $$;
