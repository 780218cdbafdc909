-- Takings without invoices, entered by day for e-reporting (CGI art. 290). An entry never changes: a
-- correction is a new entry that names the one it replaces, and each is replaced at most once.

set local search_path = billing, public;

create table counter_sale (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  sold_on date not null,
  sold text not null check (sold in ('goods', 'services', 'margin')),
  rate_bp int not null check (rate_bp between 0 and 10000),
  -- Euros, tax included; zero where a correction withdraws an entry.
  amount_cents bigint not null check (amount_cents between -1000000000000 and 1000000000000),
  note text check (length(note) between 1 and 200),
  corrects_id uuid,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, corrects_id),
  foreign key (account_id, corrects_id) references counter_sale
);
create index counter_sale_by_day on counter_sale (account_id, test, sold_on);
create trigger append_only before update or delete on counter_sale for each row execute function append_only();
create trigger never_truncated before truncate on counter_sale for each statement execute function append_only();

alter table counter_sale enable row level security;
alter table counter_sale force row level security;
create policy own_account on counter_sale
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
grant select, insert on counter_sale to facturier_app;
