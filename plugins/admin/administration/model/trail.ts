import { makeAutoObservable } from 'mobx';
import { ServerList, type Api } from '#core/api';
import { AUDIT_KINDS, listAudit, type AuditEntry } from '#core/protocol';

/** Kinds of subjects that can be filtered, `user`, `role`, ..., in the protocol's order. */
export const AUDITED_THINGS = [...new Set(AUDIT_KINDS.map((kind) => kind.split('.')[0]!))];

/** Values in details that have a text: how a person signed in, how a message was sent. */
export const AUDITED_WORDS: readonly string[] = [
  'password',
  'link',
  'sso',
  'oidc',
  'app',
  'mail',
  'data',
  'document',
  'report',
  'intersections',
  'true',
  'false',
  'changed',
];

/** The audit trail, filtered by kind and days. */
export class Trail {
  kind = '';
  from: string | null = null;
  to: string | null = null;
  readonly list: ServerList<AuditEntry>;

  constructor(api: Api) {
    this.list = new ServerList(
      (query, signal) =>
        api.call(
          listAudit,
          {
            query: {
              ...query,
              ...(this.kind && { kind: this.kind }),
              ...(this.from && { from: this.from }),
              ...(this.to && { to: this.to }),
            },
          },
          { signal },
        ),
      { order: 'desc', orderby: 'at' },
    );
    makeAutoObservable(this, { list: false });
  }

  narrow(by: { kind?: string; from?: string | null; to?: string | null }): void {
    Object.assign(this, by);
    void this.list.setQuery({ page: 1 });
  }
}

/** One line of an entry's details: `name: A → B`. */
export interface AuditDetail {
  field: string;
  from?: string;
  to?: string;
}

/**
 * The details of an entry for display. Lists of ids are replaced by their count. `wordOf` returns role names and
 * texts.
 */
export function detailsOf(
  { detail }: AuditEntry,
  wordOf: (text: string) => string | undefined,
): AuditDetail[] {
  const { changed, ...rest } = detail;
  const text = (value: unknown) => printed(value, wordOf);
  const changes = Object.entries((changed ?? {}) as Record<string, { from: unknown; to: unknown }>);
  return [
    ...changes.map(([field, { from, to }]) => ({ field, from: text(from), to: text(to) })),
    ...Object.entries(rest)
      .map(([field, value]) => ({ field, to: text(value) }))
      .filter(({ to }) => to !== ''),
  ];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function printed(value: unknown, wordOf: (text: string) => string | undefined): string {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((each) => ID.test(String(each)))) return String(value.length);
    return value.map((each) => printed(each, wordOf)).join(', ');
  }
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return wordOf(text) ?? (ID.test(text) ? '…' : text);
}
