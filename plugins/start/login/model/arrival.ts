/** Paths of `defaultView`; the specification's default is the project list. */
const VIEWS: Readonly<Record<string, string>> = { List: '/projectList', Home: '/home' };

/** Where to go after sign-in: to the stored path, else to the default view. */
export function arrival(redirection: string | undefined, defaultView: string): string {
  // Only paths of this site are followed.
  if (redirection !== undefined && /^\/(?![/\\])/.test(redirection)) return redirection;
  return VIEWS[defaultView] ?? '/projectList';
}

/** Target of `/auth/{loginToken}/{id}`: project `id`. The specification gives `id` no other meaning. */
export function projectPath(id: string): string {
  return `/draw/${encodeURIComponent(id)}`;
}
