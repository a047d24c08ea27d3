/** Colours of sketches, highlights and snap markers. */
export interface ThemeColours {
  readonly sketch: string;
  readonly sketchFill: string;
  readonly selected: string;
  readonly hover: string;
  readonly conflict: string;
  readonly snap: string;
  readonly background: string;
  readonly text: string;
}

const LIGHT: ThemeColours = {
  sketch: '#c2185b',
  sketchFill: '#c2185b1f',
  selected: '#0b6775',
  hover: '#3f8f9b',
  conflict: '#b35900',
  snap: '#6a1b9a',
  background: '#ffffff',
  text: '#15191c',
};
const DARK: ThemeColours = {
  sketch: '#ff79b0',
  sketchFill: '#ff79b02b',
  selected: '#57bfcb',
  hover: '#9adbe2',
  conflict: '#f0b45a',
  snap: '#d7a6ff',
  background: '#0c0f11',
  text: '#eef2f4',
};

/** Returns the colours of a theme. They are listed here because a canvas cannot read CSS's light-dark(). */
export function themeColours(theme: 'light' | 'dark'): ThemeColours {
  return theme === 'dark' ? DARK : LIGHT;
}

/** Returns the theme in use: the page's own choice (`data-theme`), or else the system's. */
export function currentTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls `changed` when the theme in use may have changed. Returns a function that stops it. */
export function watchTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const page = new MutationObserver(changed);
  page.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    page.disconnect();
    system.removeEventListener('change', changed);
  };
}
