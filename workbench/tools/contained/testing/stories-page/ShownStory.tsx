import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { ContainerModule } from 'inversify';
import { I18nProvider } from 'react-aria-components';
import { sentenceOf } from '#core/kernel';
import type { Language } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { manifestOf } from '../../../../outside-manifest.ts';
import { openDoors } from '../../../../full/load-full.ts';
import { pageServices } from '../full-stage.ts';
import { DeclaredStory, type StoryArgs } from './DeclaredStory.tsx';
import type { Served } from './served.ts';

type Running = Exclude<Served, { problem: string }>;

interface ShownStoryProps {
  readonly served: Running;
  readonly name: string;
  readonly language: Language;
}

/** One story of a plugin, with services and objects that are not real. */
export function ShownStory({ served, name, language }: ShownStoryProps) {
  const [shown, setShown] = useState<ReactNode>();
  useEffect(() => {
    let isCurrent = true;
    const made =
      served.manifest.kind === 'full' ? fullStory(served, name, language) : contained(served, name, language);
    made
      .catch((thrown: unknown) => <pre role="alert">{sentenceOf(thrown)}</pre>)
      .then((node) => isCurrent && setShown(node))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [served, name, language]);
  return <I18nProvider locale={language === 'it' ? 'it-IT' : 'en-GB'}>{shown}</I18nProvider>;
}

async function contained(
  { manifest, code, stories }: Running,
  name: string,
  language: Language,
): Promise<ReactNode> {
  const { name: _name, ...args } = stories.find((story) => story.name === name) as StoryArgs & {
    name: string;
  };
  return (
    <ServicesProvider container={await pageServices(manifest, language)}>
      <DeclaredStory manifest={manifest} code={code} language={language} {...args} />
    </ServicesProvider>
  );
}

/** Of a full plugin: the component of the file with the properties of the story, or what the story renders. */
interface FullStory {
  readonly component?: ComponentType;
  readonly args?: object;
  readonly render?: () => ReactNode;
}
interface FullCode {
  readonly stories: Readonly<Record<string, FullStory>>;
  readonly module: ContainerModule;
  readonly styles?: string;
}

async function fullStory({ manifest, at }: Running, name: string, language: Language): Promise<ReactNode> {
  await openDoors(manifest.imports ?? {}, (names) => new Error(`This Groma lacks ${names}.`));
  const { stories, module, styles } = (await import(/* @vite-ignore */ `/full.js?${at}`)) as FullCode;
  const workbench = manifestOf({ id: '', manifest, granted: manifest.permissions }, () =>
    Promise.reject(new Error()),
  );
  const container = await pageServices(manifest, language, [workbench]);
  container.load(module);
  const { component, args, render } = stories[name]!;
  return (
    <ServicesProvider container={container}>
      {styles !== undefined && <style>{styles}</style>}
      {render ? render() : component && createElement(component, args)}
    </ServicesProvider>
  );
}
