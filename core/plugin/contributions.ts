import type { Authorization } from '#core/protocol';

/**
 * Restricts a contribution to certain people. A contribution that is not allowed is completely absent: no route, no
 * menu entry, no shortcut, no code loaded. `core/access` decides.
 */
export interface Guarded {
  /** Authorizations that the role must have, all of them. */
  needs?: readonly Authorization[];
  /** Authorizations of which the role must have one: for pages of several parts. */
  needsAny?: readonly Authorization[];
  /** Viewers and object types it works on: hidden if all of them are blocked for the user. */
  layers?: readonly string[];
  /** It shows or makes objects: hidden if every object type is blocked for the user. */
  objects?: true;
}

/** A key in `locales/<language>/<plugin id>.json`; `other:key` refers to another plugin's. */
export type TextKey = string;

/** A name in the icon set of `core/react`, or a custom path on a 24 × 24 grid. */
export type IconName = string | { path: string };

/** A service bound by the plugin's ContainerModule; see `serviceToken`. */
export type ServiceName = string;

export interface RouteContribution extends Guarded {
  /** In the syntax of react-router: `/draw/:id/2dmeasures/:strategy`. */
  path: string;
  /** Service of type `ComponentType` (core/react). */
  render: ServiceName;
  /** Available without signing in, outside the shell. */
  public?: true;
  /** It is the workspace: the frame adds tools, panels and the status line while a project is open. */
  workspace?: true;
  /** Window title. */
  title: TextKey;
}

/** An entry of the sidebar menu. */
export interface MenuContribution extends Guarded {
  id: string;
  title: TextKey;
  icon: IconName;
  /** The path it links to. */
  path: string;
  /** Ascending; 0 is first. */
  order: number;
}

/** A group of tools in the toolbar of the workspace. */
export type ToolGroup = 'select' | 'draw' | 'modify' | 'measure' | 'view';

/** The kinds of viewers that have tools. */
export const VIEWERS = ['2d', '3d', 'cloud', 'bim', 'panorama'] as const;
export type ToolViewer = (typeof VIEWERS)[number];
/** The kinds of viewers that fill the workspace of a project. */
export type WorkspaceViewer = ToolViewer;

export interface ToolContribution extends Guarded {
  /**
   * `<plugin>.<tool>`; also the service name of its `Tool` (core/tools) and, prefixed with `tool:`, the grant of a
   * role.
   */
  id: string;
  /** The kind of viewer it works on. */
  viewer: ToolViewer;
  /** Other kinds on which it works unchanged, each with its address there: `{ '3d': '3ddrawtools/point' }`. */
  also?: Partial<Readonly<Record<ToolViewer, string>>>;
  /**
   * Whether it works in local coordinates, where longitudes and latitudes mean nothing: also, or only there. Default: it
   * does not.
   */
  local?: 'also' | 'only';
  group: ToolGroup;
  icon: IconName;
  title: TextKey;
  /** Shortcut, in the syntax of `core/tools`: `D`, `Shift+D`, `Ctrl+K`. */
  keys?: string;
  order: number;
  /** Its address below `/draw/{id}` on its main kind of viewer: `2ddrawtools/point`. */
  route: string;
}

export interface CommandContribution extends Guarded {
  /** `<plugin>.<command>`; also the service name of its `Command`. */
  id: string;
  title: TextKey;
  /** Other words by which the palette finds it. */
  words?: TextKey;
  icon?: IconName;
  keys?: string;
  /** Available (shortcut, palette) only in the draw workspace. */
  workspace?: true;
  /** Shown as a button in the bar of the workspace, ascending. */
  bar?: number;
  /** Shown as a button above the objects of a project on pages without a map, ascending. */
  aboveRows?: number;
}

/** A panel docked next to the map, or below it; one per place is open. */
export interface PanelContribution extends Guarded {
  id: string;
  /** For wide content such as a table. On a phone it is a page, or with `half` as high as other panels. */
  place?: 'below';
  /** For a panel below the map that is used together with the map. */
  onPhone?: 'half';
  title: TextKey;
  /** Other words by which the palette finds it. */
  words?: TextKey;
  icon: IconName;
  /** Service of type `ComponentType`: only the content; the dock provides header, close button and scrolling. */
  render: ServiceName;
  order: number;
  keys?: string;
  /** Open on the first visit. */
  open?: true;
  /** Only next to viewers of this kind, or of these. */
  viewer?: WorkspaceViewer | readonly WorkspaceViewer[];
}

/** A piece of the status line, of the right end of the top bar, or on top of the map. */
export interface PieceContribution extends Guarded {
  id: string;
  render: ServiceName;
  order: number;
}

export interface SettingContribution extends Guarded {
  /** Its key in `SettingValues` (core/settings): `angleUnit`. */
  key: string;
  /** Its key in the person's preferences. Default: `key`. */
  preference?: string;
  title: TextKey;
  /** One sentence that explains it. */
  help?: TextKey;
  /** Settings with the same section title are grouped: `workbench:settings.map`, or a section of the plugin. */
  section: TextKey;
  kind: 'boolean' | 'number' | 'choice' | 'text' | 'crs' | 'organization' | 'shortcuts';
  default: string | number | boolean | null;
  choices?: readonly { value: string; title: TextKey }[];
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  order: number;
  /** Stored only on this device (local settings), not in the person's preferences. */
  local?: true;
}

/**
 * All contribution points. A plugin adds one by declaring it in its `api.ts`:
 *
 * ```ts
 * declare module '#core/plugin' { interface ContributionPoints { importers: ImporterContribution } }
 * ```
 *
 * and listing it in the `points` of its manifest; any manifest can then have `importers: [...]`.
 */
export interface ContributionPoints {
  routes: RouteContribution;
  menu: MenuContribution;
  tools: ToolContribution;
  commands: CommandContribution;
  panels: PanelContribution;
  settings: SettingContribution;
  /** The status line below the map. */
  status: PieceContribution & {
    /** It does without a map: shown also on other pages that open a project. */
    pages?: true;
  };
  /** On top of the map: scale bar, navigation buttons, bubbles. */
  overlays: PieceContribution & {
    /**
     * Shown only while a tool of the same plugin is active; `any`: while any tool except the viewer's select tool is
     * active. Its code is loaded only then.
     */
    whileActive?: true | 'any';
    /** Shows nothing until a command or tool of its plugin requests it: offered once their code is loaded. */
    onDemand?: true;
    /** Only on viewers of this kind, or of these. */
    viewer?: WorkspaceViewer | readonly WorkspaceViewer[];
    /** A dialog that does without a map: shown also on other pages that open a project. */
    pages?: true;
  };
  /** The right end of the top bar. */
  topBar: PieceContribution;
  /** The viewers that fill the workspace; service of type `ComponentType`. */
  viewers: PieceContribution & { viewer: WorkspaceViewer; title: TextKey; icon: IconName };
  /** Providers for the command palette; service of type `PaletteProvider`. */
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
