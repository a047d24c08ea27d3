import { isUnsafeSvgAttribute, SVG_ELEMENTS } from '#core/styles';

const SHAPES = 'path, rect, circle, ellipse, line, polyline, polygon';

/**
 * The picture with shapes and gradients only: what could run, load or link is removed, and so are texts, pictures and what
 * editors add. Empty where no shape is left. The server refuses what is not clean.
 */
export function cleanSvg(text: string): string {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (svg.localName !== 'svg') return '';
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    if (!SVG_ELEMENTS.has(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes])
      if (name.includes(':') || name === 'class' || isUnsafeSvgAttribute(name, value))
        element.removeAttribute(name);
  }
  if (!svg.querySelector(SHAPES)) return '';
  const size = (name: string) => parseFloat(svg.getAttribute(name) ?? '');
  const box = svg.getAttribute('viewBox') ?? `0 0 ${size('width')} ${size('height')}`;
  const [, , wide = NaN, high = NaN] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(wide > 0 && high > 0)) return '';
  // A picture without a size of its own is not drawn by some browsers.
  svg.setAttribute('viewBox', box);
  svg.setAttribute('width', String(wide));
  svg.setAttribute('height', String(high));
  return new XMLSerializer().serializeToString(svg).replace(/ xmlns:\w+="[^"]*"/g, '');
}
