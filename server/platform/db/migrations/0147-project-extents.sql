-- Where the objects of each type lie in a project, in degrees: a map of all projects reads these, not the objects.
create table project_extents (
  project_id uuid not null references projects on delete cascade,
  type_name text not null,
  west float8 not null,
  south float8 not null,
  east float8 not null,
  north float8 not null,
  primary key (project_id, type_name)
);
insert into project_extents
select project_id, type_name, min(st_xmin(geom)), min(st_ymin(geom)), max(st_xmax(geom)), max(st_ymax(geom))
from geometries where not st_isempty(geom) group by project_id, type_name;

-- Boxes of objects that came and went since; without a box: any. Written with each change of objects, only added to, so
-- that writers do not wait for each other.
create table extent_changes (
  project_id uuid not null references projects on delete cascade,
  type_name text not null,
  removed boolean not null,
  west float8,
  south float8,
  east float8,
  north float8
);
create index extent_changes_project on extent_changes (project_id);
