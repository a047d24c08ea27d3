/** Pixels in the saved image for each pixel of the drawing. */
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

/** Saves a drawing as PNG as displayed; styles are inlined, because page styles do not apply to the image. */
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
