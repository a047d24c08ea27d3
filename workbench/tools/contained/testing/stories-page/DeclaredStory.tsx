import { useEffect, useState, type ComponentType } from 'react';
import { distinctUntilChanged, map, merge, Subject, takeUntil } from 'rxjs';
import type { Language, PackageManifest } from '#core/protocol';
import { sentenceOf } from '#core/kernel';
import type { PluginEvent } from '../../../../../plugins/work/outside-plugins/model/messages.ts';
import type { PanelState, RunningPlugin } from '../../../../../plugins/work/outside-plugins/model/runtime.ts';
import { pageOf } from '../../../../../plugins/work/outside-plugins/ui/DeclaredPage.tsx';
import { panelOf } from '../../../../../plugins/work/outside-plugins/ui/DeclaredPanel.tsx';
import { brokerFor, type StoryObject } from '../fake-project.ts';
import { PortHost } from '../port-host.ts';

export interface StoryArgs {
  /** A panel or page of the manifest. */
  readonly shows: string;
  readonly objects?: readonly StoryObject[];
  readonly documents?: Readonly<Record<string, unknown>>;
}

interface DeclaredStoryProps extends StoryArgs {
  readonly manifest: PackageManifest;
  readonly code: string;
  readonly language: Language;
}

/** A panel or page of the real code of a plugin, on a project that is not real. */
export function DeclaredStory({ manifest, code, language, shows, objects, documents }: DeclaredStoryProps) {
  const [Shown, setShown] = useState<{ part: ComponentType }>();
  useEffect(() => {
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const starting = runningOn(worker, manifest, { language, objects, documents });
    void starting.then((running) => {
      const isPage = manifest.pages.some(({ id }) => id === shows);
      const part = isPage ? pageOf(running, shows, `${manifest.id}:page.${shows}`) : panelOf(running, shows);
      setShown({ part });
    });
    return () => worker.terminate();
  }, [manifest, code, language, shows, objects, documents]);
  if (![...manifest.panels, ...manifest.pages].some(({ id }) => id === shows))
    return <p role="alert">The manifest has no panel or page “{shows}”.</p>;
  return Shown ? <Shown.part /> : null;
}

async function runningOn(
  worker: Worker,
  manifest: PackageManifest,
  situation: Parameters<typeof brokerFor>[1],
): Promise<RunningPlugin> {
  const { broker, shown$ } = await brokerFor(manifest, situation);
  const { port1, port2 } = new MessageChannel();
  const host = new PortHost(port1, (name, values) => broker.answer(name, values));
  const problems = new Subject<string>();
  worker.onerror = ({ message }) => {
    host.broken(new Error(message));
    problems.next(message);
  };
  worker.postMessage('', [port2]);
  const ask = async (event: PluginEvent) => host.send(event);
  return {
    ask,
    send: async (event) => {
      await ask(event).catch((thrown: unknown) => problems.next(sentenceOf(thrown)));
    },
    exchange: async (event) => {
      await ask(event);
    },
    panel$: (panel) =>
      merge(
        shown$.pipe(
          map((shown) => shown.get(panel)),
          distinctUntilChanged(),
          map((blocks): PanelState => ({ blocks, problem: undefined })),
          takeUntil(problems),
        ),
        problems.pipe(map((problem): PanelState => ({ blocks: undefined, problem }))),
      ),
  };
}
