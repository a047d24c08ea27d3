import { useMemo, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Outlet, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { HOST, type Contribution } from '#core/plugin';
import { useContributions, useObservable, useService } from '#core/react';
import { SESSION } from '#core/session';
import { PluginPage } from './plugin-page.tsx';
import { SignedIn } from './signed-in-lazy.tsx';

type PageRoute = Contribution<'routes'>;

/** The pages of the plugins that the person may use. Other plugins leave no route. */
export function Router() {
  return (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

function Pages() {
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const offered = useContributions('routes');
  const failed = useFailedPages();
  const routes = useMemo(() => {
    const pages = [...offered, ...failed];
    const route = (page: PageRoute): RouteObject => ({
      path: page.path,
      element: <PluginPage page={page} />,
    });
    return [
      ...pages.filter((page) => page.public).map(route),
      me
        ? {
            element: (
              <SignedIn>
                <Outlet />
              </SignedIn>
            ),
            children: pages.filter((page) => !page.public).map(route),
          }
        : { path: '*', element: <ToLogin /> },
    ];
  }, [offered, failed, me]);
  return useRoutes(routes) as ReactNode;
}

/**
 * Pages of plugins that failed keep their route and show the error; otherwise they would seem never to have existed.
 */
function useFailedPages(): readonly PageRoute[] {
  const host = useService(HOST);
  const failures = useObservable(host.failures$, host.failures);
  return useMemo(
    () =>
      failures.flatMap(({ plugin }) =>
        (host.manifests.find(({ id }) => id === plugin)?.routes ?? []).map((route) => ({ ...route, plugin })),
      ),
    [failures, host],
  );
}

/** Remembers the address the person wanted to open. */
function ToLogin() {
  const session = useService(SESSION);
  const { pathname, search, hash } = useLocation();
  session.keepRedirection(pathname + search + hash);
  return <Navigate to="/login" replace />;
}
