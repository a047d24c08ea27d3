import type { Entity } from './entity.ts';

/** The text of TEXT, MTEXT, ATTRIB and others, without its formatting. */
export function textOfEntity(entity: Entity): string {
  if (entity.type !== 'MTEXT') return plainCodes(entity.text(1) ?? '');
  const parts = entity.tags.filter(({ code }) => code === 3 || code === 1).map(({ value }) => String(value));
  return withoutFormats(parts.join(''));
}

/** `%%d`, `\U+00E9` and others. */
export function plainCodes(text: string): string {
  return text
    .replace(/\\U\+([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%%d/gi, '°')
    .replace(/%%p/gi, '±')
    .replace(/%%c/gi, '⌀')
    .replace(/%%[uok]/gi, '')
    .replace(/%%(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/%%%/g, '%')
    .replace(/\^J/g, '\n')
    .replace(/\^I/g, '\t');
}

/** DXF reference, "MTEXT formatting codes". */
function withoutFormats(text: string): string {
  const placeholder = '\u0001';
  return plainCodes(
    text
      .replace(/\\\\/g, placeholder)
      .replace(/\\P/g, '\n')
      .replace(/\\~/g, '\u00a0')
      .replace(/\\S([^;]*?)[#^/]([^;]*);/g, '$1/$2')
      .replace(/\\[ACFHQTWfp][^;\\{}]*;/g, '')
      .replace(/\\[LlOoKkNX]/g, '')
      .replace(/(^|[^\\])[{}]/g, '$1')
      .replace(/\\([{}])/g, '$1'),
  ).replaceAll(placeholder, '\\');
}
