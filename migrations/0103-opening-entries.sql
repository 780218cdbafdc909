-- Opening entries (à-nouveaux): the balances of a business before it kept its books here, as typed
-- by its owner or accountant. An entry never changes: another one corrects it.

set local search_path = billing, public;

create table opening_entry (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- In the order of recording: from 1 in each mode, without gaps.
  number int not null check (number between 1 and 10000),
  on_day date not null check (on_day >= '1900-01-01'),
  label text not null check (length(label) between 1 and 200),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, test, number),
  unique (account_id, id, test)
);
create index opening_entry_by_day on opening_entry (account_id, test, on_day, number);

create table opening_line (
  account_id uuid,
  entry_id uuid,
  test boolean not null,
  place int not null check (place between 1 and 500),
  -- Accounts of the balance sheet: the result of earlier years is in class 1.
  account_number text not null check (account_number ~ '^[1-5][0-9]{2}[0-9A-Z]{0,9}$'),
  label text not null check (length(label) between 1 and 100 and label !~ '[[:cntrl:]|]'),
  -- Euros: positive for a debit, negative for a credit.
  amount_cents bigint not null check (amount_cents <> 0 and amount_cents between -1000000000000 and 1000000000000),
  primary key (account_id, entry_id, place),
  foreign key (account_id, entry_id, test) references opening_entry (account_id, id, test)
);
create index opening_line_of_account on opening_line (account_id, test, account_number);

create function opening_entry_follows() returns trigger language plpgsql as $$
begin
  if new.number <> 1 + coalesce((select max(o.number) from billing.opening_entry o
      where o.account_id = new.account_id and o.test = new.test), 0) then
    raise exception 'the opening entry % leaves a gap', new.number using errcode = 'check_violation';
  end if;
  if exists (select from billing.book_closing c where c.account_id = new.account_id and c.test = new.test
      and c.to_day >= new.on_day) then
    raise exception 'the opening entry % is on a closed day', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on opening_entry for each row execute function opening_entry_follows();

create function opening_entry_balances() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(l.amount_cents), 0) <> 0 or count(*) < 2 or max(l.place) <> count(*)
      from billing.opening_line l where l.account_id = new.account_id and l.entry_id = new.id) then
    raise exception 'the opening entry % does not balance', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger balances after insert on opening_entry deferrable initially deferred
  for each row execute function opening_entry_balances();

-- A line that comes in a later transaction than its entry would not be checked.
create function opening_line_follows() returns trigger language plpgsql as $$
begin
  if not exists (select from billing.opening_entry o where o.account_id = new.account_id and o.id = new.entry_id
      and o.xmin = pg_current_xact_id()::xid) then
    raise exception 'the opening entry of a line is already recorded' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on opening_line for each row execute function opening_line_follows();

do $$
declare
  named text;
begin
  foreach named in array array['opening_entry', 'opening_line'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function append_only()',
      named);
    execute format('create trigger never_truncated before truncate on %I for each statement execute function append_only()',
      named);
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, named);
    execute format('create policy across on %I for select to facturier_across using (true)', named);
    execute format('grant select, insert on %I to facturier_app', named);
    execute format('grant select on %I to facturier_across', named);
  end loop;
end $$;
revoke execute on function opening_entry_follows(), opening_entry_balances(), opening_line_follows() from public;
