-- The board of projects and tasks: a category is a column, and an archived project leaves the board
-- but keeps its documents.

set local search_path = billing, public;

-- The columns of the board, shared by live and test projects.
create table category (
  account_id uuid references account,
  id uuid,
  rank text collate "C" not null,
  is_done boolean not null,
  is_lost boolean not null,
  content text not null,
  created_at at not null,
  primary key (account_id, id)
);

create function open_board(account uuid, at bigint) returns void
  language plpgsql set search_path = billing, pg_temp as $$
declare b record;
begin
  for b in select * from (values
    ('a', 'Prospects', '#6366f1', false, false),
    ('b', 'Devis envoyé', '#0ea5e9', false, false),
    ('c', 'En cours', '#f59e0b', false, false),
    ('d', 'Terminé', '#16a34a', true, false),
    ('e', 'Perdu', '#6b7280', false, true)) as board (rank, name, color, is_done, is_lost)
  loop
    insert into category (account_id, id, rank, is_done, is_lost, content, created_at)
    values (account, gen_random_uuid(), b.rank, b.is_done, b.is_lost, json_build_object(
      'name', b.name, 'color', b.color, 'showDueDate', true, 'showAmount', true, 'showCustomer', true)::text, open_board.at);
  end loop;
end $$;

create table project (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  category_id uuid not null,
  customer_id uuid not null,
  rank text collate "C" not null,
  name text not null,
  sort_name text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  due_on date,
  found_by text not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  archived_at at,
  primary key (account_id, id),
  foreign key (account_id, category_id) references category,
  foreign key (account_id, customer_id) references customer
);
create index project_by_rank on project (account_id, test, category_id, rank, id);
create index project_of_customer on project (account_id, customer_id);

create table task (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  project_id uuid,
  customer_id uuid,
  rank text collate "C" not null,
  due_on date,
  done_at at,
  -- 1 low to 4 urgent.
  priority smallint not null check (priority between 1 and 4),
  found_by text not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references project,
  foreign key (account_id, customer_id) references customer
);
create index task_by_rank on task (account_id, test, rank, id);
create index task_of_project on task (account_id, project_id) where project_id is not null;
create index task_of_customer on task (account_id, customer_id) where customer_id is not null;
