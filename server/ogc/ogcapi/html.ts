import type { Language } from '#core/protocol';

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.2rem 1rem;margin:0}dt{opacity:.7}dd{margin:0;min-width:0;overflow-wrap:anywhere}
ol,ul{margin:0;padding-left:1.2rem}li{margin:.3rem 0}`;

/** Any resource as a plain HTML page without scripts: its content and links. */
export function htmlPage(title: string, resource: object, language: Language): string {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style><h1>${escaped(title)}</h1>${shown(resource)}</html>`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object')) return escaped(value.join(', '));
    return `<ol>${value.map((each) => `<li>${shown(each)}</li>`).join('')}</ol>`;
  }
  if (typeof value !== 'object' || value === null) return value === null ? '–' : escaped(String(value));
  if ('href' in value && 'rel' in value)
    return linkOf(value as { href: string; rel: string; type?: string; title?: string });
  if ('coordinates' in value) return `<code>${escaped(JSON.stringify(value).slice(0, 300))}</code>`;
  const parts = Object.entries(value).map(
    ([name, each]) => `<dt>${escaped(name)}</dt><dd>${shown(each)}</dd>`,
  );
  return `<dl>${parts.join('')}</dl>`;
}

/** In a page, links lead to HTML pages where there are any. */
function linkOf({
  href,
  rel,
  type,
  title,
}: {
  href: string;
  rel: string;
  type?: string;
  title?: string;
}): string {
  const words = [title ?? rel, type].filter(Boolean).join(' – ');
  return `<a rel="${escaped(rel)}" href="${escaped(href)}">${escaped(words)}</a>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
