-- How many objects of each type a project has: the sum of the rows. Each change of objects that adds or removes some adds
-- rows, so that writers do not wait for each other; they are summed up from time to time.
create table object_counts (
  project_id uuid not null references projects on delete cascade,
  type_name text not null,
  count int not null
);
create index object_counts_project on object_counts (project_id, type_name);
insert into object_counts
select project_id, type_name, count(*) from geometries group by project_id, type_name;
