-- The groups of layers of a project; one row for each project that has some.
create table layer_groups (
  project_id uuid primary key references projects on delete cascade,
  -- JSON list of groups with `id`, `name`, `typeNames`, `opacity`, and a range of scales.
  groups jsonb not null,
  version int not null
);
