import { Container, type ServiceIdentifier } from 'inversify';
import { of } from 'rxjs';
import { I18N, I18nextService } from '#core/i18n';
import { PROJECTS, type OpenProject } from '#core/project';
import type { Me } from '#core/protocol';
import { SESSION } from '#core/session';

export type Binding = readonly [service: ServiceIdentifier, value: unknown];

/** The services that a component needs, with the English texts of these namespaces. */
export async function servicesOf(
  namespaces: readonly string[],
  bindings: readonly Binding[],
): Promise<Container> {
  const i18n = new I18nextService(['en']);
  await i18n.load(...namespaces, 'core');
  const container = new Container();
  bindAll(container, [[I18N, i18n], ...bindings]);
  return container;
}

export function bindAll(container: Container, bindings: readonly Binding[]): void {
  for (const [service, value] of bindings) container.bind(service).toConstantValue(value);
}

/** The open project, and the permissions of the person in it. */
export function atWork(
  project: OpenProject,
  authorizations: readonly string[] = ['geometries.write'],
): Binding[] {
  const me = { authorizations } as Me;
  return [
    [PROJECTS, { current: project, current$: of(project) }],
    [SESSION, { me, me$: of(me) }],
  ];
}
