/** An element that knows its text. */
export interface XmlElement {
  /** Indented by two spaces for each level. */
  text(level: number): string;
}

/** An XML element with attributes, and elements or a text in it. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly XmlElement[] | string = [],
): XmlElement {
  const head = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`;
  return {
    text(level) {
      const indent = '  '.repeat(level);
      if (typeof content === 'string') return `${indent}<${head}>${escaped(content)}</${name}>\n`;
      if (content.length === 0) return `${indent}<${head}/>\n`;
      return `${indent}<${head}>\n${content.map((one) => one.text(level + 1)).join('')}${indent}</${name}>\n`;
    },
  };
}

/** Characters that XML cannot contain are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
