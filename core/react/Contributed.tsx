import {
  Component,
  createElement,
  Suspense,
  useEffect,
  useReducer,
  type ComponentType,
  type ReactNode,
} from 'react';
import { I18N } from '#core/i18n';
import { HOST, type PluginHost } from '#core/plugin';
import { onDemand } from './on-demand.ts';
import { PlainFailure, type PartPlace } from './PlainFailure.tsx';
import { useService } from './services.tsx';

export interface ContributedProps {
  /** As in a contribution. */
  contribution: { readonly plugin: string; readonly render: string };
  /** Shown while the plugin's code is loading. */
  fallback?: ReactNode;
  /** Where it stands; default: it fills its place. */
  place?: PartPlace;
  /** Given to the component, where its contribution point says so. */
  props?: object;
}

/** Its buttons and icons are a seventh of what the login page would have to load. */
const FailedPart = onDemand(() => import('./FailedPart.tsx'), PlainFailure);

/**
 * A component contributed by a plugin, loaded when first shown, in an error boundary: if it throws, a box with the error
 * stands in its place, and everything else stays, also the other parts of its plugin.
 */
export function Contributed({ contribution, fallback = null, place = 'fill', props }: ContributedProps) {
  const { plugin, render } = contribution;
  const host = useService(HOST);
  const part = usePart(host, plugin, render);
  return (
    <Fence
      key={`${plugin}/${render}`}
      failed={(error, onRetry) => (
        <FailedPart plugin={plugin} part={render} error={error} place={place} onRetry={onRetry} />
      )}
    >
      <Suspense fallback={fallback}>{part ? createElement(part, props) : fallback}</Suspense>
    </Fence>
  );
}

interface LoadedContribution {
  loading?: Promise<void> | undefined;
  component?: ComponentType;
}
const parts = new WeakMap<PluginHost, Map<string, LoadedContribution>>();

function partOf(host: PluginHost, render: string): LoadedContribution {
  let known = parts.get(host);
  if (!known) parts.set(host, (known = new Map()));
  let part = known.get(render);
  if (!part) known.set(render, (part = {}));
  return part;
}

/** Forgets the loaded components of a plugin whose code has gone or was replaced: they are loaded again when next shown. */
export function unloadComponents(host: PluginHost, plugin: string): void {
  const known = parts.get(host);
  for (const render of known?.keys() ?? []) if (render.startsWith(`${plugin}.`)) known!.delete(render);
}

/** Resolves when the component of the part is loaded. Concurrent callers share one call of `fetch`. */
function load(
  part: LoadedContribution,
  fetch: () => Promise<readonly [ComponentType, unknown]>,
): Promise<void> {
  return (part.loading ??= fetch()
    .then(([component]) => {
      part.component = component;
    })
    .finally(() => {
      part.loading = undefined;
    }));
}

/**
 * Returns the component once it is loaded. Uses state instead of Suspense, which delays content for 300 ms after
 * showing a fallback; a part that loads more code later may still use Suspense.
 */
function usePart(host: PluginHost, plugin: string, render: string): ComponentType | undefined {
  const i18n = useService(I18N);
  const [, here] = useReducer((count: number) => count + 1, 0);
  const part = partOf(host, render);
  const isHere = part.component !== undefined;
  useEffect(() => {
    if (isHere) return;
    // Loaded for another place since this one was rendered.
    if (part.component) return here();
    let mounted = true;
    // Together with its texts: a button without a name is not accessible. Texts that cannot be loaded show as keys.
    const words = i18n.load(plugin).catch(() => undefined);
    const loaded = load(part, () => Promise.all([host.service<ComponentType>(plugin, render), words]));
    // On failure the host has disabled the plugin and reported it.
    loaded.then(() => mounted && here()).catch(() => undefined);
    return () => {
      mounted = false;
    };
  }, [host, i18n, plugin, render, part, isHere]);
  return part.component;
}

interface FenceProps {
  failed: (error: unknown, onRetry: () => void) => ReactNode;
  children: ReactNode;
}

class Fence extends Component<FenceProps, { thrown?: { error: unknown } }> {
  override state: { thrown?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown): { thrown: { error: unknown } } {
    return { thrown: { error } };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return this.props.failed(thrown.error, () => this.setState({ thrown: undefined }));
  }
}
