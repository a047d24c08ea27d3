/** Colours of what works, as the theme gives them. */
export interface Ink {
  readonly sketch: string;
  readonly sketchFill: string;
  readonly selected: string;
  readonly hover: string;
  readonly conflict: string;
  readonly snap: string;
  readonly paper: string;
  readonly text: string;
}

const LIGHT: Ink = {
  sketch: '#c2185b',
  sketchFill: '#c2185b1f',
  selected: '#0b6775',
  hover: '#3f8f9b',
  conflict: '#b35900',
  snap: '#6a1b9a',
  paper: '#ffffff',
  text: '#15191c',
};
const DARK: Ink = {
  sketch: '#ff79b0',
  sketchFill: '#ff79b02b',
  selected: '#57bfcb',
  hover: '#9adbe2',
  conflict: '#f0b45a',
  snap: '#d7a6ff',
  paper: '#0c0f11',
  text: '#eef2f4',
};

/** Canvases cannot read CSS's light-dark(): the colours of both designs stand here. */
export function inkOf(theme: 'light' | 'dark'): Ink {
  return theme === 'dark' ? DARK : LIGHT;
}

/** The design in force: the page's own choice (`data-theme`), or the system's. */
export function themeNow(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls `changed` whenever the design in force may have changed. */
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
