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

/** Where the map is looking, as a part of the address. */
export const PLACE = 'at';

/** The kinds of maps that fill the workspace. */
export type MapKind = '2d' | '3d';

/** The map that a path below `/draw/{id}` asks for. */
export function kindOf(strategy: string): MapKind {
  return strategy.startsWith('3d') ? '3d' : '2d';
}

/** The path of the workspace with a tool in hand; without one, as it opens. */
export function workspacePath(projectId: string, kind: MapKind, route?: string): string {
  const rest = route ?? (kind === '3d' ? '3d' : '');
  return rest === '' ? `/draw/${projectId}` : `/draw/${projectId}/${rest}`;
}

/** Zoom and middle of the map as an address carries them, and in 3D how it is turned and tilted, degrees. */
export interface Place {
  readonly zoom: number;
  readonly center: Position;
  readonly heading?: number;
  readonly tilt?: number;
}

/** `17.5/45.46417/9.19` (zoom, latitude, longitude), with as many digits as a pixel deserves; in 3D `…/30/55` follows. */
export function printPlace({ zoom, center, heading, tilt }: Place): string {
  const digits = Math.max(2, Math.min(7, Math.ceil(zoom / 3.3) + 1));
  const short = (value: number, most: number) => String(Number(value.toFixed(most)));
  const place = `${short(zoom, 2)}/${short(center[1], digits)}/${short(center[0], digits)}`;
  if (tilt === undefined) return place;
  // A hair west of north is north, not 360°.
  const turned = Number((heading ?? 0).toFixed(1)) % 360;
  return `${place}/${turned}/${short(tilt, 1)}`;
}

/** Undefined where the text is no place on earth. */
export function parsePlace(text: string | null): Place | undefined {
  const parts = (text ?? '').split('/').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [zoom, latitude, longitude, heading, tilt] = parts;
  if ((parts.length !== 3 && parts.length !== 5) || !parts.every(Number.isFinite)) return undefined;
  if (zoom! < 0 || zoom! > 24 || Math.abs(latitude!) > 90 || Math.abs(longitude!) > 180) return undefined;
  const center: Position = [longitude!, latitude!];
  if (heading === undefined || tilt === undefined) return { zoom: zoom!, center };
  return tilt < 0 || tilt > 90 ? undefined : { zoom: zoom!, center, heading, tilt };
}
