/** What comes from outside is checked before it is used. */
export function levelsIn(body: string): Map<string, number> | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!Array.isArray(answer)) return undefined;
  const isLevel = (each: unknown): each is { name: string; level: number } => {
    const { name, level } = (each ?? {}) as Record<string, unknown>;
    return typeof name === 'string' && typeof level === 'number';
  };
  return new Map(answer.filter(isLevel).map(({ name, level }) => [name, level]));
}
