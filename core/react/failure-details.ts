/** What the developer of a plugin needs to know about an error, as text. */
export function failureDetails(plugin: string, part: string, error: unknown): string {
  return [
    `Plugin: ${plugin}`,
    `Part: ${part}`,
    `Time: ${new Date().toISOString()}`,
    `Page: ${window.location.pathname}`,
    `Browser: ${navigator.userAgent}`,
    '',
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error),
  ].join('\n');
}
