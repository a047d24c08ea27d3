import type { Position } from '#core/protocol';

/** A tool as far as its address is concerned. */
interface Addressed {
  readonly id: string;
  readonly route: string;
}

/**
 * The tool that a path below `/draw/{id}` names: by its whole route (`2ddrawtools/point`), or by its last word alone
 * where only one tool ends so.
 */
export function toolAt<T extends Addressed>(strategy: string, tools: readonly T[]): T | undefined {
  const whole = tools.find(({ route }) => route === strategy);
  if (whole || strategy.includes('/')) return whole;
  const ending = tools.filter(({ route }) => route.endsWith(`/${strategy}`));
  return ending.length === 1 ? ending[0] : undefined;
}

/** What follows `/draw/{id}/` in a path; empty where nothing does. */
export function strategyOf(pathname: string, projectId: string): string {
  const start = `/draw/${projectId}/`;
  const at = pathname.indexOf(start);
  return at < 0 ? '' : pathname.slice(at + start.length).replace(/\/$/, '');
}

/** Zoom and middle of the map as an address carries them. */
export interface Place {
  readonly zoom: number;
  readonly center: Position;
}

/** `17.5/45.46417/9.19` (zoom, latitude, longitude), with as many digits as a pixel deserves. */
export function printPlace({ zoom, center }: Place): string {
  const digits = Math.max(2, Math.min(7, Math.ceil(zoom / 3.3) + 1));
  const short = (value: number, most: number) => String(Number(value.toFixed(most)));
  return `${short(zoom, 2)}/${short(center[1], digits)}/${short(center[0], digits)}`;
}

/** Undefined where the text is no place on earth. */
export function parsePlace(text: string | null): Place | undefined {
  const parts = (text ?? '').split('/').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [zoom, latitude, longitude] = parts;
  if (parts.length !== 3 || !parts.every(Number.isFinite)) return undefined;
  if (zoom! < 0 || zoom! > 24 || Math.abs(latitude!) > 90 || Math.abs(longitude!) > 180) return undefined;
  return { zoom: zoom!, center: [longitude!, latitude!] };
}
