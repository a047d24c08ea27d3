/** The setting with the key for what the browsers of a person keep. */
export function deviceKeyName(userId: string): string {
  return `device-key/${userId}`;
}
