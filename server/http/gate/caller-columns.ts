/** Columns of a Caller without its session, from `users u`, `roles r` and `organizations o`. */
export const CALLER_COLUMNS = `u.id as "userId", u.email, u.name, u.role_id as "roleId", r.role_name as "roleName",
  r.authorizations, u.blocked_layers as "blockedLayers", u.language,
  o.id as "organizationId", o.name as "organizationName"`;
