-- Mileage by the official scale (barème kilométrique, CGI annexe IV art. 6 B): vehicles, and a log
-- of trips that is only added to. A closed period never changes.

set local search_path = billing, public;

create table vehicle (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('car', 'motorcycle', 'moped')),
  -- Fiscal horsepower; a moped has none.
  power int check (power between 1 and 200),
  electric boolean not null,
  from_day date not null,
  until_day date check (until_day >= from_day),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, id, test),
  check ((kind = 'moped') = (power is null))
);
create index vehicle_by_age on vehicle (account_id, test, created_at, id);

-- What the mileage of a year is for: a log, the deduction of a sole trader, or what a company owes.
create table mileage_year (
  account_id uuid references account,
  test boolean,
  year int check (year between 2022 and 9999),
  use text not null check (use in ('log', 'deducted', 'reimbursed')),
  primary key (account_id, test, year)
);

create table trip (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  kind text not null check (kind in ('trip', 'counter_entry', 'revision')),
  vehicle_id uuid not null,
  trip_on date not null check (trip_on >= '2022-01-01'),
  -- Of the trip: its distance and scale count in this year.
  trip_year int not null generated always as (extract(year from trip_on)::int) stored,
  -- The day of the trip, or the first open day.
  booked_on date not null check (booked_on >= trip_on),
  year int not null generated always as (extract(year from booked_on)::int) stored,
  -- In the order of recording: from 1 in each year of booking, without gaps.
  number int not null check (number between 1 and 20000),
  origin text check (length(origin) between 1 and 100),
  destination text check (length(destination) between 1 and 100),
  purpose text not null check (length(purpose) between 1 and 200),
  -- Kilometres of the line, both ways; negative in counter-entries.
  distance_km int not null check (distance_km between -10000 and 10000),
  return_trip boolean not null,
  customer_id uuid,
  amount_cents bigint not null check (amount_cents between -1000000000000 and 1000000000000),
  corrects_id uuid,
  replaces_id uuid,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, id, test),
  unique (account_id, test, year, number),
  unique (account_id, corrects_id),
  unique (account_id, replaces_id),
  foreign key (account_id, vehicle_id, test) references vehicle (account_id, id, test),
  foreign key (account_id, test, trip_year) references mileage_year,
  foreign key (account_id, customer_id) references customer,
  foreign key (account_id, corrects_id, test) references trip (account_id, id, test),
  foreign key (account_id, replaces_id, test) references trip (account_id, id, test),
  check ((kind = 'counter_entry') = (corrects_id is not null) and (replaces_id is null or kind = 'trip')),
  check (sign(distance_km) = case kind when 'trip' then 1 when 'counter_entry' then -1 else 0 end),
  check (kind = 'revision' or sign(amount_cents) in (0, sign(distance_km))),
  check ((kind = 'revision') = (origin is null) and (kind = 'revision') = (destination is null)),
  check (not return_trip or distance_km % 2 = 0)
);
create index trip_by_day on trip (account_id, test, booked_on, number);
create index trip_of_vehicle on trip (account_id, vehicle_id, trip_year, trip_on);
create index trip_of_year on trip (account_id, test, trip_year, booked_on);
create index trip_of_customer on trip (account_id, customer_id) where customer_id is not null;

create function trip_follows() returns trigger language plpgsql as $$
declare
  earlier billing.trip%rowtype;
  driven billing.vehicle%rowtype;
  day date := greatest(new.trip_on, (select max(c.to_day) + 1 from billing.book_closing c
    where c.account_id = new.account_id and c.test = new.test));
begin
  if new.booked_on <> day then
    raise exception 'the trip % is booked on %, not on the first open day', new.id, new.booked_on
      using errcode = 'FA009';
  end if;
  -- Generated columns are not computed yet.
  if new.number <> 1 + coalesce((select max(t.number) from billing.trip t where t.account_id = new.account_id
      and t.test = new.test and t.year = extract(year from new.booked_on)::int), 0) then
    raise exception 'the trip % leaves a gap', new.number using errcode = 'check_violation';
  end if;
  select * into driven from billing.vehicle v where v.account_id = new.account_id and v.id = new.vehicle_id;
  if new.kind <> 'revision' and (new.trip_on < driven.from_day or new.trip_on > driven.until_day) then
    raise exception 'the trip % is outside the days of its vehicle', new.id using errcode = 'check_violation';
  end if;
  if new.customer_id is not null and not exists (select from billing.customer c
      where c.account_id = new.account_id and c.id = new.customer_id and c.test = new.test) then
    raise exception 'the customer of a trip is of its mode' using errcode = 'check_violation';
  end if;
  if new.corrects_id is null and new.replaces_id is null then return new; end if;
  select * into earlier from billing.trip t
  where t.account_id = new.account_id and t.id = coalesce(new.corrects_id, new.replaces_id);
  if earlier.kind <> 'trip' then
    raise exception 'the trip % corrects a counter-entry or a revision', new.id using errcode = 'check_violation';
  end if;
  if new.corrects_id is not null and (new.trip_on, new.vehicle_id, new.origin, new.destination, new.purpose,
      new.return_trip, new.customer_id, new.distance_km) is distinct from (earlier.trip_on, earlier.vehicle_id,
      earlier.origin, earlier.destination, earlier.purpose, earlier.return_trip, earlier.customer_id,
      -earlier.distance_km) then
    raise exception 'the counter-entry % differs from its trip', new.id using errcode = 'check_violation';
  end if;
  if new.replaces_id is not null and not exists (select from billing.trip t
      where t.account_id = new.account_id and t.corrects_id = new.replaces_id) then
    raise exception 'the trip % was not taken back', new.replaces_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on trip for each row execute function trip_follows();
create trigger append_only before update or delete on trip for each row execute function append_only();
create trigger never_truncated before truncate on trip for each statement execute function append_only();

-- What amounts were computed from is fixed by the first trip; the days contain the trips.
create function vehicle_contains_trips() returns trigger language plpgsql as $$
declare
  driven record;
begin
  if (new.account_id, new.id, new.test, new.created_at) is distinct from
      (old.account_id, old.id, old.test, old.created_at) then
    raise exception 'a vehicle stays in its account and mode' using errcode = 'check_violation';
  end if;
  select min(t.trip_on) as first, max(t.trip_on) as last into driven from billing.trip t
  where t.account_id = new.account_id and t.vehicle_id = new.id and t.kind <> 'revision';
  if driven.first is not null and ((new.kind, new.power, new.electric) is distinct from
      (old.kind, old.power, old.electric) or new.from_day > driven.first or new.until_day < driven.last) then
    raise exception 'the vehicle % has trips', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger contains_trips before update on vehicle for each row execute function vehicle_contains_trips();
create trigger never_truncated before truncate on vehicle for each statement execute function append_only();

-- The use of a year decides which of its trips have entries, so it is fixed once one is closed.
create function mileage_year_open() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.test, new.year) is distinct from (old.account_id, old.test, old.year) then
    raise exception 'a year of mileage stays in its account and mode' using errcode = 'check_violation';
  end if;
  if new.use <> old.use and exists (select from billing.trip t
      where t.account_id = new.account_id and t.test = new.test and t.trip_year = new.year and t.booked_on <= (
        select max(c.to_day) from billing.book_closing c where c.account_id = new.account_id and c.test = new.test)) then
    raise exception 'trips of % are in a closed period', new.year using errcode = 'FA009';
  end if;
  return new;
end $$;
create trigger open before update on mileage_year for each row execute function mileage_year_open();
create trigger never_truncated before truncate on mileage_year for each statement execute function append_only();

-- The accounts of mileage: the expense, and what the owner or an associate is owed.
alter table ledger_account drop constraint ledger_account_role_check;
alter table ledger_account add constraint ledger_account_role_check check (role ~ '^(customers|customer_advances|customer_credits|disbursements|suppliers|internal_transfers|exchange_losses|exchange_gains|vat_deductible|vat_deductible_on_assets|vat_owed_on_(union|other)_purchases|mileage|mileage_(deducted|reimbursed)|purchase_of_[a-z_]+|money_[a-z_]+|(sales_of_(goods|services)|vat_collected|vat_awaiting_payment)_FR_[0-9A-Z]+)$');

do $$
declare
  name text;
begin
  foreach name in array array['vehicle', 'mileage_year', 'trip'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, name);
    execute format('create policy across on %I for select to facturier_across using (true)', name);
    execute format('grant select, insert on %I to facturier_app', name);
    execute format('grant select on %I to facturier_across', name);
  end loop;
end $$;
grant update (name, kind, power, electric, from_day, until_day) on vehicle to facturier_app;
grant update (use) on mileage_year to facturier_app;
revoke execute on function trip_follows() from public;
revoke execute on function vehicle_contains_trips() from public;
revoke execute on function mileage_year_open() from public;
