-- Links that customers hold: to read a document, to sign it, to find all that is theirs. No secret stands here (decision 0046).

set local search_path = billing, public;

create table customer_link (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  purpose text not null check (purpose in ('document', 'signature', 'portal')),
  document_id uuid,
  customer_id uuid,
  created_by text not null,
  created_at at not null,
  ends_at at not null,
  revoked_at at,
  views int not null default 0 check (views >= 0),
  first_viewed_at at,
  last_viewed_at at,
  primary key (account_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  foreign key (account_id, customer_id) references customer on delete cascade,
  check (ends_at > created_at),
  -- It is about one document, or about one customer.
  check ((purpose = 'portal') = (document_id is null) and (purpose = 'portal') = (customer_id is not null)),
  check ((views = 0) = (first_viewed_at is null) and num_nulls(first_viewed_at, last_viewed_at) in (0, 2))
);
-- Of a document one link to read it, and one to sign it, is not taken back.
create unique index customer_link_of_document on customer_link (account_id, document_id, purpose) where revoked_at is null;
create index customer_link_of_customer on customer_link (account_id, customer_id) where customer_id is not null;

-- What was taken back stays so, and what a link opens never changes.
create function customer_link_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the link % was taken back, or would open something else', old.id using errcode = 'FA005';
end $$;
revoke execute on function customer_link_stays from public;
create trigger stays before update on customer_link for each row
  when (old.revoked_at is not null
    or (old.id, old.test, old.purpose, old.document_id, old.customer_id, old.created_by, old.created_at, old.ends_at)
      is distinct from
      (new.id, new.test, new.purpose, new.document_id, new.customer_id, new.created_by, new.created_at, new.ends_at))
  execute function customer_link_stays();

alter table customer_link enable row level security;
alter table customer_link force row level security;
create policy own_account on customer_link
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'));
grant select, insert, update on customer_link to facturier_app;
