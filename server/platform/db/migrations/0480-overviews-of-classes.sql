-- Overviews with the classes of merged objects, for each way in which styles sort objects into classes. What is stored is
-- made again.
delete from overviews;
alter table overviews
  add column classes text not null default '',
  add column made_at timestamptz not null default now(),
  drop constraint overviews_pkey,
  add primary key (project_id, classes, z, x, y);
