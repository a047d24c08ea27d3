import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listQuery, uuid } from './common.ts';

/** The kinds of audit entries: `thing.what-happened`. Each has a text `administration:audit.kind.<kind>`. */
export const AUDIT_KINDS = [
  'user.created',
  'user.changed',
  'user.deleted',
  'role.created',
  'role.renamed',
  'role.authorizations',
  'role.deleted',
  'group.created',
  'group.changed',
  'group.deleted',
  'organization.created',
  'organization.changed',
  'organization.deleted',
  'project.created',
  'project.members',
  'project.archived',
  'project.restored',
  'project.deleted',
  'type.deleted',
  'request.accepted',
  'request.refused',
  'notification.sent',
  'session.signed-in',
  'session.signed-out',
  'session.refused',
  'session.reused',
  'password.changed',
  'password.recovery-asked',
  'password.recovered',
  'token.created',
  'token.revoked',
  'link.created',
  'link.revoked',
  'export.made',
  'grid.created',
  'grid.deleted',
  'layer-server.allowed',
  'layer-server.forbidden',
  'plugin.uploaded',
  'plugin.changed',
  'plugin.removed',
  'plugin.full-changed',
  'plugin.job-failed',
  'plugin-key.accepted',
  'plugin-key.revoked',
  'plugin-registry.kept',
  'plugin-registry.forgotten',
  'webhook.created',
  'webhook.changed',
  'webhook.removed',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.string(),
  /** Null if nobody was signed in, or if the caller may not see the person. */
  actor: z.nullable(z.object({ id: uuid, name: z.string() })),
  subject: z.nullable(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
  /** What changed; `{field: {from, to}}` for changes. */
  detail: z.record(z.string(), z.unknown()),
  /** The network address of the request, if recorded. */
  address: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

const day = z.iso.date();

export const listAudit = defineCall({
  id: 'audit.list',
  method: 'GET',
  path: '/audit',
  summary: "What was done to rights, people and projects of the caller's organizations, newest first.",
  authorization: 'admin.users',
  query: z.extend(listQuery, {
    /** One kind, or all kinds of one thing: `user`, `user.created`. */
    kind: z.optional(z.string().check(z.maxLength(60))),
    actor: z.optional(uuid),
    /** From the start of this day, UTC. */
    from: z.optional(day),
    /** To the end of this day, UTC. */
    to: z.optional(day),
  }),
  answer: z.array(auditEntry),
});
