const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_AT_END = new RegExp(UUID.source.slice(1), 'i');

/** Whether PostgreSQL accepts it as a uuid: other text makes a query fail instead of returning no rows. */
export const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

/** The uuid that a name such as `parcel.7f2c1a52-…` ends with. */
export const uuidAtEnd = (text: string): string | undefined => UUID_AT_END.exec(text)?.[0];
