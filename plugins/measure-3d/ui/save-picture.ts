/** Pixels of a saved picture for each of the drawing. */
const FINER = 3;
const PAINT = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'stroke-linejoin',
  'opacity',
] as const;

/** Hands a drawing to the browser as a PNG, as it is seen now: styles are written into it, for it leaves the page. */
export function savePicture(drawn: SVGSVGElement, name: `${string}.png`): void {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const originals = [...drawn.querySelectorAll('*')];
  for (const [i, element] of [...copy.querySelectorAll('*')].entries()) {
    const look = getComputedStyle(originals[i]!);
    element.setAttribute('style', PAINT.map((key) => `${key}:${look.getPropertyValue(key)}`).join(';'));
  }
  const { width, height } = drawn.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width * FINER));
  copy.setAttribute('height', String(height * FINER));
  const picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width * FINER, height * FINER];
    const context = canvas.getContext('2d')!;
    context.fillStyle = getComputedStyle(drawn).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0);
    Object.assign(document.createElement('a'), {
      href: canvas.toDataURL('image/png'),
      download: name,
    }).click();
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}
