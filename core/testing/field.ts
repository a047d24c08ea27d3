import type { Field } from '#core/protocol';

/** A field that is called by its name in both languages: text, not required, unless said otherwise. */
export function field(name: string, more: Partial<Field> = {}): Field {
  return { name, title: { en: name, it: name }, type: 'text', required: false, ...more };
}
