-- The activity of a document is told from the audit chain, and by whom: links are found by what they are about, and a member by his id.

set local search_path = billing, public;

-- Links are canonical JSON, whose members have one order. Each link pays for it with one entry of 16 bytes and a key.
create index chain_link_of_subject on chain_link (
  account_id, (substring(link from '"subject":\{"id":"([0-9a-f-]{36})"')::text));

-- What members of an account are called there, whoever has left it too; a person’s own row is seen by himself alone.
create function members_called(ids uuid[]) returns table (person_id uuid, name text)
  language sql stable security definer set search_path = billing as $$
  select p.person_id, p.name from membership m join person p using (person_id)
  where m.account_id = nullif(current_setting('app.account_id', true), '')::uuid and m.person_id = any (ids) $$;

grant create on schema billing to facturier_across;
alter function members_called owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function members_called from public;
grant execute on function members_called to facturier_app;
