import type { Container } from 'inversify';
import { distinctUntilChanged, map, of, switchMap } from 'rxjs';
import { readOnly } from '#core/access';
import { API, LIVE } from '#core/api';
import { webTabLocks } from '#core/autosave';
import { browserLocks, browserStorage } from '#core/browser';
import { EVENT_BUS } from '#core/events';
import { loadCrs } from '#core/geodesy';
import { titleOf } from '#core/fields';
import { I18N } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import { OpenViews, VIEWS } from '#core/mapview';
import { AUTHOR_MODE, HOST, Panels, PANELS } from '#core/plugin';
import { ProjectService, PROJECTS } from '#core/project';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { ViewerTools, TOOLS } from '#core/tools';
import { AuthorFrame } from './author-mode.ts';
import { reachable } from './browser.ts';
import { isWorkspace } from './is-workspace.ts';
import { listenForShortcuts } from './keys.ts';

export { Shell as Frame } from './shell/index.ts';

/** Binds the services that only a signed-in person needs. */
export function prepare(container: Container): void {
  const i18n = container.get(I18N);
  const live = container.get(LIVE);
  const toasts = container.get(TOASTS);
  const session = container.get(SESSION);
  const views = new OpenViews();
  const projects = new ProjectService({
    api: container.get(API),
    live,
    bus: container.get(EVENT_BUS),
    session,
    settings: container.get(SETTINGS),
    locks: webTabLocks(browserLocks()),
    online$: reachable(window, live),
    translate: (key) => i18n.t(key),
    refused: (type, lacks) => {
      const problems = lacks.map(
        ({ field, problem }) => `${titleOf(field, i18n)}: ${i18n.t(problem.key, problem.values)}`,
      );
      toasts.show(
        'error',
        i18n.t('core:object.lacks', { type: titleOf(type, i18n), problems: problems.join(' ') }),
      );
    },
  });
  // While an archived project is open, what would change it is absent; the server refuses it, too.
  projects.current$
    .pipe(
      switchMap((open) => open?.project$ ?? of(undefined)),
      map((project) => project?.archived === true),
      distinctUntilChanged(),
    )
    .subscribe((isArchived) => session.limit(isArchived ? readOnly : undefined));
  container.bind(VIEWS).toConstantValue(views);
  container.bind(PANELS).toConstantValue(new Panels());
  container.bind(PROJECTS).toConstantValue(projects);
  const host = container.get(HOST);
  const tools = new ViewerTools({
    host,
    views,
    projects,
    notify: (sentence) => toasts.show('error', sentence),
  });
  container.bind(TOOLS).toConstantValue(tools);
  const author = new AuthorFrame(document, container.get(API), i18n, browserStorage('sessionStorage'));
  container.bind(AUTHOR_MODE).toConstantValue(author);
  // After the first page: nobody waits for what may not be installed.
  void import('./outside.ts')
    .then(({ followOutsidePlugins }) => followOutsidePlugins(container))
    .catch((thrown: unknown) =>
      toasts.show('error', i18n.t('workbench:outside-unlisted', { reason: sentenceOf(thrown) })),
    );
  // Plane measures need this system at the first click.
  const settings = container.get(SETTINGS);
  settings.observe('measureCRS').subscribe((code) => {
    if (code !== '' && code !== 'EPSG:4326') loadCrs(code).catch(() => undefined);
  });
  listenForShortcuts(window, {
    host,
    tools,
    inWorkspace: () =>
      projects.current !== undefined && isWorkspace(host.current('routes'), window.location.pathname),
    views,
    notify: (message) =>
      'key' in message ? toasts.show('info', i18n.t(message.key)) : toasts.show('error', message.sentence),
  });
}
