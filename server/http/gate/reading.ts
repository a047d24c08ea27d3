import { AUTHORIZATIONS } from '#core/protocol';

/** Those of a personal access token that only reads: they change nothing. Of administration, tokens only read anyway. */
export const READING: readonly string[] = AUTHORIZATIONS.filter((each) =>
  /\.read$|^export$|^admin\./.test(each),
);
