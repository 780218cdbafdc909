-- The turnover of long books is kept beside their audit chain, as far as it was added up: after a start the home page reads what came
-- since, and not every document again (docs/rules/figures.md).

set local search_path = billing, public;

create table booked_turnover (
  account_id uuid,
  test boolean,
  -- Up to which link it is added up, and by which version of the rules: another version adds up anew.
  seq bigint not null,
  rules int not null,
  sent boolean not null,
  parts text not null,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
);
alter table booked_turnover enable row level security;
alter table booked_turnover force row level security;
create policy own_account on booked_turnover
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'));
grant select, insert, update on booked_turnover to facturier_app;
