/** Start and end of days in the device's time zone; undefined where there is no limit. */
export function momentsOf(from: string | null, to: string | null): { from?: string; to?: string } {
  return {
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
