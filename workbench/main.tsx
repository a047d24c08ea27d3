import { createRoot } from 'react-dom/client';
import { ServicesProvider } from '#core/react';
import { boot } from './boot.ts';
import { Router } from './router.tsx';
import '../core/react/tokens.css';
import '../core/react/base.css';

const container = await boot(window);
createRoot(document.getElementById('groma')!).render(
  <ServicesProvider container={container}>
    <Router />
  </ServicesProvider>,
);
