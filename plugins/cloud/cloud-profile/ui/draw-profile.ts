import { ticks } from '#core/shapes';
import type { CloudProfile } from '../model/profile.ts';
import { MARGIN, toPixel, type ProfilePlace, type ProfileWindow } from '../model/profile-window.ts';

/** Colours of the theme, and how numbers are printed. */
export interface ProfileLook {
  readonly text: string;
  readonly line: string;
  readonly accent: string;
  readonly surface: string;
  readonly font: string;
  /** Units of the CRS per unit of the project: ticks are round in the latter. */
  readonly unit: number;
  print(value: number, digits: number): string;
  length(inCrsUnits: number): string;
}

/** The theme's colours at an element. */
export function themeAt(
  element: Element,
): Pick<ProfileLook, 'text' | 'line' | 'accent' | 'surface' | 'font'> {
  const style = getComputedStyle(element);
  // The tokens are light-dark() pairs: only a used colour is resolved.
  const probe = document.createElement('span');
  element.parentElement!.append(probe);
  const resolved = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    text: resolved('--text-2'),
    line: resolved('--line'),
    accent: resolved('--accent'),
    surface: resolved('--surface'),
    font: `11px ${style.fontFamily}`,
  };
  probe.remove();
  return look;
}

/** Grid and labels of both axes. */
export function drawAxes(context: CanvasRenderingContext2D, window: ProfileWindow, look: ProfileLook): void {
  const { width, height, from, across, up } = window;
  const right = from.chainage + (width - MARGIN.left - MARGIN.right) / across;
  const top = from.height + (height - MARGIN.top - MARGIN.bottom) / up;
  context.font = look.font;
  context.strokeStyle = look.line;
  context.fillStyle = look.text;
  context.lineWidth = 1;
  const along = ticks(from.chainage, right, across, 80, look.unit);
  const upward = ticks(from.height, top, up, 34, look.unit);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const chainage of along.at) {
    const [x] = toPixel(window, { chainage, height: 0 });
    line(context, [x, MARGIN.top], [x, height - MARGIN.bottom]);
    context.fillText(look.print(chainage / look.unit, along.digits), x, height - MARGIN.bottom + 6);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const level of upward.at) {
    const [, y] = toPixel(window, { chainage: 0, height: level });
    line(context, [MARGIN.left, y], [width - MARGIN.right, y]);
    context.fillText(look.print(level / look.unit, upward.digits), MARGIN.left - 6, y);
  }
}

/** What is measured, drawn and selected inside, and the cursor. */
export function drawInside(
  context: CanvasRenderingContext2D,
  window: ProfileWindow,
  profile: Pick<CloudProfile, 'measures' | 'paths' | 'ring' | 'pointed'>,
  sketch: readonly ProfilePlace[],
  look: ProfileLook,
): void {
  context.save();
  context.beginPath();
  context.rect(
    MARGIN.left,
    MARGIN.top,
    window.width - MARGIN.left - MARGIN.right,
    window.height - MARGIN.top - MARGIN.bottom,
  );
  context.clip();
  context.strokeStyle = look.accent;
  context.lineWidth = 2;
  for (const path of profile.paths) polyline(context, window, path);
  for (const { from, to } of profile.measures) {
    polyline(context, window, [from, to]);
    const [[ax, ay], [bx, by]] = [toPixel(window, from), toPixel(window, to)];
    const [run, rise] = [to.chainage - from.chainage, to.height - from.height];
    const text = `${look.length(Math.hypot(run, rise))}  ↔ ${look.length(Math.abs(run))}  ↕ ${look.length(rise)}`;
    label(context, text, (ax + bx) / 2, (ay + by) / 2 - 12, look);
  }
  const shape = profile.ring ?? [];
  if (shape.length > 0) {
    context.beginPath();
    for (const place of shape) context.lineTo(...toPixel(window, place));
    context.closePath();
    context.globalAlpha = 0.18;
    context.fillStyle = look.accent;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
  }
  if (sketch.length > 0) {
    context.setLineDash([5, 4]);
    polyline(context, window, sketch);
    context.setLineDash([]);
  }
  const { pointed } = profile;
  if (pointed) {
    const [x, y] = toPixel(window, pointed);
    context.lineWidth = 1;
    context.strokeStyle = look.text;
    line(context, [x, MARGIN.top], [x, window.height - MARGIN.bottom]);
    line(context, [MARGIN.left, y], [window.width - MARGIN.right, y]);
  }
  context.restore();
}

function line(
  context: CanvasRenderingContext2D,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.beginPath();
  context.moveTo(Math.round(from[0]) + 0.5, Math.round(from[1]) + 0.5);
  context.lineTo(Math.round(to[0]) + 0.5, Math.round(to[1]) + 0.5);
  context.stroke();
}

function polyline(
  context: CanvasRenderingContext2D,
  window: ProfileWindow,
  path: readonly ProfilePlace[],
): void {
  context.beginPath();
  for (const place of path) context.lineTo(...toPixel(window, place));
  context.stroke();
}

function label(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  look: ProfileLook,
): void {
  context.font = look.font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const half = context.measureText(text).width / 2 + 5;
  context.fillStyle = look.surface;
  context.fillRect(x - half, y - 9, 2 * half, 18);
  context.fillStyle = look.text;
  context.fillText(text, x, y);
}
