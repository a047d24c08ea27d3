/** Returns a readable query string: slashes and commas are not escaped. */
export function printQuery(query: URLSearchParams): string {
  return query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
}
