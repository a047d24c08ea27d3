-- What the undo of an import deleted, for a day, so that it can be redone: its objects as they were, and its object type.
create table undone_objects (like geometries);
create index undone_objects_import on undone_objects (import_id);
alter table imports add column undone_type jsonb;

create function forget_undone_objects() returns trigger language plpgsql as $$
begin
  delete from undone_objects where project_id = old.id;
  return null;
end $$;
create trigger undone_objects_of_project after delete on projects
  for each row execute function forget_undone_objects();
