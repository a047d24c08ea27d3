-- Roles belong to an organization, and a person has one in each of theirs. Until now every organization used the same roles:
-- each gets a copy of all of them, so that what was assigned, or named in the settings for new people, is still there. The
-- original stays with the oldest organization in which somebody has it.
alter table roles add column organization_id uuid references organizations on delete cascade;
alter table roles drop constraint roles_role_name_key;
alter table roles drop constraint roles_predefined_key;
alter table memberships add column role_id uuid;
alter table users add column super_administrator boolean not null default false;

create temporary table role_copies on commit drop as
select r.role_id as original, o.id as organization_id,
  case when o.id = first_value(o.id) over (
    partition by r.role_id
    order by (exists (select 1 from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.id and u.role_id = r.role_id)) desc, o.created_at, o.id)
  then r.role_id else gen_random_uuid() end as copy
from roles r cross join organizations o;

update roles r set organization_id = c.organization_id from role_copies c where c.copy = r.role_id;
insert into roles (role_id, role_name, authorizations, version, predefined, given, organization_id)
select c.copy, r.role_name, r.authorizations, r.version, r.predefined, r.given, c.organization_id
from role_copies c join roles r on r.role_id = c.original where c.copy <> c.original;
update memberships m set role_id = c.copy
from users u, role_copies c
where u.id = m.user_id and c.original = u.role_id and c.organization_id = m.organization_id;

-- Who had all rights and belonged to every organization still administers all of them; failing that, the first who had all rights.
update users u set super_administrator = true
where u.deleted_at is null
  and exists (select 1 from roles r where r.role_id = u.role_id and '*' = any(r.authorizations))
  and exists (select 1 from memberships m where m.user_id = u.id)
  and not exists (select 1 from organizations o where not exists (
    select 1 from memberships m where m.user_id = u.id and m.organization_id = o.id));
update users set super_administrator = true
where id = (
    select u.id from users u join roles r on r.role_id = u.role_id
    where '*' = any(r.authorizations) and u.active and u.deleted_at is null
      and exists (select 1 from memberships m where m.user_id = u.id)
    order by u.created_at, u.id limit 1)
  and not exists (select 1 from users u where u.super_administrator and u.active);

-- The events of the triggers on rights must be over before the tables change.
set constraints all immediate;
alter table users drop column role_id;
delete from roles where organization_id is null;
set constraints all immediate;
alter table roles alter column organization_id set not null;
alter table roles add constraint roles_name unique (organization_id, role_name);
alter table roles add constraint roles_predefined unique (organization_id, predefined);
alter table roles add constraint roles_organization unique (organization_id, role_id);
alter table memberships alter column role_id set not null;
alter table memberships add constraint memberships_role foreign key (organization_id, role_id)
  references roles (organization_id, role_id);
create index memberships_role on memberships (role_id);
