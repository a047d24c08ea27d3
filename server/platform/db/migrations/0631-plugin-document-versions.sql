-- What plugins from outside store has versions; the latest before the present one are kept.
alter table outside_plugin_documents add column version int not null default 1;
alter table outside_plugin_documents add column stored_by uuid references users on delete set null;

create table outside_plugin_document_versions (
  plugin_id uuid not null references outside_plugins on delete cascade,
  -- Null: of the organization.
  project_id uuid references projects on delete cascade,
  name text not null,
  version int not null,
  -- JSON.
  value text not null,
  stored_at timestamptz not null,
  stored_by uuid references users on delete set null,
  unique nulls not distinct (plugin_id, project_id, name, version)
);
create index outside_plugin_document_versions_project on outside_plugin_document_versions (project_id);
