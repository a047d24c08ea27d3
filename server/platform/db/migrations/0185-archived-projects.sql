-- An archived project is read, and not changed until it is restored.
alter table projects add column archived boolean not null default false;
create index projects_archived on projects (id) where archived;
