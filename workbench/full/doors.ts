/**
 * What full plugins share with the workbench, by the name under which they import it. The pack tool leaves these out of a
 * package, and the code of a plugin finds them under `DOORS_KEY`; so there is one React, one container and one MobX in a page.
 *
 * Each is a list of names that the workbench uses itself (`shared/`), and never a whole module: with that, the first load would
 * have all of it.
 */
export const DOORS: Readonly<Record<string, () => Promise<object>>> = {
  inversify: () => import('./shared/inversify.ts'),
  mobx: () => import('./shared/mobx.ts'),
  'mobx-react-lite': () => import('./shared/mobx-react-lite.ts'),
  react: () => import('./shared/react-library.ts'),
  'react-dom': () => import('./shared/react-dom.ts'),
  'react/jsx-runtime': () => import('./shared/react-jsx-runtime.ts'),
  rxjs: () => import('./shared/rxjs.ts'),
  '#core/access': () => import('./shared/access.ts'),
  '#core/api': () => import('./shared/api.ts'),
  '#core/browser': () => import('./shared/browser.ts'),
  '#core/canvas': () => import('./shared/canvas.ts'),
  '#core/document': () => import('./shared/document.ts'),
  '#core/events': () => import('./shared/events.ts'),
  '#core/expression': () => import('./shared/expression.ts'),
  '#core/fields': () => import('./shared/fields.ts'),
  '#core/geodesy': () => import('./shared/geodesy.ts'),
  '#core/i18n': () => import('./shared/i18n.ts'),
  '#core/kernel': () => import('./shared/kernel.ts'),
  '#core/mapview': () => import('./shared/mapview.ts'),
  '#core/plugin': () => import('./shared/plugin.ts'),
  '#core/project': () => import('./shared/project.ts'),
  '#core/protocol': () => import('./shared/protocol.ts'),
  '#core/react': () => import('./shared/react.ts'),
  '#core/session': () => import('./shared/session.ts'),
  '#core/settings': () => import('./shared/settings.ts'),
  '#core/shapes': () => import('./shared/shapes.ts'),
  '#core/sketch': () => import('./shared/sketch.ts'),
  '#core/styles': () => import('./shared/styles.ts'),
  '#core/toasts': () => import('./shared/toasts.ts'),
  '#core/tools': () => import('./shared/tools.ts'),
};

/** Where the code of a full plugin finds what it shares. */
export const DOORS_KEY = 'groma.doors';
