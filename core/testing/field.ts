import type { Field } from '#core/protocol';

/** A field with its name as label in both languages. Default: text, not required. */
export function field(name: string, more: Partial<Field> = {}): Field {
  return { name, title: { en: name, it: name }, type: 'text', required: false, ...more };
}
