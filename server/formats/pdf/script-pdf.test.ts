import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ScriptPdf } from './script-pdf.ts';

describe('A picture of a document', () => {
  it('is in it once, however often and on how many pages it is drawn', async () => {
    const picture = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const [one, other] = [await picture('#ff0000'), await picture('#0000ff')];
    const pdf = new ScriptPdf({ compress: false });
    for (let n = 0; n < 3; n++) pdf.image(one, 10 * n, 10, { width: 8 });
    pdf.addPage();
    pdf.image(one, 10, 10, { width: 8 }).image(other, 30, 10, { width: 8 });
    pdf.end();
    const text = (await buffer(pdf)).toString('latin1');
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(text.match(/ Do\n/g)).toHaveLength(5);
  });
});
