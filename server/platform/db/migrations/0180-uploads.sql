-- Resumable uploads: under way, complete but not yet part of a record, or failed.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- What it will become: the kind of `files`.
  kind text not null,
  name text not null,
  bytes bigint not null,
  -- By which the client knows the same file again.
  fingerprint text,
  -- SHA-256 as the client says it, and as computed from the complete content.
  stated_sha256 text,
  sha256 text,
  -- In the storage, from the moment the content is moved there.
  key text unique,
  -- Path below the import folder, of a file that is taken without a copy.
  outside text,
  -- Why it failed: {key, values} of a sentence.
  error jsonb,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  expires_at timestamptz not null
);
create index uploads_person on uploads (user_id, project_id);
create index uploads_organization on uploads (organization_id);
create index uploads_project on uploads (project_id);
create index uploads_expiry on uploads (expires_at);

-- With its content claimed by a record, or swept, an upload is over.
create function end_upload() returns trigger language plpgsql as $$
begin
  delete from uploads where key = old.key;
  return null;
end $$;
create trigger unclaimed_keys_end_upload after delete on unclaimed_keys
  for each row execute function end_upload();
