-- Folders of the documents of a project that stay while they are empty. Others are there as long as a file is in them.
create table project_folders (
  project_id uuid not null references projects on delete cascade,
  folder text not null,
  primary key (project_id, folder)
);

-- Folders that an organization makes again and again.
create table folder_templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  folders text[] not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create unique index folder_templates_name on folder_templates (organization_id, lower(name));
