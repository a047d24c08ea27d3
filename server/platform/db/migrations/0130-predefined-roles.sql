-- A predefined role goes by the name it was made with, whatever it is called now; `given` is what it ever held: what a later
-- version adds to it is given once, and what an administrator takes away stays away.
alter table roles
  add column predefined text unique,
  add column given text[] not null default '{}';

-- Roles that nobody made by hand; what was taken from them is told by the audit trail.
update roles r set
  predefined = role_name,
  given = authorizations || array(
    select taken from audit a, jsonb_array_elements_text(a.detail->'taken') as taken
    where a.kind = 'role.authorizations' and a.subject_id = r.role_id::text)
where role_name in ('Administrator', 'Surveyor', 'Viewer')
  and not exists (select 1 from audit a where a.kind = 'role.created' and a.subject_id = r.role_id::text);
