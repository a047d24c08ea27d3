/** Shapes and gradients: nothing that runs, loads, links or contains another document. */
export const SVG_ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'title',
  'desc',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
]);

/** Whether an attribute of a marker could run or load something. */
export function isUnsafeSvgAttribute(key: string, value: string): boolean {
  const name = key.toLowerCase();
  if (name === 'xmlns' || name.startsWith('xmlns:')) return false;
  if (name.startsWith('on') || name === 'href' || name.endsWith(':href') || name === 'src') return true;
  // Only gradients and clips of the picture itself are referred to.
  const outside = value.replace(/url\(\s*["']?#[\w-]+["']?\s*\)/g, '');
  return /url\s*\(|javascript:|data:|@import|expression\s*\(|\\/i.test(outside);
}
