-- The layers that a person has locked in a project; a row without names: all were unlocked.
create table locked_layers (
  user_id uuid not null references users on delete cascade,
  project_id uuid not null references projects on delete cascade,
  type_names text[] not null default '{}',
  primary key (user_id, project_id)
);
