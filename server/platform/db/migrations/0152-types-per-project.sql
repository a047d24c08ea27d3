-- Two projects can have different object types of one name. A type without projects is for all of them, so that no
-- other may have its name. Objects name their type; in one project a name stands for one type.
alter table object_types drop constraint object_types_organization_id_name_key;
create index object_types_name on object_types (organization_id, name);

create function refuse_same_type_name() returns trigger language plpgsql as $$
begin
  -- Of two that come together, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('type ' || new.organization_id || ' ' || new.name, 0));
  if exists (select 1 from object_types t
      where t.organization_id = new.organization_id and t.name = new.name and t.id <> new.id
        and (t.project_ids = '{}' or new.project_ids = '{}' or t.project_ids && new.project_ids)) then
    raise unique_violation using message = 'an object type of this name exists in one of the projects';
  end if;
  return new;
end $$;
create trigger object_types_name before insert or update of organization_id, name, project_ids on object_types
  for each row execute function refuse_same_type_name();

-- The object type that an import made, to be removed with it.
alter table imports add column made_type uuid;
