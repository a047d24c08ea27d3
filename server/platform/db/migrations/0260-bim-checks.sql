-- Checks of BIM models: IDS, quantities, clash, deviation. The result is written by the job.
create table bim_checks (
  id uuid primary key default gen_random_uuid(),
  model_id uuid not null references files on delete cascade,
  kind text not null check (kind in ('ids', 'quantities', 'clash', 'deviation')),
  name text not null,
  content int not null,
  input jsonb not null,
  job_id uuid,
  result jsonb,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create index bim_checks_model on bim_checks (model_id, created_at desc);
