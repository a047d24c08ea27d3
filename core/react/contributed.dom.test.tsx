import { Container } from 'inversify';
import { useLayoutEffect, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { I18N } from '#core/i18n';
import { HOST } from '#core/plugin';
import { Contributed, unloadComponents } from './Contributed.tsx';
import { ServicesProvider } from './services.tsx';

it('is shown in a second place when its code arrives between rendering and its effect', async () => {
  let arrive!: (code: ComponentType) => void;
  const code = new Promise<ComponentType>((resolve) => (arrive = resolve));
  const container = new Container();
  container.bind(I18N).toConstantValue({ load: () => Promise.resolve() } as never);
  container.bind(HOST).toConstantValue({ service: () => code } as never);
  const piece = <Contributed contribution={{ plugin: 'a', render: 'a.Part' }} fallback={<i>wait </i>} />;
  // Runs during rendering; React runs the effect that loads the code in a later task.
  const Beside = () => {
    useLayoutEffect(() => arrive(() => <p>Part </p>), []);
    return null;
  };
  const page = (second: boolean) => (
    <ServicesProvider container={container}>
      {piece}
      {second && piece}
      {second && <Beside />}
    </ServicesProvider>
  );
  const host = document.createElement('div');
  const root = createRoot(host);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  root.render(page(false));
  await expect.poll(() => host.textContent).toBe('wait ');
  root.render(page(true));
  await expect.poll(() => host.textContent).toBe('Part Part ');
  root.unmount();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('is loaded anew once its plugin was replaced', async () => {
  let version = 'First';
  const container = new Container();
  container.bind(I18N).toConstantValue({ load: () => Promise.resolve() } as never);
  const service = () => {
    const text = version;
    return Promise.resolve(() => <p>{text}</p>);
  };
  const plugins = { service } as never;
  container.bind(HOST).toConstantValue(plugins);
  const host = document.createElement('div');
  const root = createRoot(host);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // The manifest of another version has another contribution.
  const show = () =>
    root.render(
      <ServicesProvider container={container}>
        <Contributed contribution={{ plugin: 'acme-full', render: 'acme-full.Panel' }} />
      </ServicesProvider>,
    );
  show();
  await expect.poll(() => host.textContent).toBe('First');
  version = 'Second';
  unloadComponents(plugins, 'acme-other');
  show();
  await expect.poll(() => host.textContent).toBe('First');
  unloadComponents(plugins, 'acme-full');
  show();
  await expect.poll(() => host.textContent).toBe('Second');
  root.unmount();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
