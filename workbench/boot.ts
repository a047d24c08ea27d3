import { Container } from 'inversify';
import { filter, fromEvent, map, merge, of, skip } from 'rxjs';
import { allows } from '#core/access';
import { API, HttpApi, LIVE, LiveStream } from '#core/api';
import { EVENT_BUS, EventBus } from '#core/events';
import { fetchTexts, I18N, I18nextService, languageOf } from '#core/i18n';
import { browserStorage, forgetCopied, forgetPerson, PERSONAL_STORAGE, PersonalStorage } from '#core/browser';
import { HOST, Plugins, readChosenKeys } from '#core/plugin';
import { LiveSession, SESSION, SessionStore } from '#core/session';
import { LiveSettings, SETTINGS } from '#core/settings';
import { TOASTS, Toasts } from '#core/toasts';
import { attended, reachable, waitOrOnline } from './browser.ts';
import { PLUGINS } from './plugins.ts';
import { followTheme } from './theme.ts';

const BASE = '/api';
/** What stays on the device when a person signs out: the settings of the device, the size of panels, the use of tools. */
const DEVICE_KEYS = ['groma.settings', 'groma.dock', 'groma.tool-usage'];

/**
 * Doubles all timeouts, for slow lines and machines (the specification's slow mode). Set at build time:
 * `VITE_SLOW=1`.
 */
const SLOW = import.meta.env.VITE_SLOW === '1';

/**
 * Creates and binds the services that every page needs, and resumes the session of an earlier visit. What only a
 * signed-in person needs is bound in `signed-in.tsx`, to keep the login page light.
 */
export async function boot(window: Window): Promise<Container> {
  const { location, document, navigator } = window;
  const [storage, tabStorage] = [browserStorage('localStorage'), browserStorage('sessionStorage')];
  const personal = new PersonalStorage(storage, () => session.me);
  const container = new Container();
  const toasts = new Toasts();
  const bus = new EventBus();
  const i18n = new I18nextService(navigator.languages, fetchTexts);
  const session: LiveSession = new LiveSession({
    bus,
    store: new SessionStore(storage, tabStorage),
    preferredOrganization: () => settings.get('preferedOrganization'),
    path: () => location.pathname + location.search + location.hash,
    ended: () => i18n.t('workbench:session.ended'),
    userError: (error) => i18n.t('workbench:app-user-error', { error }),
    tell: ({ message }) => toasts.show('error', message),
    leaving: () => settings.flush(),
    left: (userId) => {
      forgetPerson(storage, userId, DEVICE_KEYS);
      personal.forget();
      settings.forgetPerson();
      forgetCopied();
    },
    leaveTo: (address) => location.assign(address),
  });
  const api = new HttpApi({
    base: BASE,
    credentials: session,
    language: () => i18n.language,
    texts: {
      unreachable: () => i18n.t('workbench:network.unreachable'),
      timeout: () => i18n.t('workbench:network.timeout'),
      unexplained: (status) => i18n.t('workbench:network.unexplained', { status }),
    },
    slow: SLOW,
  });
  session.useApi(api);
  const host = new Plugins(PLUGINS, container, {
    failed: (plugin, reason) => i18n.t('workbench:plugin.failed', { plugin, reason }),
    fallen: (plugin, because) => i18n.t('workbench:plugin.fallen', { plugin, because }),
    commandFailed: ({ plugin, title }, reason) => {
      const command = i18n.t(title.includes(':') ? title : `${plugin}:${title}`);
      return i18n.t('workbench:command.failed', { command, reason });
    },
    log: (error) => logForDevelopers(error),
    keysLost: ({ item: { plugin, title }, keys, message }) => {
      logForDevelopers(new Error(message));
      const values = { plugin: i18n.t(`${plugin}:title`), title: i18n.t(`${plugin}:${title}`), keys };
      toasts.show('info', i18n.t('workbench:plugin.keys-lost', values));
    },
  });
  const settings: LiveSettings = new LiveSettings({ storage, api, me$: session.me$, host });
  const live = new LiveStream({
    base: BASE,
    credentials: session,
    token$: merge(of({ token: session.token }), bus.on('jwtChange')).pipe(map(({ token }) => token)),
    visible$: attended(document),
    wait: waitOrOnline,
  });

  container.bind(EVENT_BUS).toConstantValue(bus);
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SESSION).toConstantValue(session);
  container.bind(API).toConstantValue(api);
  container.bind(HOST).toConstantValue(host);
  container.bind(PERSONAL_STORAGE).toConstantValue(personal);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(LIVE).toConstantValue(live);
  container.bind(TOASTS).toConstantValue(toasts);

  // Wires the services to each other; the subscriptions live as long as the page.
  session.me$.subscribe((me) => host.setAllows(me && ((guard, grant) => allows(me, guard, grant))));
  live.on('session').subscribe(({ reason }) => {
    // Reload or refresh the session: the server decides who is signed in. If it no longer accepts the session, the
    // refresh reports it.
    void (reason === 'ended' ? session.refresh() : session.reload()).catch(() => undefined);
  });
  fromEvent<StorageEvent>(window, 'storage').subscribe((event) => {
    session.onStorage(event);
    settings.onStorage(event);
  });
  fromEvent(window, 'online').subscribe(() => void settings.flush());
  host.failures$.subscribe((failures) => {
    for (const { cause } of failures) if (cause !== undefined) logForDevelopers(cause);
  });
  reachable(window, live)
    .pipe(filter(Boolean))
    .subscribe(() => host.retryLate());
  for (const { message } of host.lostKeys) logForDevelopers(new Error(message));
  settings.observe('shortcuts').subscribe((chosen) => host.setKeys(readChosenKeys(chosen)));
  followTheme(settings.observe('theme'), document.documentElement);
  const speak = (language: '' | 'en' | 'it'): Promise<void> =>
    i18n.setLanguage(language || languageOf(navigator.languages));
  i18n.language$.subscribe((language) => (document.documentElement.lang = language));

  // A page without its texts is useless: if a language cannot be fetched, the previous one stays.
  await Promise.all([i18n.load('workbench', 'core'), speak(settings.get('language'))]);
  settings
    .observe('language')
    .pipe(skip(1))
    .subscribe((language) => void speak(language).catch(() => undefined));
  await session.start();
  return container;
}

const reported = new Set<unknown>();
/** Logs an error of a plugin to the browser console, once, with its stack. */
function logForDevelopers(error: unknown): void {
  if (reported.has(error)) return;
  reported.add(error);
  reportError(error);
}
