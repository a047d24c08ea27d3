import type { Authorization } from '#core/protocol';

/**
 * What every contribution may carry: who may see it. Whatever is not allowed leaves no trace: no route, no entry,
 * no key, no chunk. `core/access` decides.
 */
export interface Guarded {
  /** Authorizations the role must hold, all of them. */
  needs?: readonly Authorization[];
  /** Viewers and object types it works on: hidden when all of these are blocked for the user. */
  layers?: readonly string[];
}

/** A name in `locales/<language>/<plugin id>.json`; `other:key` reads another plugin's. */
export type TextKey = string;

/** A name of `core/react`'s icon set, or one's own drawing on a 24 × 24 grid. */
export type IconName = string | { path: string };

/** A service bound by the plugin's ContainerModule; see `serviceToken`. */
export type ServiceName = string;

export interface RouteContribution extends Guarded {
  /** As react-router writes it: `/draw/:id/2dmeasures/:strategy`. */
  path: string;
  /** Service of type `ComponentType` (core/react). */
  render: ServiceName;
  /** Reached without signing in, outside the shell. */
  public?: true;
  /** Title of the window. */
  title: TextKey;
}

/** An entry of the sidebar menu. */
export interface MenuContribution extends Guarded {
  id: string;
  title: TextKey;
  icon: IconName;
  /** Where it leads. */
  path: string;
  /** Ascending; 0 is first. */
  order: number;
}

/** A group of tools in the rail of the workspace. */
export type ToolGroup = 'select' | 'draw' | 'modify' | 'measure' | 'view';

/** The kinds of viewers that tools work on. */
export const VIEWERS = ['2d', '3d', 'cloud', 'bim'] as const;
export type ToolViewer = (typeof VIEWERS)[number];

export interface ToolContribution extends Guarded {
  /** `<plugin>.<tool>`; also the service name of its `Tool` (core/tools) and, behind `tool:`, what a role is granted. */
  id: string;
  /** The kind of viewer it works on. */
  viewer: ToolViewer;
  /** Other kinds it works on as it is, each with its address there: `{ '3d': '3ddrawtools/point' }`. */
  also?: Partial<Readonly<Record<ToolViewer, string>>>;
  group: ToolGroup;
  icon: IconName;
  title: TextKey;
  /** Shortcut, as `core/tools` parses it: `D`, `Shift+D`, `Ctrl+K`. */
  keys?: string;
  order: number;
  /** Its address below `/draw/{id}` on its own kind of viewer: `2ddrawtools/point`. */
  route: string;
}

export interface CommandContribution extends Guarded {
  /** `<plugin>.<command>`; also the service name of its `Command`. */
  id: string;
  title: TextKey;
  icon?: IconName;
  keys?: string;
  /** Offered (keys, palette) only inside the draw workspace. */
  workspace?: true;
  /** Shown as a button in the workspace's bar, ascending. */
  bar?: number;
}

/** A panel docked beside the map, or below it; one in each place is open. */
export interface PanelContribution extends Guarded {
  id: string;
  /** For what is wide: a table. On a phone it is a page of its own. */
  place?: 'below';
  title: TextKey;
  icon: IconName;
  /** Service of type `ComponentType`: the content alone; the dock gives it header, close button and room to scroll. */
  render: ServiceName;
  order: number;
  keys?: string;
  /** Open at the first visit. */
  open?: true;
  /** Only beside viewers of this kind. */
  viewer?: '2d' | '3d';
}

/** A piece of the status line, or of the top bar's right end, or laid over the map. */
export interface PieceContribution extends Guarded {
  id: string;
  render: ServiceName;
  order: number;
}

export interface SettingContribution extends Guarded {
  /** Its name in `SettingValues` (core/settings): `angleUnit`. */
  key: string;
  /** Its name in the person's preferences. Default: the key. */
  preference?: string;
  title: TextKey;
  /** One sentence of explanation. */
  help?: TextKey;
  /** Settings of one title stand together: `workbench:settings.map`, or a section of the plugin's own. */
  section: TextKey;
  kind: 'boolean' | 'number' | 'choice' | 'text' | 'crs' | 'organization';
  default: string | number | boolean | null;
  choices?: readonly { value: string; title: TextKey }[];
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  order: number;
  /** Kept on this device only (local settings), not in the person's preferences. */
  local?: true;
}

/**
 * All contribution points. A plugin offers another by declaring it in its `api.ts`:
 *
 * ```ts
 * declare module '#core/plugin' { interface ContributionPoints { importers: ImporterContribution } }
 * ```
 *
 * and naming it in its manifest's `points`; any manifest can then carry `importers: [...]`.
 */
export interface ContributionPoints {
  routes: RouteContribution;
  menu: MenuContribution;
  tools: ToolContribution;
  commands: CommandContribution;
  panels: PanelContribution;
  settings: SettingContribution;
  /** The status line below the map. */
  status: PieceContribution;
  /** Laid over the map: scale bar, navigation buttons, bubbles. */
  overlays: PieceContribution & {
    /** Only while a tool of the same plugin is in hand, or any but the one at rest; its code waits until then. */
    whileActive?: true | 'any';
    /** Has nothing to show before its plugin's commands or tools ask for it: offered once they have brought the code. */
    onDemand?: true;
    /** Only over viewers of this kind. */
    viewer?: '2d' | '3d';
  };
  /** The right end of the top bar. */
  topBar: PieceContribution;
  /** The viewers that fill the workspace; service of type `ComponentType`. */
  viewers: PieceContribution & { viewer: '2d' | '3d'; title: TextKey; icon: IconName };
  /** Providers of the command palette; service of type `PaletteProvider`. */
  palette: PieceContribution;
}

export const CORE_POINTS = [
  'routes',
  'menu',
  'tools',
  'commands',
  'panels',
  'settings',
  'status',
  'overlays',
  'topBar',
  'viewers',
  'palette',
] as const satisfies readonly (keyof ContributionPoints)[];
