/** Where `defaultView` leads; the project list is the specification's default. */
const VIEWS: Readonly<Record<string, string>> = { List: '/projectList', Home: '/home' };

/** Where to go after signing in: back to where the person wanted to be, else to their default view. */
export function arrival(redirection: string | undefined, defaultView: string): string {
  // A kept path is one of ours; anything that would leave this site is not followed.
  if (redirection !== undefined && /^\/(?![/\\])/.test(redirection)) return redirection;
  return VIEWS[defaultView] ?? '/projectList';
}

/**
 * Where `/auth/{loginToken}/{id}` leads: into project `id`. The specification names no other meaning of `id`.
 */
export function projectPath(id: string): string {
  return `/draw/${encodeURIComponent(id)}`;
}
