-- The heading of a section holds nothing that turns the order of its letters around either: a page would show it otherwise than paper.

set local search_path = billing, public;

create or replace function sections_are_headings() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_array_elements(new.content::jsonb #> '{content,lines}') line
    where line ? 'section' and (jsonb_typeof(line -> 'section') <> 'string'
      or char_length(line ->> 'section') not between 1 and 120
      or line ->> 'section' ~ E'(^\\s|\\s$|[[:cntrl:]\u202a-\u202e\u2066-\u2069])'))
  then
    raise exception 'document % has a section without a heading', new.id using errcode = 'FA008';
  end if;
  return new;
end $$;
