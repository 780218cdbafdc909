-- Who shows the secret of a portal names a customer and no account: what turns his id into accounts, and says nothing else.

set local search_path = billing, public;

create index customer_by_id on customer (id);

create function accounts_of_customer(customer_id uuid) returns table (account_id uuid, test boolean)
  language sql stable security definer set search_path = billing as $$
  select c.account_id, c.test from customer c where c.id = customer_id $$;

grant create on schema billing to facturier_across;
alter function accounts_of_customer owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function accounts_of_customer from public;
grant execute on function accounts_of_customer to facturier_app;
