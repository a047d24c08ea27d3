/** Columns of a Caller without its session, from `users u`, `organizations o` and the role `r` that they have in it. */
export const CALLER_COLUMNS = `u.id as "userId", u.email, u.name, r.role_id as "roleId", r.role_name as "roleName",
  r.authorizations, u.super_administrator as "superAdministrator", u.blocked_layers as "blockedLayers", u.language,
  o.id as "organizationId", o.name as "organizationName"`;
