import type { Page } from 'playwright-core';
import { ask } from './harness.ts';

export const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

type DeviceName = keyof typeof DEVICES;
interface PageCase {
  name: string;
  path: (project: string) => string;
  /** What a person does there before the page is checked. */
  then?: (page: Page) => Promise<void>;
  only?: DeviceName;
}

const EXTERNAL = /^(External layers|Livelli esterni)$/;

export const PLACES: readonly PageCase[] = [
  { name: 'home', path: () => '/home' },
  { name: 'projects', path: () => '/projectList' },
  {
    name: 'new-project',
    path: () => '/projectList?new',
    then: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'users', path: () => '/management-pages?tab=users' },
  { name: 'roles', path: () => '/management-pages?tab=roles' },
  {
    name: 'new-user',
    path: () => '/management-pages?tab=users',
    then: (page) => opened(page, /^(New user|Nuovo utente)$/),
  },
  {
    name: 'new-role',
    path: () => '/management-pages?tab=roles',
    then: (page) => opened(page, /^(New role|Nuovo ruolo)$/),
  },
  { name: 'organizations', path: () => '/management-pages?tab=organizations' },
  { name: 'groups', path: () => '/management-pages?tab=groups' },
  { name: 'audit', path: () => '/management-pages?tab=audit' },
  { name: 'layer-servers', path: () => '/management-pages?tab=layer-servers' },
  { name: 'plugins', path: () => '/management-pages?tab=plugins' },
  { name: 'communications', path: () => '/communications-management' },
  { name: 'user-report', path: () => '/userReport' },
  { name: 'object-types', path: () => '/object-management' },
  ...(['fields', 'style', 'objects'] as const).map((tab) => ({
    name: `object-type-${tab}`,
    path: (project: string) => `/object-management?tab=${tab}&project=${project}`,
    then: async (page: Page) => {
      await page
        .getByRole('navigation', { name: /^(Object types|Tipi di oggetto)$/ })
        .getByRole('button', { name: /parcel/ })
        .click();
      await page.getByRole('tab', { selected: true }).waitFor();
    },
  })),
  { name: 'preferences', path: () => '/user-preference' },
  { name: 'project-map', path: () => '/projectMap' },
  {
    name: 'reprojection',
    path: () => '/kmreprojection',
    then: async (page) => {
      await page.getByRole('textbox', { name: /^(Points|Punti)$/ }).fill('P1 45.4642 9.19 122.5\nnowhere');
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'kilometres',
    path: () => '/kmreprojection',
    then: async (page) => {
      await page.getByRole('tab', { name: /^(Kilometre reference|Riferimento chilometrico)$/ }).click();
      await page.getByRole('textbox', { name: /paste|incolla/ }).fill('45.4642 9.19\n45.4652 9.193');
      await page.getByRole('textbox', { name: /^(Points|Punti) / }).fill('A 45.4650 9.1920');
      await page.getByRole('grid').waitFor();
    },
  },
  { name: 'import', path: () => '/shape-management' },
  {
    name: 'new-import',
    path: () => '/shape-management',
    then: (page) => opened(page, /^(Import a file|Importa un file)$/),
  },
  { name: 'not-found', path: () => '/no/such/page' },
  { name: 'menu', path: () => '/projectList', then: openMenu },
  {
    name: 'account',
    path: () => '/projectList',
    then: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Administrator/ })
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'palette',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'tour',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill('tour');
      await page.getByRole('menuitem', { name: /Take the tour|Fai la visita/ }).click();
      await page.getByRole('dialog', { name: /The map|La mappa/ }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: (project) => `/draw/${project}`,
    only: 'desk',
    then: async (page) => {
      await onMap(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'map', path: (project) => `/draw/${project}`, then: onMap },
  {
    name: 'map-selected',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await find(page, 'CS1');
      await showPanel(page, /Attributes|Attributi/);
      await page.getByRole('textbox', { name: /Code|Codice|Number|Numero|Name|Nome/ }).waitFor();
    },
  },
  {
    name: 'modify-object',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await find(page, 'CS1');
      await page.getByRole('application').focus();
      await page.keyboard.press('F2');
      const dialog = page.getByRole('dialog', { name: /^(Modify object|Modifica oggetto)$/ });
      await dialog.getByRole('textbox', { name: /Code|Codice|Number|Numero|Name|Nome/ }).waitFor();
    },
  },
  {
    name: 'transactions',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await find(page, 'CS1');
      await page.getByRole('application').focus();
      await page.keyboard.press('t');
      await page.getByRole('dialog').getByText('Administrator').first().waitFor();
    },
  },
  ...(
    [
      ['conditions', 'q'],
      ['project-history', 'Shift+U'],
    ] as const
  ).map(([name, key]) => ({
    name,
    path: (project: string) => `/draw/${project}`,
    then: async (page: Page) => {
      await onMap(page);
      await page.getByRole('application').focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
    },
  })),
  ...(
    [
      ['map-layers', /^(Layers|Livelli)$/],
      ['map-steps', /^(Steps|Passi)/],
      ['map-entry', /^(Exact values|Valori esatti)/],
      ['map-measures', /^(Measurements|Misure)/],
      ['map-vertex', /^(Vert)/],
      ['map-table', /^(Attribute table|Tabella degli attributi)/],
      ['map-external', EXTERNAL],
      ['map-sheet', /^(Sheet|Tavola)$/],
      ['map-field-book', /^(Field books?|Libretti?)/],
    ] as const
  ).map(([name, panel]) => ({
    name,
    path: (project: string) => `/draw/${project}`,
    then: async (page: Page) => {
      await onMap(page);
      await showPanel(page, panel);
    },
  })),
  {
    name: 'add-layer',
    path: (project) => `/draw/${project}`,
    then: async (page) => {
      await onMap(page);
      await showPanel(page, EXTERNAL);
      await opened(page, /^(Add layer|Aggiungi livello)$/);
      const kind = page.getByRole('tab', { name: 'GeoTIFF' });
      const kinds = page.getByRole('button', { name: /Where the layer comes from|Da dove viene il livello/ });
      await kind.or(kinds).waitFor();
      if (await kind.isVisible()) return kind.click();
      await kinds.click();
      await page.getByRole('option', { name: 'GeoTIFF' }).click();
    },
  },
  {
    name: 'finish',
    path: (project) => `/draw/${project}/2ddrawtools/point`,
    then: async (page) => {
      await page
        .getByRole('status')
        .filter({ hasText: /place the point|inserire il punto/ })
        .first()
        .waitFor();
      await page.getByRole('application').focus();
      await page.keyboard.press('Space');
      await page.getByRole('dialog', { name: /New point|Nuovo punto/ }).waitFor();
    },
  },
];

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Open menu|Apri il menu/ })
    .click();
  await page
    .getByRole('link', { name: /Administration|Amministrazione/ })
    .first()
    .waitFor();
}

async function opened(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name, disabled: false }).click();
  await page.getByRole('dialog').waitFor();
}

export async function closeWhatIsOpen(page: Page): Promise<void> {
  const open = page.getByRole('dialog').or(page.getByRole('menu'));
  while ((await open.count()) > 0) {
    await page.keyboard.press('Escape');
    await open.last().waitFor({ state: 'detached' });
  }
}

export async function onMap(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page
    .getByRole('toolbar', { name: /^(Tools|Strumenti)$/ })
    .getByRole('button')
    .first()
    .waitFor();
  await page
    .getByRole('contentinfo')
    .getByText(/Online|In linea/)
    .waitFor();
}

async function showPanel(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('toolbar', { name: /^(Panels|Pannelli)$/ }).getByRole('button', { name });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await page.getByRole('heading', { name }).first().waitFor();
  // Its contents come later.
  await page.getByRole('region', { name }).locator('.g-panel-body > *').first().waitFor();
}

async function find(page: Page, text: string): Promise<void> {
  await ask(page, text);
  await page
    .locator('[data-key^="selection.objects"]', { hasText: new RegExp(`^${text}`) })
    .first()
    .click();
}
