import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/**
 * Software rendering without the GPU raster that Debian's wrapper in /usr/bin enables (ten times slower here), and no
 * outside connections.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-accelerated-2d-canvas',
  '--disable-gpu-compositing',
];

const DEFAULT_PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a Chromium or Chrome for tests: `CHROMIUM`, the usual places, Playwright's own. As root on
 * Debian it is installed when there is none. Throws an error that says what to install.
 */
export function findChromium(): string {
  const found = look();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('No browser found; installing the package chromium.');
    const install = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-qq'], install as never);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      install as never,
    );
    const installed = look();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none was found. Install one (Debian: apt-get install chromium; ' +
      'others: npx playwright install chromium) or name its program in the variable CHROMIUM.',
  );
}

function look(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
  }
  return [...DEFAULT_PLACES, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}
