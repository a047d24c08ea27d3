export interface SignOnSettings {
  /** `GROMA_SSO_URL`, without a slash at the end. */
  url: string;
  /** `GROMA_SSO_SERVICE`: what the service calls this server. */
  serviceId: string;
}

/** Throws an error with a message for the operator. */
export function readSignOn(
  url: string | undefined,
  serviceId: string | undefined,
): SignOnSettings | undefined {
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(
      `GROMA_SSO_URL=${url} cannot be used: give the address of the sign-on service, with https://.`,
    );
  return { url: url.replace(/\/+$/, ''), serviceId: serviceId || 'groma' };
}
