-- The reference rates of the European Central Bank, as it published them: what a document in another currency is converted at.

set local search_path = billing, public;

-- A rate is the same for everybody: a reference table, without an account. Where accounts are spread over machines each has a copy
-- of it, filled by the job of its own queue. docs/decisions/0049-rates-of-the-ecb.md says why.
create table reference_rate (
  day date,
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  -- Units for one euro, as they were written.
  rate numeric not null check (rate > 0 and rate < 1e9 and scale(rate) <= 10),
  fetched_at at not null,
  primary key (day, currency),
  -- Nothing is published on Saturdays and Sundays.
  check (extract(isodow from day) < 6)
);

alter table reference_rate enable row level security;
alter table reference_rate force row level security;
create policy everybody on reference_rate for select to facturier_app using (true);
create policy across on reference_rate to facturier_across using (true);

-- Keeps what was published on days that are past or today, and says how many rates are new. What is kept stays as it is: documents
-- were converted at it. The only way a rate comes in.
create function keep_reference_rates(published text, fetched_at bigint) returns bigint
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
declare
  kept bigint;
begin
  if exists (
    select from json_to_recordset(published::json) as p (day date)
    where p.day > (to_timestamp(keep_reference_rates.fetched_at) at time zone 'Europe/Paris')::date)
  then raise exception 'a rate of a day to come' using errcode = 'check_violation';
  end if;
  insert into reference_rate (day, currency, rate, fetched_at)
  select p.day, p.currency, p.rate, keep_reference_rates.fetched_at
  from json_to_recordset(published::json) as p (day date, currency text, rate numeric)
  order by p.day, p.currency
  on conflict (day, currency) do nothing;
  get diagnostics kept = row_count;
  return kept;
end $$;

grant select on reference_rate to facturier_app;
grant select, insert on reference_rate to facturier_across;
grant create on schema billing to facturier_across;
alter function keep_reference_rates owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function keep_reference_rates from public;
grant execute on function keep_reference_rates to facturier_app;
