-- Sheets are exports, too.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check
  check (kind in ('data', 'document', 'report', 'intersections', 'points', 'elements', 'sheet'));

-- Layouts of sheets that an organization keeps.
create table sheet_templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  -- A SheetLayout.
  layout jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create unique index sheet_templates_name on sheet_templates (organization_id, lower(name));
