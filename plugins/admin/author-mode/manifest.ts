import { definePlugin } from '#core/plugin';

const needs = ['plugins.author'] as const;

export default definePlugin({
  id: 'author-mode',
  commands: [{ id: 'author-mode.open', title: 'command.open', words: 'words.open', icon: 'plugin', needs }],
  topBar: [{ id: 'author-mode.button', render: 'author-mode.Button', order: 70, needs }],
  load: () => import('./plugin.ts'),
});
