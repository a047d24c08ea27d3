import { VIEWERS } from '#core/protocol';

/** Who is asking, as verified from the token and read from the database for this request. */
export interface Caller {
  userId: string;
  email: string;
  name: string;
  roleId: string;
  roleName: string;
  authorizations: readonly string[];
  organizationId: string;
  organizationName: string;
  sessionId: string;
  /** It was a personal access token that opened: the account itself stays closed to it. */
  personalToken?: true;
  /** Object type names and viewers this person must not see. */
  blockedLayers: readonly string[];
  language: 'en' | 'it' | null;
}

/** Names of object types the person must not see; viewers among the blocked layers are the client's concern. */
export function blockedTypes(caller: Pick<Caller, 'blockedLayers'>): string[] {
  return caller.blockedLayers.filter((layer) => !(VIEWERS as readonly string[]).includes(layer));
}
