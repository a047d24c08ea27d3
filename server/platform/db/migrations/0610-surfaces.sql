-- Surfaces of triangles that projects keep.
create table surfaces (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  crs text not null,
  -- The types of the objects that it was made of: who may not see one of them does not see the surface.
  type_names text[] not null,
  -- Numbers of objects, vertices and problems, areas, heights.
  facts jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create index surfaces_project on surfaces (project_id, created_at desc);

-- Vertices and triangles, in pieces.
create table surface_parts (
  surface_id uuid not null references surfaces on delete cascade,
  ordinal int not null,
  bytes bytea not null,
  primary key (surface_id, ordinal)
);
