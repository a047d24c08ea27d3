/** Page layout and styles; lengths in points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, side: 51, top: 58, bottom: 58 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.side;

export const INK = {
  text: '#16202b',
  muted: '#5a6672',
  line: '#d5dbe1',
  strong: '#8a96a2',
  accent: '#0b5cad',
  band: '#f4f6f8',
} as const;

export const SIZE = { title: 21, subtitle: 10.5, heading: 13, text: 9.2, small: 7.8, table: 8.4 } as const;
