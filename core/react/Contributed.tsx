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
import { useService } from './services.tsx';

export interface ContributedProps {
  /** As a contribution carries them. */
  contribution: { readonly plugin: string; readonly render: string };
  /** While the plugin's code comes. */
  fallback?: ReactNode;
}

/**
 * A component that a plugin contributes, loaded when first shown and fenced in: what throws is reported to the host,
 * which switches the plugin off alone; nothing else on the screen goes.
 */
export function Contributed({ contribution, fallback = null }: ContributedProps) {
  const { plugin, render } = contribution;
  const host = useService(HOST);
  const part = usePart(host, plugin, render);
  return (
    <Fence key={`${plugin}/${render}`} onError={(error) => host.report(plugin, error)}>
      <Suspense fallback={fallback}>{part ? createElement(part) : fallback}</Suspense>
    </Fence>
  );
}

interface Part {
  loading?: Promise<void> | undefined;
  component?: ComponentType;
}
const parts = new WeakMap<PluginHost, Map<string, Part>>();

function partOf(host: PluginHost, render: string): Part {
  let known = parts.get(host);
  if (!known) parts.set(host, (known = new Map()));
  let part = known.get(render);
  if (!part) known.set(render, (part = {}));
  return part;
}

/** Resolves when the part has its component. Several who wait share one call of `fetch`. */
function load(part: Part, fetch: () => Promise<readonly [ComponentType, unknown]>): Promise<void> {
  return (part.loading ??= fetch()
    .then(([component]) => {
      part.component = component;
    })
    .finally(() => {
      part.loading = undefined;
    }));
}

/**
 * The component, once it is here. By state and not by Suspense, which holds back for 300 ms whatever comes soon after a
 * fallback was shown; a part that loads some of itself later may still use it.
 */
function usePart(host: PluginHost, plugin: string, render: string): ComponentType | undefined {
  const i18n = useService(I18N);
  const [, here] = useReducer((count: number) => count + 1, 0);
  const part = partOf(host, render);
  useEffect(() => {
    if (part.component) return;
    let wanted = true;
    // With its words: a button without a name is none. What cannot be fetched shows its keys.
    const words = i18n.load(plugin).catch(() => undefined);
    const loaded = load(part, () => Promise.all([host.service<ComponentType>(plugin, render), words]));
    // Where it fails the host has switched the plugin off by now, and says so.
    loaded.then(() => wanted && here()).catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [host, i18n, plugin, render, part]);
  return part.component;
}

class Fence extends Component<
  { onError: (error: unknown) => void; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
