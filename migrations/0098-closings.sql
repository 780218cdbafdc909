-- Closings of the receipts book and of the register of purchases (in the spirit of CGI art. 286, I
-- 3° bis): their lines are frozen, and what is recorded later is booked on the first open day.

set local search_path = billing, public;

create table book_closing (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- From 1 in each mode, without gaps.
  number int not null check (number between 1 and 100000),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- Who closed.
  actor text not null,
  -- Canonical JSON: counts, totals and digests of the lines, and the digest of the closing before.
  content text not null,
  sha256 bytea not null check (sha256 = sha256(convert_to(content, 'UTF8'))),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, id, test),
  unique (account_id, test, number),
  unique (account_id, test, to_day)
);

-- A line of the receipts book as it was when its period was closed.
create table closed_receipt (
  account_id uuid,
  movement_id text collate "C" check (length(movement_id) between 36 and 60),
  test boolean not null,
  closing_id uuid not null,
  -- The day of the line in the book, its number in that year, and when the movement was recorded.
  booked_on date not null,
  year int not null generated always as (extract(year from booked_on)::int) stored,
  number int not null check (number > 0),
  recorded_at at not null,
  received_on date not null check (received_on <= booked_on),
  event text not null,
  document_id uuid,
  -- Canonical JSON.
  line text not null,
  primary key (account_id, movement_id),
  unique (account_id, test, year, number),
  -- Lines are written before their closing, in one transaction.
  foreign key (account_id, closing_id, test) references book_closing (account_id, id, test)
    deferrable initially deferred,
  foreign key (account_id, document_id) references document
);
create index closed_receipt_by_place on closed_receipt (account_id, test, booked_on, recorded_at, movement_id);
create index closed_receipt_of_closing on closed_receipt (account_id, closing_id, booked_on);
-- A refund can be withdrawn, and money kept for customers is looked through as a whole.
create index closed_refund on closed_receipt (account_id, document_id) where event in ('refund', 'refund_withdrawn');
create index closed_overpayment on closed_receipt (account_id, test)
  where event in ('overpayment', 'overpayment_applied', 'overpayment_restored', 'overpayment_returned');

create function closed_receipt_follows() returns trigger language plpgsql as $$
begin
  if exists (select from billing.book_closing c where c.account_id = new.account_id
      and (c.id = new.closing_id or c.test = new.test and c.to_day >= new.booked_on)) then
    raise exception 'the line % is of a closed period', new.movement_id using errcode = 'FA009';
  end if;
  return new;
end $$;
create trigger follows before insert on closed_receipt for each row execute function closed_receipt_follows();

-- A closing begins the day after the one before and has the lines that it states, numbered without
-- gaps.
create function book_closing_follows() returns trigger language plpgsql as $$
declare
  before billing.book_closing%rowtype;
begin
  select * into before from billing.book_closing c
  where c.account_id = new.account_id and c.test = new.test order by c.number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1 or new.from_day <> coalesce(before.to_day + 1, new.from_day)
      or new.content::json ->> 'previous' is distinct from encode(before.sha256, 'hex')
      or new.content::json ->> 'to' is distinct from new.to_day::text then
    raise exception 'the closing % does not follow the one before', new.number using errcode = 'check_violation';
  end if;
  if (new.content::json #>> '{receipts,count}')::int <> (
      select count(*) from billing.closed_receipt r where r.account_id = new.account_id and r.closing_id = new.id
        and r.test = new.test and r.booked_on between new.from_day and new.to_day)
      or exists (select from billing.closed_receipt r where r.account_id = new.account_id and r.closing_id = new.id
        and r.booked_on not between new.from_day and new.to_day) then
    raise exception 'the closing % states other lines than it has', new.number using errcode = 'check_violation';
  end if;
  if exists (
      select from (
        select r.year, min(r.number) as first, max(r.number) as last, count(*) as lines from billing.closed_receipt r
        where r.account_id = new.account_id and r.closing_id = new.id group by r.year) y
      where y.last - y.first + 1 <> y.lines or y.first <> 1 + coalesce((
        select max(r.number) from billing.closed_receipt r where r.account_id = new.account_id and r.test = new.test
          and r.year = y.year and r.booked_on < new.from_day), 0)) then
    raise exception 'the lines of the closing % have a gap', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on book_closing for each row execute function book_closing_follows();

-- A purchase is booked on its day of payment, or on the first open day if that day is closed; its
-- number is of the year in which it is booked.
alter table purchase add column booked_on date generated always as (paid_on) stored;
alter table purchase alter column booked_on drop expression;
alter table purchase alter column booked_on set not null;
alter table purchase alter column year drop expression;
alter table purchase alter column year set not null;
alter table purchase add check (booked_on >= paid_on), add check (year = extract(year from booked_on)::int);
drop index purchase_by_day;
create index purchase_by_day on purchase (account_id, test, booked_on, number);

-- As before, and a purchase of a closed day is booked later.
create or replace function purchase_follows() returns trigger language plpgsql as $$
declare
  earlier billing.purchase%rowtype;
  day date := greatest(new.paid_on, (select max(c.to_day) + 1 from billing.book_closing c
    where c.account_id = new.account_id and c.test = new.test));
begin
  -- A process of the version before states neither.
  new.booked_on := coalesce(new.booked_on, day);
  new.year := coalesce(new.year, extract(year from new.booked_on)::int);
  if new.booked_on <> day then
    raise exception 'the purchase % is booked on %, not on the first open day', new.id, new.booked_on
      using errcode = 'FA009';
  end if;
  if new.number <> 1 + coalesce((select max(p.number) from billing.purchase p where p.account_id = new.account_id
      and p.test = new.test and p.year = new.year), 0) then
    raise exception 'the purchase % leaves a gap', new.number using errcode = 'check_violation';
  end if;
  if new.supplier_invoice_id is not null and not exists (select from billing.supplier_invoice s
      where s.account_id = new.account_id and s.id = new.supplier_invoice_id and s.test = new.test) then
    raise exception 'the invoice of a purchase is of its mode' using errcode = 'check_violation';
  end if;
  if new.corrects_id is null and new.replaces_id is null then return new; end if;
  select * into earlier from billing.purchase p
  where p.account_id = new.account_id and p.id = coalesce(new.corrects_id, new.replaces_id);
  if earlier.test is distinct from new.test or earlier.corrects_id is not null
      or earlier.supplier_invoice_id is distinct from new.supplier_invoice_id then
    raise exception 'the purchase % corrects another mode, counter-entry or invoice', new.id
      using errcode = 'check_violation';
  end if;
  if new.corrects_id is not null and (new.paid_on, new.supplier_name, new.nature, new.method, new.amount_cents,
      new.deductible_vat_cents) is distinct from (earlier.paid_on, earlier.supplier_name, earlier.nature,
      earlier.method, -earlier.amount_cents, -earlier.deductible_vat_cents) then
    raise exception 'the counter-entry % differs from its purchase', new.id using errcode = 'check_violation';
  end if;
  if new.replaces_id is not null and not exists (select from billing.purchase p
      where p.account_id = new.account_id and p.corrects_id = new.replaces_id) then
    raise exception 'the purchase % was not taken back', new.replaces_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['book_closing', 'closed_receipt'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function append_only()', name);
    execute format('create trigger never_truncated before truncate on %I for each statement execute function append_only()', name);
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
revoke execute on function closed_receipt_follows() from public;
revoke execute on function book_closing_follows() from public;
