import { pressed, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'split.split': pressed([[20, -132], [20, -28]], { Q: ['-20,-120…20,-40', '20,-120…60,-40'] }, true), // prettier-ignore
  'split.area': {
    use: async (hand) => {
      await hand.press([20, -60]);
      await hand.showsHint(/^(Click|Tap) the side/);
      const popup = hand.page.locator('.g-tool-popup');
      await popup.getByRole('textbox').waitFor();
      await hand.press([60, -52]);
      await hand.showsHint(/^Enter the area/);
      await hand.write(popup.getByRole('textbox', { name: 'Area of one part' }), '1/2');
      await hand.push(popup.locator('button[type=submit]'));
    },
    becomes: { Q: ['-20,-120…20,-40', '20,-120…60,-40'] },
  },
}));
