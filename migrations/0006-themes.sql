-- Themes: what an account's documents look like, live and test ones alike, and which theme each kind of document takes
-- unless it has one of its own.

set local search_path = billing, public;

create table theme (
  account_id uuid references account,
  id uuid,
  -- The whole design, logo included: one JSON text, written whole.
  content text not null,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
);

-- A theme is one of the account's, by its id, or one of those every account can choose, by its name.
create table theme_default (
  account_id uuid references account,
  kind text check (kind in ('estimate', 'purchase_order', 'advance', 'invoice', 'credit_note')),
  theme text not null,
  primary key (account_id, kind)
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
begin
  foreach t in array array['theme', 'theme_default'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

grant select, insert, update, delete on theme, theme_default to facturier_app;
