-- What owners, members and accountants write to each other about entries of the books.

set local search_path = billing, public;

create table book_comment (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- A line of the receipts book by its movement, a purchase or a document.
  subject_kind text not null check (subject_kind in ('receipt', 'purchase', 'document')),
  subject_id text collate "C" not null check (length(subject_id) between 36 and 60),
  -- A further entry resolves a comment, once.
  resolves_id uuid,
  text text not null check (length(text) between 1 and 2000),
  actor text not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, id, test),
  unique (account_id, resolves_id),
  foreign key (account_id, resolves_id, test) references book_comment (account_id, id, test)
);
create index book_comment_by_time on book_comment (account_id, test, created_at, id);

create function book_comment_follows() returns trigger language plpgsql as $$
declare
  resolved billing.book_comment%rowtype;
begin
  if new.resolves_id is null then return new; end if;
  select * into resolved from billing.book_comment c where c.account_id = new.account_id and c.id = new.resolves_id;
  if resolved.resolves_id is not null
      or (resolved.subject_kind, resolved.subject_id) is distinct from (new.subject_kind, new.subject_id) then
    raise exception 'the comment % resolves another subject or a resolution', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on book_comment for each row execute function book_comment_follows();
create trigger append_only before update or delete on book_comment for each row execute function append_only();
create trigger never_truncated before truncate on book_comment for each statement execute function append_only();

alter table book_comment enable row level security;
alter table book_comment force row level security;
create policy own_account on book_comment
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
create policy across on book_comment for select to facturier_across using (true);
grant select, insert on book_comment to facturier_app;
grant select on book_comment to facturier_across;
revoke execute on function book_comment_follows() from public;
