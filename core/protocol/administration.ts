import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, email, language, listQuery, name, uuid } from './common.ts';
import { crsCode } from './projects.ts';

// Users

export const user = z.object({
  id: uuid,
  email,
  name: z.string(),
  /** The role in the organization of the token; of people who are not in it, in another one. */
  roleId: uuid,
  /** The roles in all organizations that the caller administers. */
  roleIds: z.array(uuid),
  organizationIds: z.array(uuid),
  groupIds: z.array(uuid),
  /** Object type names and viewers (`map-2d`, ...) that this person must not see. */
  blockedLayers: z.array(z.string()),
  language: z.nullable(language),
  active: z.boolean(),
  /** Administers all organizations of the server. */
  superAdministrator: z.boolean(),
  version: z.int(),
});
export type User = z.output<typeof user>;

const userFields = {
  email,
  name,
  /** Each role belongs to an organization, and is assigned in it. */
  roleId: uuid,
  /** For people in several organizations: roles in others. Without one, the role of the same name is assigned. */
  roleIds: z.array(uuid).check(z.maxLength(1000)),
  organizationIds: z.array(uuid).check(z.minLength(1), z.maxLength(1000)),
  /** Groups of the organization of the token; groups of other organizations are not changed. */
  groupIds: z.array(uuid).check(z.maxLength(1000)),
  blockedLayers: z.array(z.string().check(z.maxLength(120))).check(z.maxLength(1000)),
  language: z.nullable(language),
  active: z.boolean(),
  /** Only super administrators can change it. */
  superAdministrator: z.boolean(),
};
const newPassword = z.string().check(z.minLength(10), z.maxLength(1024));

export const listUsers = defineCall({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'Users of the organizations that the caller administers; `X-Total-Count` counts all that match.',
  authorization: 'admin.users',
  /** `group`: only the members of this group. */
  query: z.extend(listQuery, { group: z.optional(uuid) }),
  answer: z.array(user),
});
export const getUser = defineCall({
  id: 'users.get',
  method: 'GET',
  path: '/users/:id',
  summary: 'One user.',
  authorization: 'admin.users',
  params: byId,
  answer: user,
});
export const createUser = defineCall({
  id: 'users.create',
  method: 'POST',
  path: '/users',
  summary: 'Creates a user. Without a password they are sent an e-mail with a link to set one.',
  authorization: 'admin.users',
  body: z.object({
    ...userFields,
    roleIds: z.optional(userFields.roleIds),
    organizationIds: z.optional(userFields.organizationIds),
    groupIds: z.optional(userFields.groupIds),
    blockedLayers: z.optional(userFields.blockedLayers),
    language: z.optional(userFields.language),
    active: z.optional(userFields.active),
    superAdministrator: z.optional(userFields.superAdministrator),
    password: z.optional(newPassword),
  }),
  answer: user,
});
export const updateUser = defineCall({
  id: 'users.update',
  method: 'PUT',
  path: '/users/:id',
  summary:
    'Changes what is given of a user; a new password or role, or switching off, ends their sessions, and a new password their personal access tokens. Callers who change their own e-mail or password give `currentPassword`.',
  authorization: 'admin.users',
  params: byId,
  body: z.partial(
    z.object({
      ...userFields,
      password: newPassword,
      currentPassword: z.string().check(z.minLength(1), z.maxLength(1024)),
    }),
  ),
  answer: user,
  versioned: true,
});
export const deleteUser = defineCall({
  id: 'users.delete',
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Switches a user off for good; what they made keeps their name.',
  authorization: 'admin.users',
  params: byId,
  versioned: true,
});

// Roles

export const role = z.object({
  role_id: uuid,
  role_name: z.string(),
  organizationId: uuid,
  authorizations: z.array(z.string()),
  version: z.int(),
});
export type Role = z.output<typeof role>;
const grantList = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2000));

export const listRoles = defineCall({
  id: 'roles.list',
  method: 'GET',
  path: '/roles',
  summary:
    'Roles of the organization of the token, which everyone in it may read, and of others that the caller administers.',
  authorization: 'signed-in',
  query: z.extend(listQuery, { organizationId: z.optional(uuid) }),
  answer: z.array(role),
});
export const getRole = defineCall({
  id: 'roles.get',
  method: 'GET',
  path: '/roles/:id',
  summary: 'One role.',
  authorization: 'signed-in',
  params: byId,
  answer: role,
});
export const getRoleAuthorizations = defineCall({
  id: 'roles.getAuthorizations',
  method: 'GET',
  path: '/roles/authorizations/:id',
  summary: 'One role, with all that it may do.',
  authorization: 'signed-in',
  params: byId,
  answer: role,
});
/** The path of the specification. */
export const getRoleOfRoles = defineCall({
  id: 'roles.getOfRoles',
  method: 'GET',
  path: '/roles/roles/:id',
  summary: 'One role.',
  authorization: 'signed-in',
  params: byId,
  answer: role,
});
export const createRole = defineCall({
  id: 'roles.create',
  method: 'POST',
  path: '/roles',
  summary: 'Creates a role in the organization of the token, or in another that the caller administers.',
  authorization: 'admin.roles',
  body: z.object({
    role_name: name,
    authorizations: z.optional(grantList),
    organizationId: z.optional(uuid),
  }),
  answer: role,
});
export const updateRole = defineCall({
  id: 'roles.update',
  method: 'PUT',
  path: '/roles/:id',
  summary: 'Renames a role.',
  authorization: 'admin.roles',
  params: byId,
  body: z.object({ role_name: name }),
  answer: role,
  versioned: true,
});
export const setAuthorizations = defineCall({
  id: 'roles.setAuthorizations',
  method: 'PUT',
  path: '/roles/authorizations/:id',
  summary: 'Sets all that a role may do; takes effect for everyone who holds it at their next request.',
  authorization: 'admin.roles',
  params: byId,
  body: z.object({ authorizations: grantList }),
  answer: role,
  versioned: true,
});
export const deleteRole = defineCall({
  id: 'roles.delete',
  method: 'DELETE',
  path: '/roles/:id',
  summary: 'Deletes a role that nobody holds.',
  authorization: 'admin.roles',
  params: byId,
  versioned: true,
});

// Organizations

export const organization = z.object({ id: uuid, name: z.string(), version: z.int() });
export type Organization = z.output<typeof organization>;

export const listOrganizations = defineCall({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  summary: 'The organizations the caller belongs to; all for a super administrator.',
  authorization: 'signed-in',
  query: listQuery,
  answer: z.array(organization),
});
export const getOrganization = defineCall({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/:id',
  summary: 'One organization the caller belongs to.',
  authorization: 'signed-in',
  params: byId,
  answer: organization,
});
export const listContacts = defineCall({
  id: 'organizations.contacts',
  method: 'GET',
  path: '/organizations/:id/contacts',
  summary:
    'Whom a member of an organization asks: up to five who administer its users or projects, or, `about` servers of layers, who may allow these.',
  authorization: 'signed-in',
  params: byId,
  query: z.object({ about: z.optional(z.enum(['access', 'layer-servers'])) }),
  answer: z.array(z.object({ name: z.string(), email: z.string() })),
});
export const createOrganization = defineCall({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  summary: 'Creates an organization; the caller belongs to it.',
  authorization: 'admin.organizations',
  body: z.object({ name }),
  answer: organization,
});
export const updateOrganization = defineCall({
  id: 'organizations.update',
  method: 'PUT',
  path: '/organizations/:id',
  summary: 'Renames an organization the caller belongs to.',
  authorization: 'admin.organizations',
  params: byId,
  body: z.object({ name }),
  answer: organization,
  versioned: true,
});
export const deleteOrganization = defineCall({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/:id',
  summary:
    'Deletes an organization that holds nothing: no project, no object type, no group, nobody but the caller.',
  authorization: 'admin.organizations',
  params: byId,
  versioned: true,
});

// Preferences

const yesNo = z.nullable(z.boolean());
/** The preferences of the specification; null is the default. */
const specified = z.partial(
  z.object({
    isLeftClickInteraction: yesNo,
    zoomLevel: z.nullable(z.number().check(z.minimum(0), z.maximum(28))),
    measureCRS: z.nullable(z.union([z.literal(''), crsCode])),
    preventCopyLockedLayers: yesNo,
    angleUnit: z.nullable(z.enum(['degree', 'radian', 'gradian'])),
    pointSize3D: z.nullable(z.number().check(z.positive())),
    navigationRange: z.nullable(z.number().check(z.minimum(0))),
    defaultView: z.nullable(z.enum(['List', 'Home'])),
    autoSave: yesNo,
    isSingleMeasurement: yesNo,
    preferedOrganization: z.nullable(z.string()),
  }),
);

/** The specification's preferences and those contributed by plugins: one flat record per person. */
export const preferences = z
  .record(
    z.string().check(z.maxLength(120)),
    z.union([z.string().check(z.maxLength(4000)), z.number(), z.boolean(), z.null()]),
  )
  .check((record) => {
    const { error } = z.safeParse(specified, record.value);
    for (const { message: _, ...issue } of error?.issues ?? [])
      record.issues.push({ ...issue, input: record.value[String(issue.path[0])] } as never);
  });
export type Preferences = z.output<typeof preferences>;

export const getPreferences = defineCall({
  id: 'preferences.get',
  method: 'GET',
  path: '/preferences/:id',
  summary: "The caller's own preferences, by user id.",
  authorization: 'signed-in',
  params: byId,
  answer: preferences,
});
export const putPreferences = defineCall({
  id: 'preferences.put',
  method: 'PUT',
  path: '/preferences/:id',
  summary: "Replaces the caller's own preferences; `reprojectOnPC` is ignored.",
  authorization: 'signed-in',
  params: byId,
  body: preferences,
  answer: preferences,
  versioned: true,
});
