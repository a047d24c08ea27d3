import { ContainerModule } from 'inversify';
import { AppError, loadedInTime } from '#core/kernel';
import type { PluginCode, UsedPlugin } from '#core/plugin';
import { DOORS, DOORS_KEY } from './doors.ts';

/** The code of a full plugin while it is in the page. */
export interface RunningFull {
  readonly code: PluginCode;
  /** Ends what it has begun, and takes its styles out of the page. */
  dispose(): void;
}

/** What the file of a full plugin exports. */
interface FullModule {
  readonly default?: ContainerModule;
  readonly dispose?: () => void;
  readonly styles?: string;
}

export interface FullStage {
  readonly page: Pick<Document, 'adoptedStyleSheets'>;
  readonly importCode: (address: string) => Promise<unknown>;
  /** A sentence of the workbench, below `full.`. */
  readonly text: (key: string, values: Record<string, string>) => string;
}

let started = 0;

/** Throws AppError where this Groma lacks something that the plugin imports, or its code has no module. */
export async function loadFull(
  { id, manifest, granted }: UsedPlugin,
  stage: FullStage,
): Promise<RunningFull> {
  const plugin = manifest.id;
  await openDoors(
    manifest.imports ?? {},
    (names) => new AppError('full-plugin', stage.text('lacks', { plugin, names })),
  );
  // Another address each time: a module that was ended is not given out again.
  const address = `/extensions/${manifest.files['entry.js']}/full.js?start=${++started}`;
  const module = (await loadedInTime(stage.importCode(address))) as FullModule;
  if (!module.default) throw new AppError('full-plugin', stage.text('no-module', { plugin }));
  const own = module.default;
  const styles = adopt(stage.page, module.styles);
  return {
    code: {
      default: new ContainerModule((container) => {
        // What it needs to call the server in its own name.
        container.bind(`${plugin}.self`).toConstantValue({ id, version: manifest.version, granted });
        return own.load(container);
      }),
    },
    dispose: () => {
      styles();
      module.dispose?.();
    },
  };
}

/** Puts what is imported where the code finds it. */
export async function openDoors(
  imports: Readonly<Record<string, readonly string[]>>,
  lacking: (names: string) => Error,
): Promise<void> {
  const opened = ((globalThis as Record<symbol, unknown>)[Symbol.for(DOORS_KEY)] ??= {}) as Record<
    string,
    object
  >;
  const lacks: string[] = [];
  for (const [door, names] of Object.entries(imports)) {
    const open = Object.hasOwn(DOORS, door) ? DOORS[door] : undefined;
    if (!open) lacks.push(door);
    else {
      const module = (opened[door] = await loadedInTime(open()));
      lacks.push(
        ...names.filter((name) => name !== '*' && !(name in module)).map((name) => `${door} ${name}`),
      );
    }
  }
  if (lacks.length > 0) throw lacking(lacks.slice(0, 10).join(', '));
}

function adopt(page: FullStage['page'], styles: string | undefined): () => void {
  if (styles === undefined) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
