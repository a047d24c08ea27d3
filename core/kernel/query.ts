/** A query as it stands in an address that people read and send on: slashes and commas need no escape there. */
export function printQuery(query: URLSearchParams): string {
  return query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
}
