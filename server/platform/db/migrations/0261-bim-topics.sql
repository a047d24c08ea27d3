-- Topics on BIM models, as BCF has them: comments, viewpoints in the axes of the file, pictures.
create table bim_topics (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  model_id uuid references files on delete set null,
  guid uuid not null default gen_random_uuid(),
  title text not null,
  description text not null default '',
  status text not null default 'Open',
  type text not null default '',
  priority text not null default '',
  assigned_to text not null default '',
  labels text[] not null default '{}',
  due_at date,
  author text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, guid)
);
create table bim_viewpoints (
  id uuid primary key default gen_random_uuid(),
  topic_id uuid not null references bim_topics on delete cascade,
  guid uuid not null default gen_random_uuid(),
  viewpoint jsonb,
  snapshot bytea,
  created_at timestamptz not null default clock_timestamp(),
  unique (topic_id, guid)
);
create table bim_comments (
  id uuid primary key default gen_random_uuid(),
  topic_id uuid not null references bim_topics on delete cascade,
  guid uuid not null default gen_random_uuid(),
  viewpoint_id uuid references bim_viewpoints on delete set null,
  text text not null,
  author text not null,
  user_id uuid references users on delete set null,
  at timestamptz not null default now(),
  unique (topic_id, guid)
);
