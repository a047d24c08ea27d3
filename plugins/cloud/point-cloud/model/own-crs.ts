const PREFIX = 'own:';

/** Code of the own CRS of a cloud that nobody has placed, which only this page knows. */
export const ownCrsOf = (cloudId: string): string => `${PREFIX}${cloudId}`;

/** Whether a CRS is the own one of a cloud, of which the server knows nothing. */
export const isOwnCrs = (crs: string): boolean => crs.startsWith(PREFIX);
