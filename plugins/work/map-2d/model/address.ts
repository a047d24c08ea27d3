import type { WorkspaceViewer } from '#core/plugin';
import type { Position } from '#core/protocol';

/** What is needed of a tool for its URL. */
interface RoutedTool {
  readonly id: string;
  readonly route: string;
}

/**
 * The tool that a path below `/draw/{id}` names: by its whole route (`2ddrawtools/point`), or by its last segment if
 * that is unique.
 */
export function toolAt<T extends RoutedTool>(strategy: string, tools: readonly T[]): T | undefined {
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

/** Query parameter of the view. */
export const PLACE = 'at';

/** The viewer that a path below `/draw/{id}` names. */
export function kindOf(strategy: string): WorkspaceViewer {
  if (strategy.startsWith('3d')) return '3d';
  if (strategy.startsWith('bim')) return 'bim';
  if (strategy.startsWith('panorama')) return 'panorama';
  return strategy.startsWith('cloud') ? 'cloud' : '2d';
}

/** Path of the workspace with an active tool, or without one. */
export function workspacePath(projectId: string, kind: WorkspaceViewer, route?: string): string {
  const rest = route ?? (kind === '2d' ? '' : kind);
  return rest === '' ? `/draw/${projectId}` : `/draw/${projectId}/${rest}`;
}

/** Zoom and centre of the map in a URL, and in 3D heading and tilt, degrees. */
export interface MapPlace {
  readonly zoom: number;
  readonly center: Position;
  readonly heading?: number;
  readonly tilt?: number;
}

/** `17.5/45.46417/9.19` (zoom, latitude, longitude), with the precision of a pixel; in 3D followed by `/30/55`. */
export function printPlace({ zoom, center, heading, tilt }: MapPlace): string {
  const digits = Math.max(2, Math.min(7, Math.ceil(zoom / 3.3) + 1));
  const short = (value: number, digits: number) => String(Number(value.toFixed(digits)));
  const place = `${short(zoom, 2)}/${short(center[1], digits)}/${short(center[0], digits)}`;
  if (tilt === undefined) return place;
  // 359.99° becomes north, not 360°.
  const turned = Number((heading ?? 0).toFixed(1)) % 360;
  return `${place}/${turned}/${short(tilt, 1)}`;
}

/** Undefined if the text is invalid. */
export function parsePlace(text: string | null): MapPlace | undefined {
  const parts = (text ?? '').split('/').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [zoom, latitude, longitude, heading, tilt] = parts;
  if ((parts.length !== 3 && parts.length !== 5) || !parts.every(Number.isFinite)) return undefined;
  if (zoom! < 0 || zoom! > 24 || Math.abs(latitude!) > 90 || Math.abs(longitude!) > 180) return undefined;
  const center: Position = [longitude!, latitude!];
  if (heading === undefined || tilt === undefined) return { zoom: zoom!, center };
  return tilt < 0 || tilt > 90 ? undefined : { zoom: zoom!, center, heading, tilt };
}
