import type { Api, Live } from '#core/api';
import type { I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { Sketch, Views } from '#core/mapview';
import type { Panels, UsedPlugin } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import type { Session } from '#core/session';
import type { Toasts } from '#core/toasts';
import type { EditTargets, Selection } from '#plugins/work/selection/api';
import type { Block } from './messages.ts';

/** What a plugin from outside can reach, and only by the calls of its broker. */
export interface WorkbenchServices {
  readonly api: Api;
  readonly live: Live;
  readonly projects: Projects;
  readonly views: Views;
  readonly selection: Selection;
  readonly targets: EditTargets;
  readonly toasts: Toasts;
  readonly session: Session;
  readonly i18n: I18n;
  readonly panels: Panels;
  /** Shows shapes over every map of the open project; undefined takes them away. */
  readonly overlay: (sketch: Sketch | undefined) => void;
  /** Shows the parts of one of the plugin's own panels. */
  readonly show: (panel: string, blocks: readonly Block[]) => void;
}

/** What was granted to one plugin, and what the person may do: asked before anything is done for it. */
export class PluginContext {
  readonly plugin: UsedPlugin;
  readonly services: WorkbenchServices;

  constructor(plugin: UsedPlugin, services: WorkbenchServices) {
    this.plugin = plugin;
    this.services = services;
  }

  /** Throws where a permission was not granted. */
  require(permission: string): void {
    if (!this.plugin.granted.includes(permission)) throw this.problem('not-granted', { permission });
  }

  /** Throws where the plugin may not do this with objects of the type, or the person may not see them. */
  requireType(verb: 'read' | 'write', typeName: string): void {
    if (!this.plugin.granted.includes(`objects.${verb}:*`)) this.require(`objects.${verb}:${typeName}`);
    if (!this.open().types.has(typeName)) throw this.problem('no-type', { type: typeName });
  }

  /** Throws where no project is open. */
  open(): OpenProject {
    const open = this.services.projects.current;
    if (!open) throw this.problem('no-project');
    return open;
  }

  /** The error of a text of this plugin. */
  problem(key: string, values: Record<string, string | number> = {}): AppError {
    return new AppError('outside-plugin', this.services.i18n.t(`outside-plugins:problem.${key}`, values));
  }
}
