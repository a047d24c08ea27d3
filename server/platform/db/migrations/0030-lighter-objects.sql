-- Every change of an object writes its transaction too, in the same database transaction, and an import its own row:
-- their keys hold project and person. The same keys on each object checked nothing more, and took half of a load's time.
alter table geometries
  drop constraint geometries_project_id_fkey,
  drop constraint geometries_created_by_fkey,
  drop constraint geometries_updated_by_fkey;

create function delete_objects_of_project() returns trigger language plpgsql as $$
begin
  delete from geometries where project_id = old.id;
  return null;
end $$;
create trigger objects_of_project after delete on projects
  for each row execute function delete_objects_of_project();

-- What all objects of an import tell alike, until one is changed: their `about` after the properties, of which alone
-- `geometries.about` then consists. Objects of earlier imports tell all of it themselves.
alter table imports add column about_end text;
