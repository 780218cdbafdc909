-- The list of keys shows how the text of each ends, so that the one that stands in a program is found among others of the same name. Four of its 92
-- characters: 232 of 256 random bits stay unknown. Keys made before show none, since their text is kept nowhere.

set local search_path = billing, public;

alter table api_key add column ending text check (ending ~ '^[0-9A-Za-z]{4}$');
create trigger ending_stays before update of ending on api_key for each row execute function key_stays();
