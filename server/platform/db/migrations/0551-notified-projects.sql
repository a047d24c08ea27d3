-- The project that a notification is about. Kind `project-member`: the reader was made a member of it.
alter table notifications add column project_id uuid references projects on delete set null;
create index notifications_project on notifications (project_id) where project_id is not null;
