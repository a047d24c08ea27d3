import { style as styleSchema, type Style } from '#core/protocol';

/** Those of the stored values that are styles of this version, by their names. */
export function readStyles(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, Style>> {
  const styles = Object.entries(stored).flatMap(([name, style]) => {
    const parsed = styleSchema.safeParse(style);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(styles);
}
