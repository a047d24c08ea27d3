-- Where a value of a unique field may be found: for each object of a type with such a field its value, hashed. Entries of
-- former values stay, and who reads them looks at the object; what objects have is never missing here.
create table unique_values (
  project_id uuid not null references projects on delete cascade,
  field text not null,
  hash bigint not null,
  geometry_id uuid not null,
  primary key (project_id, field, hash, geometry_id)
);

create function unique_fields(fields jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(f->>'name'), '{}') from jsonb_array_elements(fields) f where (f->>'unique')::boolean
$$;

-- A field that becomes unique: values of the objects that are there. Writers of the type have ended, or wait for it.
create function list_unique_values() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and unique_fields(new.fields) <@ unique_fields(old.fields)
    and new.project_ids = old.project_ids and new.name = old.name then
    return null;
  end if;
  insert into unique_values (project_id, field, hash, geometry_id)
  select g.project_id, f.name, jsonb_hash_extended(g.properties->f.name, 0), g.id
  from unnest(unique_fields(new.fields)) f(name)
    join projects p on p.organization_id = new.organization_id
      and (new.project_ids = '{}' or p.id = any(new.project_ids))
    join geometries g on g.project_id = p.id and g.type_name = new.name
  where coalesce(g.properties->>f.name, '') <> ''
  on conflict do nothing;
  return null;
end $$;

create trigger list_unique_values after insert or update on object_types
for each row when (new.fields @> '[{"unique": true}]') execute function list_unique_values();

insert into unique_values (project_id, field, hash, geometry_id)
select distinct g.project_id, f.name, jsonb_hash_extended(g.properties->f.name, 0), g.id
from object_types t cross join unnest(unique_fields(t.fields)) f(name)
  join projects p on p.organization_id = t.organization_id and (t.project_ids = '{}' or p.id = any(t.project_ids))
  join geometries g on g.project_id = p.id and g.type_name = t.name
where coalesce(g.properties->>f.name, '') <> '';
