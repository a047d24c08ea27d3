import { VIEWERS } from '#core/protocol';

/** The authenticated person, verified from the token and loaded from the database for this request. */
export interface Caller {
  userId: string;
  email: string;
  name: string;
  roleId: string;
  roleName: string;
  authorizations: readonly string[];
  /** Administers all organizations; the authorizations above are those in the organization of the token. */
  superAdministrator: boolean;
  organizationId: string;
  organizationName: string;
  sessionId: string;
  /** Authenticated by a personal access token, which gives no access to the account itself. */
  personalToken?: true;
  /** The token only reads; the authorizations above are only those for reading. */
  readOnly?: boolean;
  /** Authenticated by a link, which reads this point cloud and nothing else. */
  linkedCloud?: string;
  /** Object type names and viewers hidden from this person. */
  blockedLayers: readonly string[];
  language: 'en' | 'it' | null;
}

/** Names of object types hidden from the person; viewers among the blocked layers concern the client. */
export function blockedTypes(caller: Pick<Caller, 'blockedLayers'>): string[] {
  return caller.blockedLayers.filter((layer) => !(VIEWERS as readonly string[]).includes(layer));
}
