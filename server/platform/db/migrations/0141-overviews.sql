-- Which cells of a map tile the objects of a project cover, for tiles with more objects than can be drawn one by one.
create table overview_states (
  project_id uuid primary key references projects on delete cascade,
  -- Increases whenever stored overviews are removed: one that was made before is then not stored.
  generation bigint not null default 0
);
create table overviews (
  project_id uuid not null references overview_states on delete cascade,
  z int not null,
  x int not null,
  y int not null,
  content bytea not null,
  primary key (project_id, z, x, y)
);

-- Where objects have changed since, in degrees; without a box: anywhere. Written with each change of objects.
create table overview_changes (
  project_id uuid not null references projects on delete cascade,
  west float8,
  south float8,
  east float8,
  north float8,
  at timestamptz not null default now()
);
create index overview_changes_project on overview_changes (project_id);
