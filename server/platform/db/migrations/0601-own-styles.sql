-- The styles in which one person sees object types of a project.
create table own_styles (
  user_id uuid not null references users on delete cascade,
  project_id uuid not null references projects on delete cascade,
  type_name text not null,
  style jsonb not null,
  primary key (user_id, project_id, type_name)
);
create index own_styles_project on own_styles (project_id);
