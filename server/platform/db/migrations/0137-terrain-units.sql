-- The unit of the heights in the file, and who named it; null where it was not recorded.
alter table terrains add column unit text check (unit in ('metre', 'foot', 'us-foot'));
alter table terrains add column unit_from text check (unit_from in ('file', 'person', 'assumed'));
