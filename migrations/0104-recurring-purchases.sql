-- Purchases that recur: rent, subscriptions. Each is recorded on its day, once.

set local search_path = billing, public;

create table recurring_purchase (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- What each purchase states, except for its day of payment.
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 16000),
  from_on date not null,
  until_on date check (until_on >= from_on),
  months int not null check (months in (1, 3, 12)),
  on_last_day boolean not null,
  state text not null check (state in ('active', 'paused', 'ended')),
  -- The day of the next purchase.
  next_on date check (next_on >= from_on and (until_on is null or next_on <= until_on)),
  -- The refusal because of which the service paused it.
  paused_because text check (paused_because ~ '^[a-z_]{1,60}$'),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, id, test),
  check ((next_on is not null) = (state = 'active')),
  check (paused_because is null or state = 'paused')
);
create index recurring_purchase_by_time on recurring_purchase (account_id, test, created_at desc, id desc);

-- One purchase per day of a recurring one, and no second one, even after a crash.
create table recurring_purchase_day (
  account_id uuid references account,
  recurring_id uuid,
  occurs_on date,
  test boolean not null,
  purchase_id uuid not null,
  primary key (account_id, recurring_id, occurs_on),
  unique (account_id, purchase_id),
  foreign key (account_id, recurring_id, test) references recurring_purchase (account_id, id, test),
  foreign key (account_id, purchase_id) references purchase
);
create trigger append_only before update or delete on recurring_purchase_day for each row execute function append_only();
create trigger never_truncated before truncate on recurring_purchase_day for each statement execute function append_only();

-- What it states and its days never change, its days only move on, and an ended one stays so.
create function recurring_purchase_stays() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.test, new.facts, new.from_on, new.until_on, new.months, new.on_last_day, new.created_at)
      is distinct from (old.account_id, old.id, old.test, old.facts, old.from_on, old.until_on, old.months,
      old.on_last_day, old.created_at) or old.state = 'ended' or new.next_on < old.next_on then
    raise exception 'the recurring purchase % is fixed', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger stays before update on recurring_purchase for each row execute function recurring_purchase_stays();
create trigger never_deleted before delete on recurring_purchase for each row execute function append_only();
create trigger never_truncated before truncate on recurring_purchase for each statement execute function append_only();
revoke execute on function recurring_purchase_stays() from public;

do $$
declare t text;
begin
  foreach t in array array['recurring_purchase', 'recurring_purchase_day'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, t);
    execute format('create policy across on %I for select to facturier_across using (true)', t);
    execute format('grant select on %I to facturier_across', t);
  end loop;
end $$;
grant select, insert, update on recurring_purchase to facturier_app;
grant select, insert on recurring_purchase_day to facturier_app;
