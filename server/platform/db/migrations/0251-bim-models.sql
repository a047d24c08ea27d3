-- What the conversion of a content of a BIM model has made. Every content keeps its own, so that versions can be compared
-- and viewed.
create sequence bim_edition as int;
-- One outcome of a conversion, served or not yet.
create table bim_editions (
  edition int primary key default nextval('bim_edition'),
  file_id uuid not null references files on delete cascade
);
create table bim_contents (
  file_id uuid not null references files on delete cascade,
  content int not null,
  job_id uuid,
  language text not null,
  -- The edition that is being made, and what of it is in the storage already (JSON: parts, outline): a job that was
  -- interrupted goes on after that.
  under_way int,
  made jsonb,
  -- The edition that is served: the number in the paths of its files, and of its elements. null: none yet.
  edition int unique references bim_editions,
  -- JSON: elements, lengthUnit, box, origin, parts, notes, levels of its georeference.
  facts jsonb,
  -- JSON: polygons in the axes of the file.
  outline jsonb,
  -- Its files in the storage.
  keys text[] not null default '{}',
  primary key (file_id, content)
);

create function unclaim_bim() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) select unnest(old.keys) on conflict do nothing;
  return null;
end $$;
create trigger bim_contents_unclaim after delete on bim_contents
  for each row when (cardinality(old.keys) > 0) execute function unclaim_bim();
create trigger bim_contents_unclaim_former after update of edition on bim_contents
  for each row when (old.edition is not null and old.edition is distinct from new.edition)
  execute function unclaim_bim();

-- Elements, nodes of the spatial structure, types and groups.
create table bim_things (
  edition int not null references bim_editions on delete cascade,
  id int not null,
  kind text not null,
  -- Number of its line in the file, its local id in the fragments.
  line int not null,
  -- The part of the fragments that has it.
  part int,
  guid text not null,
  class text not null,
  name text,
  long_name text,
  elevation float8,
  -- What it is part of or in, all of that from the root, the storey of these, and its type and groups: ids.
  parent int,
  path int[] not null,
  storey int,
  type int,
  groups int[] not null,
  material text,
  -- Ids of `bim_values`: of its own, and of its type.
  own int[] not null,
  inherited int[] not null,
  documents jsonb,
  -- Of its shape: minX, minY, minZ, maxX, maxY, maxZ in the axes of the file, metres; triangles and their area.
  box float8[],
  triangles int,
  area float8,
  primary key (edition, id)
);
create index bim_things_guid on bim_things (edition, guid);

-- Every attribute, property, quantity, material and classification once, with the things that have it.
create table bim_values (
  edition int not null references bim_editions on delete cascade,
  id int not null,
  kind text not null,
  set_name text not null,
  name text not null,
  value text not null,
  -- In lower case.
  text text not null,
  number float8,
  unit text,
  things int[] not null,
  primary key (edition, id)
);
create index bim_values_name on bim_values (edition, lower(name), lower(set_name));

-- Links from elements to objects and files; an element of a later version is the same by its GlobalId.
create table bim_links (
  id uuid primary key default gen_random_uuid(),
  file_id uuid not null references files on delete cascade,
  guid text not null,
  geometry_id uuid references geometries on delete cascade,
  target_id uuid references files on delete cascade,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  check ((geometry_id is null) <> (target_id is null)),
  unique nulls not distinct (file_id, guid, geometry_id, target_id)
);
create index bim_links_geometry on bim_links (geometry_id) where geometry_id is not null;
create index bim_links_target on bim_links (target_id) where target_id is not null;
