/** Most moments of a list that a person chooses from. */
const MAX_LISTED = 1_000;

/**
 * The single moments that a WMS lists (`2023-01-01,2024-01-01`), the latest first; undefined where there are intervals
 * (`2023-01-01/2024-01-01/P1D`) or too many: a moment is typed then.
 */
export function listedMoments(times: string): readonly string[] | undefined {
  const moments = times.split(',').filter((moment) => moment !== '');
  if (moments.length > MAX_LISTED || moments.some((moment) => moment.includes('/'))) return undefined;
  return moments.reverse();
}

/** Whether it is written as WMS writes moments: `2024`, `2024-05-01`, `2024-05-01T12:00:00Z`. */
export function isMoment(text: string): boolean {
  return /^\d{4}(-\d{2}(-\d{2}(T\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/.test(text);
}
