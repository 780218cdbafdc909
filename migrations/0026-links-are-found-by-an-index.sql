-- Links of a document are found by the index of 0024: a policy that filters would not let PostgreSQL use it, as with searches (0001).

set local search_path = billing, public;

create function links_about(ids text[]) returns table (test boolean, seq bigint)
  language sql stable security definer set search_path = billing, public as $$
  select l.test, l.seq from chain_link l
  where l.account_id = here() and (l.test or current_setting('app.test', true) is distinct from 'on')
    and substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"')::text = any (ids) $$;

grant select on chain_link to facturier_across;
grant create on schema billing to facturier_across;
alter function links_about owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function links_about from public;
grant execute on function links_about to facturier_app;
