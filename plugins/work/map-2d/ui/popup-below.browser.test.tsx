import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ServicesProvider, ToolPopup } from '#core/react';
import { servicesOf } from '#core/testing';
import './Controls.css';
import './Workspace.css';

const host = document.createElement('div');
let root: Root;

beforeEach(async () => {
  const container = await servicesOf(['core'], []);
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <ServicesProvider container={container}>
      <div className="map2d-workspace" style={{ blockSize: 600 }}>
        <div className="map2d-pane" />
        <div className="map2d-foot" />
        <ToolPopup title="Rotate" aside="2 objects" onEscape={() => undefined}>
          <div style={{ blockSize: 150 }} />
        </ToolPopup>
      </div>
    </ServicesProvider>,
  );
  await expect.element(page.getByRole('region', { name: 'Rotate' })).toBeInTheDocument();
});
afterEach(() => {
  root.unmount();
  host.remove();
});

const box = (name: string) => host.querySelector(`.${name}`)!.getBoundingClientRect();

it('is on the map where there is room, and below it and its controls on a phone', async () => {
  await page.viewport(1000, 800);
  const workspace = box('map2d-workspace');
  expect(box('map2d-pane').bottom).toBe(workspace.bottom);
  expect(box('g-tool-popup').top).toBeLessThan(workspace.top + 20);

  await page.viewport(390, 844);
  const below = box('g-tool-popup');
  expect(box('map2d-pane').bottom).toBe(below.top);
  expect(box('map2d-foot').bottom).toBe(below.top - 8);
  expect([below.width, below.bottom]).toEqual([box('map2d-workspace').width, workspace.bottom]);

  await page.getByRole('button', { name: 'Collapse Rotate' }).click();
  await expect.poll(() => box('map2d-pane').bottom - below.top).toBeGreaterThanOrEqual(150);
});

it('leaves almost half of a phone to the map, however much it contains', async () => {
  await page.viewport(390, 844);
  host.querySelector<HTMLElement>('.g-tool-popup-body > div')!.style.blockSize = '900px';
  // 45 % of 600 pixels.
  expect(box('map2d-pane').height).toBe(270);
});
