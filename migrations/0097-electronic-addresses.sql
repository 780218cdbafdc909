-- An electronic address begins with the SIREN of its customer or company (BR-FR-21), and has one of
-- the forms of the directory (XP Z12-013, annex B). An invoice sent to another address is lost.

set local search_path = billing, public;

create function is_own_electronic_address(details json) returns boolean language plpgsql immutable parallel safe as $$
declare
  address constant text := details ->> 'electronicAddress';
  siren constant text := coalesce(left(details ->> 'siret', 9), details ->> 'siren');
begin
  return address is null
    or (length(address) <= 125
      and address ~ '^[0-9]{9}(_[A-Za-z0-9._-]+)?$'
      and (address !~ '^[0-9]{9}_[0-9]{14}$' or substr(address, 11, 9) = left(address, 9))
      and coalesce(left(address, 9) = siren, false));
end $$;

alter table customer add constraint own_electronic_address
  check (strpos(content, '"electronicAddress"') = 0 or is_own_electronic_address(content::json));
alter table account add constraint own_electronic_address
  check (strpos(settings, '"electronicAddress"') = 0 or is_own_electronic_address(settings::json -> 'emitter'));

revoke execute on function is_own_electronic_address(json) from public;
grant execute on function is_own_electronic_address(json) to facturier_app;
